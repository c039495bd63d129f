import SwiftSyncValues
import SyncGenDiagnostics

/// Finds clocks of pushed entities that no local write sets: an edit then keeps the clock of the row
/// that it changes, and looks as old as that row.
enum ClockRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    for entity in draft.entities where entity.sync.isPushed {
      guard let clock = entity.sync.clock, let stated = entity.declaration.sync?.clock else {
        continue
      }
      let attribute = entity.attributes[clock]
      guard attribute.direction == .both, !attribute.isTouched else { continue }
      bag.add(
        .clockIsNotSet(
          attribute.name.name, of: entity.name, isDate: attribute.type == .scalar(.date),
          at: stated.span))
    }
  }
}

extension Diagnostic {
  fileprivate static func clockIsNotSet(
    _ clock: String, of entity: String, isDate: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let pull = "'direction: pull' for '\(clock)' if only the server sets it"
    let touch = isDate ? "'touch: true' if each local write sets it, or " : ""
    return Diagnostic(
      .warning, .clockIsNotSet,
      "no local write sets the clock '\(clock)' of entity '\(entity)', whose edits are pushed",
      at: span,
      notes: [Note("write \(touch)\(pull)", at: span)])
  }
}

import SwiftSyncValues
import SyncGenDiagnostics

/// Checks the entities whose ids are temporary until the server has assigned theirs.
enum TemporaryIDRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    for entity in draft.entities {
      let temporary = entity.attributes.filter { $0.defaultValue == .temporary }
      guard let first = temporary.first else { continue }
      if !entity.sync.isPushed, !draft.invalidResources.contains(entity.name) {
        bag.add(
          .invalidTemporaryID(
            first, of: entity.name,
            "the entity does not have 'push: true', so its ids are never replaced by the server's"))
      }
      if first.direction != .both {
        bag.add(
          .invalidTemporaryID(
            first, of: entity.name,
            "its direction is '\(first.direction.rawValue)', expected 'both'"))
      }
      for other in temporary.dropFirst() {
        bag.add(
          .invalidTemporaryID(
            other, of: entity.name,
            "'\(first.name.name)' is also temporary, and an identity can have only one temporary "
              + "part"))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func invalidTemporaryID(
    _ attribute: Attribute, of entity: String, _ reason: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "attribute '\(entity).\(attribute.name.name)' cannot have the default 'temporary': \(reason)",
      at: attribute.span)
  }
}

import SyncGenDiagnostics
import SyncGenSchema

/// Demands a word in the schema for each change that may lose something, and a change for each word.
struct PermissionRule {
  let pairing: SchemaPairing
  let changes: [SchemaChange]
  let steps: [MigrationStep]
  /// Whether the new version is frozen, and no one can add a word to it.
  let isFrozen: Bool

  func check(into bag: inout DiagnosticBag) {
    let given = steps.flatMap { step in step.permissions.map { (permission: $0, step: step) } }
    for change in changes where !(isFrozen && change.sparesFrozen) {
      if change.isImpossible {
        bag.add(.impossible(change))
      } else if let needed = change.permission, !given.contains(where: { $0.permission == needed })
      {
        bag.add(
          .needsPermission(change, needed, version: pairing.new.version, place: place(change)))
      }
    }
    let needed = changes.compactMap(\.permission)
    for item in given where !needed.contains(item.permission) {
      let known = needed.filter { $0.word == item.permission.word }.map(\.name)
      bag.add(
        .needlessPermission(
          item.permission, known: known, version: pairing.new.version, at: item.step.span))
    }
  }

  /// What is gone is in the frozen file, which no one edits: the schema is where to act.
  private func place(_ change: SchemaChange) -> SourceSpan {
    change.span.path == pairing.old.path ? pairing.new.versionSpan : change.span
  }
}

extension MigrationStep {
  /// What the step allows.
  fileprivate var permissions: [SchemaChange.Permission] {
    switch action {
    case .drops(let names): names.map { .drops($0) }
    case .allowLossy(let names): names.map { .allowLossy($0) }
    case .remoteChanged(let names): names.map { .remoteChanged($0) }
    case .sql, .custom: []
    }
  }
}

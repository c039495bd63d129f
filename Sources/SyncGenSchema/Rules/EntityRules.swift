import SwiftSyncValues

/// Lint rules about the members of every entity.
enum EntityRules {
  static func identity(_ entity: Entity) -> [LintViolation] {
    if entity.identity.parts.count == 1, case .attribute(let index)? = entity.identity.parts.first,
      entity.attributes[index].type == .scalar(.uuid)
    {
      return []
    }
    return [
      violation(
        entity, "has no 'uuid' identity",
        "write 'id: uuid = new' and no 'identity'"
      )
    ]
  }

  /// The dates of every entity.
  static let timestampNames = ["createdAt", "updatedAt"]

  static func timestamps(_ entity: Entity) -> [LintViolation] {
    let missing = timestampNames.filter { name in
      !entity.attributes.contains { $0.name.name == name && $0.type == .scalar(.date) }
    }
    guard !missing.isEmpty else { return [] }
    let names = missing.map { "'\($0)'" }.joined(separator: " and ")
    let lines = missing.map { "'\($0): date'" }.joined(separator: " and ")
    return [
      violation(
        entity, "has no \(missing.count == 1 ? "date" : "dates") \(names)", "add \(lines)")
    ]
  }

  static func clock(_ entity: Entity) -> [LintViolation] {
    guard entity.sync.clock == nil else { return [] }
    let hasDate = entity.attributes.contains {
      $0.name.name == "updatedAt" && $0.type == .scalar(.date)
    }
    let clock = hasDate ? "updatedAt" : "<a date or a revision>"
    return [violation(entity, "has no clock", "write 'sync: { clock: \(clock) }'")]
  }

  /// The clock of a pushed entity that no local write sets: an edit then keeps the clock of the row
  /// that it changes, and looks as old as that row.
  static func unsetClock(_ entity: Entity) -> [LintViolation] {
    guard entity.sync.isPushed, let index = entity.sync.clock else { return [] }
    let clock = entity.attributes[index]
    guard clock.direction == .both, !clock.isTouched else { return [] }
    let touch =
      clock.type == .scalar(.date) ? "'touch: true' if each local write sets it, or " : ""
    return [
      LintViolation(
        message: "no local write sets the clock '\(clock.name.name)' of entity "
          + "'\(entity.name.name)', whose edits are pushed",
        fix: "write \(touch)'direction: pull' if only the server sets it", span: clock.span)
    ]
  }

  static func deletionMark(_ entity: Entity) -> [LintViolation] {
    guard entity.sync.tombstone == nil, entity.sync.archive == nil else { return [] }
    return [
      violation(
        entity, "has neither a tombstone nor an archive flag with its date",
        "add 'deletedAt: date?' and 'sync: { tombstone: deletedAt }'")
    ]
  }

  private static func violation(_ entity: Entity, _ what: String, _ fix: String) -> LintViolation {
    LintViolation(
      message: "entity '\(entity.name.name)' \(what)", fix: fix, span: entity.span)
  }
}

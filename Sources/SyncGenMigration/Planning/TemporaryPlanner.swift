import SyncGenSchema

/// Updates `swiftsync_temporary`, which records the replacements of temporary ids, to the entities
/// that it names.
///
/// Its operations occur only in steps from versions with temporary ids: other databases may come
/// from a runtime without the table. They run while all old tables exist.
struct TemporaryPlanner {
  private static let table = "swiftsync_temporary"

  let pairing: SchemaPairing
  let tables: EntityTables

  func operations() -> [MigrationOperation] {
    guard pairing.old.entities.contains(where: { $0.temporaryAttribute != nil }) else { return [] }
    var dropped: [String] = []
    var renamed: [(old: String, new: String)] = []
    for id in pairing.old.entityIDs where mayBeNoted(pairing.old[id]) {
      let name = pairing.old[id].name.name
      guard let members = pairing.members(ofOld: id), keepsIdentity(members) else {
        dropped.append(name)
        continue
      }
      let newName = pairing.new[members.new].name.name
      if newName != name { renamed.append((name, newName)) }
    }
    // Entities may exchange their names, so they are renamed through a temporary one.
    return dropped.map {
      .maintain("DELETE FROM \(Self.table) WHERE entity = \(SQLText.string($0))")
    }
      + renamed.map { Self.rename($0.old, to: QueueSelection.waiting($0.new)) }
      + renamed.map { Self.rename(QueueSelection.waiting($0.new), to: $0.new) }
  }

  /// Whether rows of the entity can have had another identity: a part of it is temporary, or refers
  /// to others.
  private func mayBeNoted(_ entity: Entity) -> Bool {
    let hasReference = entity.identity.parts.contains { part in
      if case .reference = part { true } else { false }
    }
    return entity.temporaryAttribute != nil || hasReference
  }

  /// Whether old identities are still meaningful; if not, only the ids of waiting rows are known by
  /// their form.
  private func keepsIdentity(_ members: SchemaPairing.Members) -> Bool {
    let (old, new) = (pairing.old[members.old], pairing.new[members.new])
    guard (old.temporaryAttribute == nil) == (new.temporaryAttribute == nil) else { return false }
    let table = tables[members.new]
    return !QueuedIdentity(pairing: pairing, members: members, table: table).needsConversion
  }

  private static func rename(_ old: String, to new: String) -> MigrationOperation {
    .maintain(
      "UPDATE \(Self.table) SET entity = \(SQLText.string(new)) "
        + "WHERE entity = \(SQLText.string(old))")
  }
}

import SyncGenSchema

/// Updates `swiftsync_etags`, which contains the entity tags of rows, to the entities and the
/// identities that it names.
///
/// Its operations run while all old tables exist, because a new identity has to be looked up.
struct TagPlanner {
  private static let table = "swiftsync_etags"

  let pairing: SchemaPairing
  let tables: EntityTables

  /// What happens to the tags of an entity.
  private enum Fate {
    case dropped
    case renamed
    /// The rows get new identities, as SQL.
    case converted(String)
  }

  func operations() -> [MigrationOperation] {
    let changes = pairing.old.entityIDs.filter(mayHaveTags).compactMap { id in
      fate(of: id).map { (name: pairing.old[id].name.name, newName: newName(of: id), fate: $0) }
    }
    let first = changes.flatMap { statements(for: $0.fate, $0.name, $0.newName) }
    // Entities may exchange their names, and rows their identities, so both wait under another
    // name.
    let second = changes.compactMap { change -> String? in
      if case .dropped = change.fate { return nil }
      return "UPDATE \(Self.table) SET entity = \(SQLText.string(change.newName)) "
        + "WHERE entity = \(Self.waiting(change.newName))"
    }
    return (first + second).map { .maintain($0) }
  }

  /// Earlier tools did not freeze whether an entity has tags, so the next version also counts, and
  /// a new entity with the same name, which must not find them.
  private func mayHaveTags(_ id: EntityID) -> Bool {
    let entity = pairing.old[id]
    return entity.sync.hasETags
      || pairing.members(ofOld: id).map { pairing.new[$0.new].sync.hasETags } ?? false
      || pairing.new.entities.contains { $0.name == entity.name && $0.sync.hasETags }
  }

  private func newName(of id: EntityID) -> String {
    let entity = pairing.members(ofOld: id).map { pairing.new[$0.new] }
    return (entity ?? pairing.old[id]).name.name
  }

  /// Returns `nil` if the tags do not change.
  private func fate(of id: EntityID) -> Fate? {
    guard let members = pairing.members(ofOld: id), pairing.new[members.new].sync.hasETags else {
      return .dropped
    }
    let identity = QueuedIdentity(
      pairing: pairing, members: members, table: tables[members.new], holder: Self.table)
    if identity.needsConversion {
      return identity.lookup.stated.map { .converted($0) } ?? .dropped
    }
    return newName(of: id) == pairing.old[id].name.name ? nil : .renamed
  }

  private func statements(for fate: Fate, _ name: String, _ newName: String) -> [String] {
    let isEntity = "entity = \(SQLText.string(name))"
    let moved = "UPDATE \(Self.table) SET entity = \(Self.waiting(newName))"
    return switch fate {
    case .dropped: ["DELETE FROM \(Self.table) WHERE \(isEntity)"]
    case .renamed: ["\(moved) WHERE \(isEntity)"]
    case .converted(let id):
      [
        "DELETE FROM \(Self.table) WHERE \(isEntity) AND \(id) IS NULL",
        "\(moved), id = \(id) WHERE \(isEntity)",
      ]
    }
  }

  private static func waiting(_ name: String) -> String {
    SQLText.string(QueueSelection.waiting(name))
  }
}

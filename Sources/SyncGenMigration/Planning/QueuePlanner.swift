import SyncGenSchema

/// Updates the queue of local writes, `swiftsync_changes`, to the entities and members that its
/// entries name.
///
/// Its operations run while all old tables exist, because a new identity may have to be looked up.
struct QueuePlanner {
  let pairing: SchemaPairing
  let tables: EntityTables

  func operations() -> [MigrationOperation] {
    let queues = pairing.old.entityIDs.compactMap { id -> EntityQueue? in
      guard pairing.old[id].hasEntries, let members = pairing.members(ofOld: id),
        pairing.new[members.new].hasEntries
      else { return nil }
      return EntityQueue(pairing: pairing, members: members, table: table(of: members))
    }
    return drops + queues.flatMap(\.operations) + renamings(queues)
  }

  private func table(of members: SchemaPairing.Members) -> TablePairing? {
    tables[members.new]
  }

  /// Drops the entries of entities that were removed, or that are no longer recorded.
  private var drops: [MigrationOperation] {
    pairing.old.entityIDs.filter { id in
      guard pairing.old[id].hasEntries else { return false }
      return pairing.members(ofOld: id).map { !pairing.new[$0.new].hasEntries } ?? true
    }.map {
      .deleteFromQueue(QueueSelection(entity: pairing.old[$0].name.name, condition: nil))
    }
  }

  /// Entities that exchange their names are renamed through a temporary one.
  private func renamings(_ queues: [EntityQueue]) -> [MigrationOperation] {
    let names = queues.map { (old: $0.nameAfterwards, new: $0.newName) }.filter { $0.old != $0.new }
    let isFree = Set(names.map(\.old)).isDisjoint(with: names.map(\.new))
    if isFree { return names.map { Self.rename($0.old, to: $0.new) } }
    let waiting = names.filter { $0.old != QueueSelection.waiting($0.new) }
    return waiting.map { Self.rename($0.old, to: QueueSelection.waiting($0.new)) }
      + names.map { Self.rename(QueueSelection.waiting($0.new), to: $0.new) }
  }

  private static func rename(_ old: String, to new: String) -> MigrationOperation {
    .updateQueue(
      QueueSelection(entity: old, condition: nil),
      [MigrationOperation.Copy(column: SQLIdentifier("entity"), expression: SQLText.string(new))])
  }
}

extension QueueSelection {
  /// The temporary name of an entity until another one has given up its name. No entity may have
  /// such a name.
  static func waiting(_ name: String) -> String { "swiftsync_new_" + name }
}

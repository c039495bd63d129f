import SyncGenSchema

/// Keeps the links that wait for a child, `swiftsync_links`, in step with the relations they name.
struct LinkPlanner {
  let pairing: SchemaPairing

  func operations() -> [MigrationOperation] {
    let moves = pairing.old.entityIDs.flatMap { id in
      pairing.old[id].relations.indices.compactMap { index -> MigrationOperation? in
        pairing.old[id].relations[index].reference == nil
          ? nil : operation(for: pairing.old.relationID(id, index))
      }
    }
    return drops(moves) + renamings(moves)
  }

  /// What goes makes room for what is renamed.
  private func drops(_ moves: [MigrationOperation]) -> [MigrationOperation] {
    moves.filter { if case .dropLinks = $0 { true } else { false } }
  }

  /// Relations that exchange their names do so by way of a third one.
  private func renamings(_ moves: [MigrationOperation]) -> [MigrationOperation] {
    let names = moves.compactMap { move -> (old: String, new: String)? in
      if case .renameLinks(let old, let new) = move { (old, new) } else { nil }
    }
    let isFree = !names.contains { name in names.contains { $0.old == name.new } }
    if isFree { return names.map { .renameLinks($0.old, to: $0.new) } }
    return names.map { .renameLinks($0.old, to: "swiftsync_new_" + $0.new) }
      + names.map { .renameLinks("swiftsync_new_" + $0.new, to: $0.new) }
  }

  private func operation(for old: RelationID) -> MigrationOperation? {
    let name = pairing.old.linkName(of: old)
    guard let new = pairing.newRelation(of: old), pairing.new[new].reference != nil,
      keepsIdentity(of: old.entity, new.entity),
      keepsIdentity(of: pairing.old[old].target, pairing.new[new].target)
    else { return .dropLinks(name) }
    let newName = pairing.new.linkName(of: new)
    return name == newName ? nil : .renameLinks(name, to: newName)
  }

  /// Whether the identities that a link holds still mean the same rows.
  private func keepsIdentity(of old: EntityID, _ new: EntityID) -> Bool {
    guard pairing.isSame(old, new) else { return false }
    return pairing.old[old].identity.isComposite == pairing.new[new].identity.isComposite
      && ReferenceConverter(pairing: pairing).conversion(
        from: old, to: new, column: "id", table: pairing.old[old].table) == .none
  }
}

extension Schema {
  /// `Child.reference`, as the runtime names a relation in its links.
  fileprivate func linkName(of id: RelationID) -> String {
    self[id.entity].name.name + "." + self[id].name.name
  }
}

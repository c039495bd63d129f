import SyncGenSchema

/// Updates the links that wait for a child, `swiftsync_links`, to the relationships that they name.
///
/// Its operations run while all old tables exist, because a new identity may have to be looked up.
struct LinkPlanner {
  let pairing: SchemaPairing
  let tables: EntityTables

  func operations() -> [MigrationOperation] {
    let moves = pairing.old.entityIDs.flatMap { id in
      pairing.old[id].relations.indices.compactMap { index -> MigrationOperation? in
        pairing.old[id].relations[index].reference == nil
          ? nil : operation(for: pairing.old.relationID(id, index))
      }
    }
    let tagged = TaggedLinkPlanner(pairing: pairing)
    let all = moves + tagged.moves
    return drops(all) + renamings(all) + conversions + tagged.conversions
  }

  /// The conversions of links of relationships whose ends have identities of another form.
  private var conversions: [MigrationOperation] {
    pairing.new.entityIDs.flatMap { id in
      pairing.new[id].relations.indices.flatMap { index -> [MigrationOperation] in
        let new = pairing.new.relationID(id, index)
        guard pairing.new[new].reference != nil, let old = pairing.oldRelation(of: new),
          pairing.old[old].reference != nil, let forms = forms(of: old, new)
        else { return [] }
        let name = pairing.new.linkName(of: new)
        if pairing.new[id].identity.parts.contains(.reference(relation: index)) {
          return scopedConversions(of: id, index, name)
        }
        guard forms.child != .none || forms.parent != .none else { return [] }
        let ends = [forms.child.expression("child_id"), forms.parent.expression("parent_id")]
        let lost = zip([forms.child, forms.parent], ends).filter { $0.0.isLossy }
          .map { "(\($0.1)) IS NULL" }
        return
          (lost.isEmpty
          ? [] : [.dropLinks(name, where: lost.joined(separator: " OR "))])
          + [.convertLinks(name, child: ends[0], parent: ends[1])]
      }
    }
  }

  /// Links to children that are scoped by their parent contain only whole identities and a
  /// position: they are dropped if an identity changes.
  private func scopedConversions(
    of id: EntityID, _ relation: Int, _ name: String
  ) -> [MigrationOperation] {
    guard let members = pairing.members(ofNew: id),
      let former = members.relations.oldPositions[relation],
      pairing.old[members.old].identity.parts.contains(.reference(relation: former))
    else { return [] }
    let table = tables[id]
    let identity = QueuedIdentity(pairing: pairing, members: members, table: table)
    return identity.needsConversion ? [.dropLinks(name, where: nil)] : []
  }

  /// How the identities in links are converted to the new version; `nil` if links cannot follow
  /// them.
  private func forms(
    of old: RelationID, _ new: RelationID
  ) -> (child: ValueConversion, parent: ValueConversion)? {
    guard let child = form(old.entity, new.entity, "child_id"),
      let parent = form(pairing.old[old].target, pairing.new[new].target, "parent_id")
    else { return nil }
    return (child, parent)
  }

  private func form(_ old: EntityID, _ new: EntityID, _ column: String) -> ValueConversion? {
    pairing.linkForm(old, new, column)
  }

  /// Dropped relationships make room for renamed ones.
  private func drops(_ moves: [MigrationOperation]) -> [MigrationOperation] {
    moves.filter { if case .dropLinks = $0 { true } else { false } }
  }

  /// Relationships that exchange their names are renamed through a temporary one.
  private func renamings(_ moves: [MigrationOperation]) -> [MigrationOperation] {
    let names = moves.compactMap { move -> (old: String, new: String)? in
      if case .renameLinks(let old, let new) = move { (old, new) } else { nil }
    }
    let isFree = Set(names.map(\.old)).isDisjoint(with: names.map(\.new))
    if isFree { return names.map { .renameLinks($0.old, to: $0.new) } }
    return names.map { .renameLinks($0.old, to: "swiftsync_new_" + $0.new) }
      + names.map { .renameLinks("swiftsync_new_" + $0.new, to: $0.new) }
  }

  private func operation(for old: RelationID) -> MigrationOperation? {
    let name = pairing.old.linkName(of: old)
    guard let new = pairing.newRelation(of: old), pairing.new[new].reference != nil,
      forms(of: old, new) != nil
    else { return .dropLinks(name, where: nil) }
    let newName = pairing.new.linkName(of: new)
    return name == newName ? nil : .renameLinks(name, to: newName)
  }
}

extension SchemaPairing {
  /// How an identity in a link is converted to the new version; `nil` if it cannot be.
  func linkForm(_ old: EntityID, _ new: EntityID, _ column: String) -> ValueConversion? {
    guard isSame(old, new), self.old[old].identity.isComposite == self.new[new].identity.isComposite
    else { return nil }
    let conversion = ReferenceConverter(pairing: self).conversion(
      from: old, to: new, column: column, table: SQLIdentifier("swiftsync_links"))
    return conversion == .impossible ? nil : conversion
  }
}

extension Schema {
  /// The runtime's name of a relationship in its links, `Child.reference`.
  fileprivate func linkName(of id: RelationID) -> String {
    self[id.entity].name.name + "." + self[id].name.name
  }
}

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
        return forms.conversion(of: pairing.new.linkName(of: new))
      }
    }
  }

  /// How the identities in links are converted to the new version; `nil` if links cannot follow
  /// them.
  private func forms(of old: RelationID, _ new: RelationID) -> LinkForms? {
    guard let child = pairing.linkForm(ofChild: new, old),
      let parent = pairing.linkForm(
        pairing.old[old].target, pairing.new[new].target, "parent_id",
        tables[pairing.new[new].target])
    else { return nil }
    return LinkForms(child: child, parent: parent)
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

/// How the identities in links are converted to the new version.
struct LinkForms {
  let child: ValueConversion
  let parent: ValueConversion

  /// The conversion of the links of a relationship. Links whose identities have no new form are
  /// dropped.
  func conversion(of name: String) -> [MigrationOperation] {
    guard child != .none || parent != .none else { return [] }
    let ends = [child.expression("child_id"), parent.expression("parent_id")]
    let lost = zip([child, parent], ends).filter { $0.0.isLossy }.map { "(\($0.1)) IS NULL" }
    return (lost.isEmpty ? [] : [.dropLinks(name, where: lost.joined(separator: " OR "))])
      + [.convertLinks(name, child: ends[0], parent: ends[1])]
  }
}

extension SchemaPairing {
  /// How an identity in a link is converted to the new version; `nil` if it cannot be.
  ///
  /// - Parameters:
  ///   - table: The table in which the row is looked up if necessary; `nil` if it is not stored.
  ///   - linked: The relationship of the link, and the column with the identity of its target.
  func linkForm(
    _ old: EntityID, _ new: EntityID, _ column: String, _ table: TablePairing? = nil,
    linked: (relation: Int, column: String)? = nil
  ) -> ValueConversion? {
    guard isSame(old, new), let members = members(ofNew: new) else { return nil }
    var conversion: ValueConversion
    if self.old[old].identity.isComposite || self.new[new].identity.isComposite {
      let identity = QueuedIdentity(
        pairing: self, members: members, table: table, column: column, holder: "swiftsync_links",
        linked: linked)
      conversion = identity.conversion
      if conversion == .impossible { conversion = identity.lookup }
    } else {
      conversion = ReferenceConverter(pairing: self).conversion(
        from: old, to: new, column: column, table: SQLIdentifier("swiftsync_links"))
    }
    return conversion == .impossible ? nil : conversion
  }

  /// How the identity of the child in links of a relationship is converted; `nil` if it cannot be.
  /// The child is not stored.
  func linkForm(ofChild new: RelationID, _ old: RelationID) -> ValueConversion? {
    linkForm(
      old.entity, new.entity, "child_id", linked: (relation: new.index, column: "parent_id"))
  }
}

extension Schema {
  /// The runtime's name of a relationship in its links, `Child.reference`.
  fileprivate func linkName(of id: RelationID) -> String {
    self[id.entity].name.name + "." + self[id].name.name
  }
}

import SyncGenSchema

/// The fields of entries whose values a step loses.
extension EntityQueue {
  /// A lost value becomes null, the default, or the value of `backfill`. This is not a local write
  /// and is not pushed.
  var losses: [MigrationOperation] {
    guard let table else { return [] }
    let names = pairing.old.recordedNames(of: members.old)
    let lost = before.recordedMembers.map { member in
      (member: Schema.Member(member), condition: loss(of: member, in: table))
    }
    let lists = members.relations.pairs.map { pair in
      (member: Schema.Member.relation(pair.old), condition: loss(ofList: pair.old, to: pair.new))
    }
    return (lost + lists).flatMap { loss -> [MigrationOperation] in
      guard let name = names[loss.member], let condition = loss.condition else { return [] }
      return removal(of: name, where: condition)
    }
  }

  // MARK: Values

  /// The condition that the row of an entry loses the value of a member: it does not fit the new
  /// type, or refers to a row that is not stored or that the step deletes. `nil` if no row does.
  private func loss(of member: RecordedMember, in table: TablePairing) -> String? {
    let losses = columns(of: member).compactMap { position -> String? in
      let source = table.sources[position]
      guard let old = source.oldColumn, let value = source.lossy else { return nil }
      let name = "\(before.table.quoted).\(before[old].name.quoted)"
      return "\(name) IS NOT NULL AND (\(value)) IS NULL"
    }
    if losses.isEmpty { return nil }
    let isLost =
      losses.count == 1
      ? losses[0] : "(\(losses.map { "(\($0))" }.joined(separator: " OR ")))"
    return QueuedIdentity(pairing: pairing, members: members, table: table)
      .isStored(where: isLost)
  }

  /// The new columns of an old member; none if it is dropped, or if a reference gets other parts.
  private func columns(of member: RecordedMember) -> [Int] {
    switch member {
    case .attribute(let index):
      guard let new = members.attributes.newPosition(of: index),
        CompositeFollower(pairing: pairing, members: members).part(ofAttribute: new) == nil
      else { return [] }
      return after.attributes[new].columns
    case .reference(let index):
      guard let new = members.relations.newPosition(of: index) else { return [] }
      return after.relations[new].reference?.ownColumn.map { [$0.column] } ?? []
    }
  }

  // MARK: Lists

  /// The condition that the row of an entry loses members of a list, because their identities
  /// change and they are not stored.
  private func loss(ofList old: Int, to new: Int) -> String? {
    guard case .manyToMany(let former) = before.relations[old].kind,
      case .manyToMany(let list) = after.relations[new].kind
    else { return nil }
    let kept = TablePairer(pairing: pairing).transition(ofJoinTable: list.joinTable)
    guard let kept, kept.old == former.joinTable,
      let value = kept.conversions[list.side == .left ? 1 : 0].lossy
    else { return nil }
    let oldTable = pairing.old.joinTables[former.joinTable]
    let own = (former.side == .left ? oldTable.left : oldTable.right).columns.map(\.name)
    let isOwn = own.enumerated().map { place, name in
      "\(oldTable.name.quoted).\(name.quoted) = "
        + (own.count == 1
          ? "swiftsync_changes.id" : "json_extract(swiftsync_changes.id, '$[\(place)]')")
    }
    return "EXISTS (SELECT 1 FROM \(oldTable.name.quoted) WHERE "
      + "\(isOwn.joined(separator: " AND ")) AND (\(value)) IS NULL)"
  }
}

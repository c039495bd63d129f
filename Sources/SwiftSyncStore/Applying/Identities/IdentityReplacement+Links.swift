/// Join tables, and links that wait for rows.
extension IdentityReplacement {
  /// Moves the members of a row, and its memberships. For a `through:` entity, these are rows with
  /// references.
  func moveMembers(
    of plan: EntityPlan, from old: RowKey, to new: RowKey
  ) throws(SyncError) {
    let (newID, oldID) = (TemporaryIDs.id(new, from: 1), TemporaryIDs.id(old, from: new.count + 1))
    for side in plan.memberships where side.through == nil {
      let table = quoted(side.table.name)
      let isOwn = side.own.isEqual(to: newID)
      // After the existing members of the other row.
      let place =
        side.isOrdered
        ? side.table.positionColumn.map(quoted).map { position in
          ", \(position) = \(position) + coalesce((SELECT max(\(position)) + 1 FROM \(table) "
            + "WHERE \(isOwn)), 0)"
        } ?? "" : ""
      try run(
        "UPDATE OR IGNORE \(table) SET \(side.own.assignment(of: newID))\(place) WHERE "
          + side.own.isEqual(to: oldID), new + old)
      try run(
        "DELETE FROM \(table) WHERE \(side.own.isEqual(to: TemporaryIDs.id(old, from: 1)))", old)
    }
  }

  /// Moves links of lists to children that are not stored, and to children that had another
  /// identity.
  ///
  /// - Parameter isNew: Whether no row had the new identity before, so that links may have waited
  ///   for it.
  func moveWaitingLinks(
    of plan: EntityPlan, from old: RowKey, to new: RowKey, isNew: Bool
  ) throws(SyncError) {
    let (newID, oldID) = (TemporaryIDs.id(new, from: 2), TemporaryIDs.id(old, from: new.count + 2))
    for reference in ReferringColumns.all(to: plan) {
      try run(
        "UPDATE swiftsync_links SET parent_id = \(newID) WHERE relation = ?1 "
          + "AND parent_id = \(oldID)", [.text(reference.linkName)] + new + old)
    }
    for relation in plan.relations {
      guard case .reference = relation.kind, let reference = ReferencePlan(relation) else {
        continue
      }
      // Lists of a parent that scopes identities refer to rows by the part other than the parent.
      if plan.identity.count > 1, reference.column == plan.parentColumn { continue }
      let name = StoredValue.text(plan.linkName(of: relation))
      if isNew { try takeWaitingLink(of: new, reference, name, plan) }
      try run(
        "DELETE FROM swiftsync_links WHERE relation = ?1 AND child_id = \(TemporaryIDs.id(old))",
        [name] + old)
    }
  }

  /// Gives a row without a parent the parent whose list waited for it.
  private func takeWaitingLink(
    of key: RowKey, _ reference: ReferencePlan, _ name: StoredValue, _ plan: EntityPlan
  ) throws(SyncError) {
    let isLink = "relation = ?1 AND child_id = \(TemporaryIDs.id(key))"
    let found = try rows(
      "SELECT parent_id, position FROM swiftsync_links WHERE \(isLink)", [name] + key, count: 2)
    guard let link = found.first else { return }
    let column = plan.metadata.columns[reference.column]
    let isRow = plan.identity.enumerated().map { part, column in
      "\(quoted(plan.metadata.columns[column].name)) = ?\(part + 3)"
    }.joined(separator: " AND ")
    var assignments = [column.assignment(of: "?1")]
    var second = StoredValue.null
    if let tagged = column.tagged {
      assignments.append("\(quoted(tagged.tagName)) = ?2")
      second = .text(tagged.tag)
    } else if let position = reference.positionColumn {
      assignments.append("\(quoted(plan.metadata.columns[position].name)) = ?2")
      second = link[1]
    }
    try run(
      "UPDATE \(quoted(plan.metadata.table)) SET \(assignments.joined(separator: ", ")) "
        + "WHERE \(isRow) AND \(column.isAbsent)", [link[0], second] + key)
    try run("DELETE FROM swiftsync_links WHERE \(isLink)", [name] + key)
  }
}

extension ColumnMetadata {
  /// The assignment of a value to the column, or to the columns that it represents, except for the
  /// tag.
  fileprivate func assignment(of value: String) -> String {
    composite?.assignment(of: value) ?? "\(quoted(tagged?.idName ?? name)) = \(value)"
  }

  /// The condition that a row has no value in the column.
  fileprivate var isAbsent: String {
    composite.map { "\($0.expression()) IS NULL" } ?? "\(quoted(tagged?.idName ?? name)) IS NULL"
  }
}

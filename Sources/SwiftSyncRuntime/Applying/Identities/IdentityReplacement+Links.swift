/// Join tables, and links that wait for rows.
extension IdentityReplacement {
  /// Moves the members of a row, and its memberships. Those of a `through:` entity are rows with references.
  func moveMembers(
    of plan: EntityPlan, from old: RowKey, to new: RowKey
  ) throws(SyncError) {
    guard old.count == 1 else { return }
    for side in plan.memberships where side.through == nil {
      let table = quoted(side.table.name)
      let own = quoted(side.ownColumn)
      // Behind the members that the other row has already.
      let place =
        side.isOrdered
        ? side.table.positionColumn.map(quoted).map { position in
          ", \(position) = \(position) + coalesce((SELECT max(\(position)) + 1 FROM \(table) "
            + "WHERE \(own) = ?1), 0)"
        } ?? "" : ""
      try run("UPDATE OR IGNORE \(table) SET \(own) = ?1\(place) WHERE \(own) = ?2", new + old)
      try run(side.deleteAllSQL, old)
    }
  }

  /// Moves links of lists to children that are not there, and to children that had another identity.
  ///
  /// - Parameter isNew: Whether no row had the new identity before, so that links may have waited for it.
  func moveWaitingLinks(
    of plan: EntityPlan, from old: RowKey, to new: RowKey, isNew: Bool
  ) throws(SyncError) {
    guard old.count == 1 else { return }
    for reference in ReferringColumns.all(to: plan) {
      try run(
        "UPDATE swiftsync_links SET parent_id = ?1 WHERE relation = ?3 AND parent_id = ?2",
        new + old + [.text(reference.linkName)])
    }
    for relation in plan.relations {
      guard case .reference = relation.kind, let reference = ReferencePlan(relation) else {
        continue
      }
      let name = StoredValue.text(plan.linkName(of: relation))
      if isNew { try takeWaitingLink(of: new, reference, name, plan) }
      try run(
        "DELETE FROM swiftsync_links WHERE relation = ?2 AND child_id = ?1", old + [name])
    }
  }

  /// Gives a row without a parent the parent whose list waited for it.
  private func takeWaitingLink(
    of key: RowKey, _ reference: ReferencePlan, _ name: StoredValue, _ plan: EntityPlan
  ) throws(SyncError) {
    let found = try rows(
      "SELECT parent_id, position FROM swiftsync_links WHERE relation = ?2 AND child_id = ?1",
      key + [name], count: 2)
    guard let link = found.first else { return }
    let column = plan.metadata.columns[reference.column]
    let id = quoted(plan.metadata.columns[plan.identity[0]].name)
    var assignments = ["\(quoted(column.tagged?.idName ?? column.name)) = ?2"]
    var values = key + [link[0]]
    if let tagged = column.tagged {
      assignments.append("\(quoted(tagged.tagName)) = ?3")
      values.append(.text(tagged.tag))
    } else if let position = reference.positionColumn {
      assignments.append("\(quoted(plan.metadata.columns[position].name)) = ?3")
      values.append(link[1])
    }
    try run(
      "UPDATE \(quoted(plan.metadata.table)) SET \(assignments.joined(separator: ", ")) "
        + "WHERE \(id) = ?1 AND \(quoted(column.tagged?.idName ?? column.name)) IS NULL", values)
    try run("DELETE FROM swiftsync_links WHERE relation = ?2 AND child_id = ?1", key + [name])
  }
}

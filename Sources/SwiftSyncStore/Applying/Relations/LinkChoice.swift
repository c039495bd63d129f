@_spi(Generated) import SwiftSyncCoding

/// Chooses which links of a row are written, and adds those that it does not mention and keeps.
final class LinkChoice {
  private let call: CallData

  init(_ call: CallData) {
    self.call = call
  }

  /// Removes links that may not be inserted from a new row (A18); required ones are part of the
  /// row.
  func leaveForbiddenLinks(ofNew node: RowNode) {
    for reference in node.plan.references
    where reference.isOptional && !call.operations(on: reference, of: node).contains(.insert) {
      leave(reference, of: node)
    }
  }

  /// Removes the links that `relationOperations` does not allow to be written from a known row
  /// (A18).
  func leaveForbiddenLinks(of node: RowNode, _ stored: StoredTable.Row) {
    guard !call.nestedOperations.isSuperset(of: .all) || call.schema.hasLimitedRelations else {
      return
    }
    for reference in node.plan.references {
      let id = node.values[reference.column]
      guard id.kind != .missing else { continue }
      if stored.holds(id, in: reference.column) {
        // Only the position in the list may differ.
        guard let place = reference.positionColumn,
          !call.operations(on: reference, of: node).contains(.update)
        else { continue }
        node.values[place] = .missing
        continue
      }
      guard !node.plan.isIdentity(reference.column) else { continue }
      let operation = operation(of: reference, in: node, beside: stored)
      if !call.operations(on: reference, of: node).contains(operation) {
        leave(reference, of: node)
      }
    }
  }

  /// The operation by which a link of a known row changes. A reference to one of several entities is
  /// one link, whatever the entity.
  private func operation(
    of reference: ReferencePlan, in node: RowNode, beside stored: StoredTable.Row
  ) -> ApplyOptions.Operations {
    let column = node.plan.linkColumn(of: reference.column)
    if node.values[column].kind == .null { return .delete }
    return stored.holds(.null, in: column) ? .insert : .update
  }

  /// Removes links from a row that has waited if lists later in the payload contradict them.
  func leaveOvertakenLinks(of node: RowNode, _ rowID: Int64) {
    for reference in node.plan.references where !node.plan.isIdentity(reference.column) {
      let statements = call.state.statements[node.plan.index, reference.relation]
      if reference.column == node.listColumn {
        guard call.mode == .retrying, statements.isRestated(rowID, after: node.number) else {
          continue
        }
      } else {
        let number = statements.number(of: rowID)
        guard number > node.number, number != LinkStatements.exempt else { continue }
      }
      leave(reference, of: node)
    }
  }

  /// Removes a link from a row, together with its position in the list.
  private func leave(_ reference: ReferencePlan, of node: RowNode) {
    node.values[reference.column] = .missing
    if let place = reference.positionColumn { node.values[place] = .missing }
  }
}

// MARK: - Rows that come back

extension LinkChoice {
  /// Gives a restored row the links that it had and does not mention, and the positions in lists
  /// that it does not leave.
  func fillReferencesOfTombstoned(_ node: RowNode) throws(SyncError) {
    guard let row = call.state.deletions.tombstoned(node) else { return }
    for reference in node.plan.references {
      guard let parent = row.links[reference.column] else { continue }
      let id = BoundValue(parent, in: call.parser.arena)
      if node.values[reference.column].kind == .missing { node.complete(reference.column, id) }
      guard let column = reference.positionColumn, let place = row.links[column],
        node.values[column].kind == .missing, node.values[reference.column] == id
      else { continue }
      if node.states(reference.column), try isLeftOut(reference, ofReturned: node) { continue }
      node.complete(column, BoundValue(place, in: call.parser.arena))
    }
  }

  /// Whether a restored row is missing from its parent's complete list.
  private func isLeftOut(_ reference: ReferencePlan, ofReturned node: RowNode) throws(SyncError)
    -> Bool
  {
    guard let parent = try listedParent(reference, of: node) else { return false }
    return call.state.statements[node.plan.index, reference.relation].number(ofList: parent) > 0
  }
}

// MARK: - Places in ordered lists of rows that state their parent themselves

extension LinkChoice {
  /// Removes the list position of a row that states its parent without a position, if it moves
  /// there or if the list leaves it out. The position is restored before the row is tried again.
  func leavePlaces(of node: RowNode, _ stored: StoredTable.Row) throws(SyncError) {
    for reference in node.plan.references {
      guard let place = reference.positionColumn, node.values[place].kind == .missing,
        node.values[reference.column].kind != .missing
      else { continue }
      if stored.holds(node.values[reference.column], in: reference.column),
        try !isLeftOut(stored, reference, of: node)
      {
        continue
      }
      node.complete(place, .null)
    }
  }

  /// Whether a complete list of its parent has left out a known row, so that it has no position
  /// there: if the row had come with this payload, it would have none either.
  private func isLeftOut(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    let (entity, relation) = (node.plan.index, reference.relation)
    guard let parent = try listedParent(reference, of: node) else { return false }
    let statements = call.state.statements[entity, relation]
    guard statements.leavesOut(stored.rowID, of: parent) else { return false }
    // Soft-deleted rows no longer belong to a list; they get their positions when they are
    // restored.
    return statements.named.contains(stored.rowID) || !isMarked(node, stored)
  }

  /// The parent that a row states, if lists of the payload may remove rows from it.
  private func listedParent(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Int64? {
    guard call.state.statements[node.plan.index, reference.relation].hasLists,
      call.operations(ofList: node.plan.relations[reference.relation]).contains(.delete)
    else { return nil }
    return try call.tables[reference.target].rowID(of: node.values[reference.column])
  }

  /// Whether a known row is soft-deleted when its payload is applied.
  private func isMarked(_ node: RowNode, _ stored: StoredTable.Row) -> Bool {
    guard let mark = node.plan.keptTombstone else { return false }
    let isStated = mark.columns.contains { node.values[$0].kind != .missing }
    return isStated ? node.isTombstone : mark.isSet(in: stored)
  }
}

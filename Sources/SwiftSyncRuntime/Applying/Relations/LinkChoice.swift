@_spi(Generated) import SwiftSyncREST

/// Chooses which links of a row are written, and gives it those that it does not mention and keeps.
final class LinkChoice {
  private let call: CallData

  init(_ call: CallData) {
    self.call = call
  }

  /// Takes out of a new row the links that may not be inserted (A18); required ones are part of it.
  func leaveForbiddenLinks(ofNew node: RowNode) {
    for reference in node.plan.references
    where reference.isOptional && !call.operations(on: reference, of: node).contains(.insert) {
      leave(reference, of: node)
    }
  }

  /// Takes out of a known row the links that `relationOperations` does not allow to write (A18).
  func leaveForbiddenLinks(of node: RowNode, _ stored: StoredTable.Row) {
    guard !call.nestedOperations.isSuperset(of: .all) || call.schema.hasLimitedRelations else {
      return
    }
    for reference in node.plan.references {
      let id = node.values[reference.column]
      guard id.kind != .missing else { continue }
      if stored.holds(id, in: reference.column) {
        // Only the place in the list may be another.
        guard let place = reference.positionColumn,
          !call.operations(on: reference, of: node).contains(.update)
        else { continue }
        node.values[place] = .missing
        continue
      }
      guard !node.plan.isIdentity(reference.column) else { continue }
      let isLinked = !stored.holds(.null, in: reference.column)
      let operation: ApplyOptions.Operations =
        id.kind == .null ? .delete : isLinked ? .update : .insert
      if !call.operations(on: reference, of: node).contains(operation) {
        leave(reference, of: node)
      }
    }
  }

  /// Takes the links out of a row that has waited of which lists later in the payload say otherwise.
  func leaveOvertakenLinks(of node: RowNode, _ rowID: Int64) {
    for reference in node.plan.references where reference.column != node.listColumn {
      let number = call.state.statements[node.plan.index, reference.relation].number(of: rowID)
      guard number > node.number, number != LinkStatements.exempt else { continue }
      leave(reference, of: node)
    }
  }

  /// Takes a link out of a row, and its place in the list with it.
  private func leave(_ reference: ReferencePlan, of node: RowNode) {
    node.values[reference.column] = .missing
    if let place = reference.positionColumn { node.values[place] = .missing }
  }
}

// MARK: - Rows that come back

extension LinkChoice {
  /// Gives a row that comes back the links that it had and does not mention, and the places in lists
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

  /// Whether a row that comes back is not in the complete list that its parent has.
  private func isLeftOut(_ reference: ReferencePlan, ofReturned node: RowNode) throws(SyncError)
    -> Bool
  {
    guard let parent = try listedParent(reference, of: node) else { return false }
    return call.state.statements[node.plan.index, reference.relation].number(ofList: parent) > 0
  }
}

// MARK: - Places in ordered lists of rows that state their parent themselves

extension LinkChoice {
  /// Takes the place in a list from a row that states its parent without being given one, if it moves
  /// there or if the list leaves it out. It is given back before the row is tried again.
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

  /// Whether a complete list of its parent has left a known row out, so that it has no place there:
  /// had the row come with this payload, it would have none either.
  private func isLeftOut(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    let (entity, relation) = (node.plan.index, reference.relation)
    guard let parent = try listedParent(reference, of: node) else { return false }
    let statements = call.state.statements[entity, relation]
    guard statements.leavesOut(stored.rowID, of: parent) else { return false }
    // Soft-deleted rows no longer belong to a list; they have their places when they come back.
    return statements.named.contains(stored.rowID) || !isMarked(node, stored)
  }

  /// The parent that a row states, if lists of the payload may take rows away from it.
  private func listedParent(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Int64? {
    guard call.state.statements[node.plan.index, reference.relation].hasLists,
      call.operations(ofList: node.plan.relations[reference.relation]).contains(.delete)
    else { return nil }
    return try call.tables[reference.target].rowID(of: node.values[reference.column])
  }

  /// Whether a known row is marked when its payload is applied.
  private func isMarked(_ node: RowNode, _ stored: StoredTable.Row) -> Bool {
    guard let mark = node.plan.keptTombstone else { return false }
    let isStated = mark.columns.contains { node.values[$0].kind != .missing }
    return isStated ? node.isTombstone : mark.isSet(in: stored)
  }
}

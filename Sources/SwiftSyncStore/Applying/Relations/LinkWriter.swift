@_spi(Generated) import SwiftSyncCoding

/// Changes the references of stored rows because of statements of other rows.
final class LinkWriter {
  private let call: CallData
  private let recorder: LinkRecorder

  init(_ call: CallData, _ recorder: LinkRecorder) {
    self.call = call
    self.recorder = recorder
  }

  /// Writes one column of a row that the payload does not contain itself.
  func write(
    _ value: BoundValue, to column: Int, of rowID: Int64, _ table: StoredTable
  ) throws(SyncError) {
    if try table.update(rowID, column: column, value) { return }
    // One-to-one: the link moves, so the row that has it loses it first.
    for other in try table.rowIDs(where: column, holds: value) where other != rowID {
      try unlink(other, column: column, positionColumn: nil, of: table.plan)
    }
    _ = try table.update(rowID, column: column, value)
  }

  func unlink(_ rowID: Int64, _ incoming: IncomingReference) throws(SyncError) {
    try unlink(
      rowID, column: incoming.reference.column, positionColumn: incoming.reference.positionColumn,
      of: incoming.child)
  }

  /// Removes a row's reference, together with its position in the parent's list.
  func unlink(
    _ rowID: Int64, column: Int, positionColumn: Int?, of child: EntityPlan
  ) throws(SyncError) {
    let table = call.tables[child.index]
    if let reference = child.references.first(where: { $0.column == column }) {
      let list = StatedList(entity: child.index, relation: reference.relation)
      try recorder.noteMove(of: rowID, list, to: nil)
    }
    _ = try table.update(rowID, column: column, .null)
    if let positionColumn { _ = try table.update(rowID, column: positionColumn, .null) }
    call.state.tallies.markTouched(rowID, of: child.index)
  }
}

// MARK: - Links that lists have taken

extension LinkWriter {
  /// Restores the links that a list of the deleted row has taken from rows.
  func restoreDisplaced(
    _ incoming: IncomingReference, by id: BoundValue
  ) throws(SyncError) {
    let (child, reference) = (incoming.child, incoming.reference)
    guard call.state.statements[child.index, incoming.relation.index].hasLists else { return }
    let list = StatedList(entity: child.index, relation: incoming.relation.index)
    for rowID in try call.rows(incoming, to: id) where !call.isStated(rowID, incoming) {
      guard let link = displacedLink(of: rowID, incoming) else { continue }
      let parent = BoundValue(link.parent, in: call.parser.arena)
      let place = BoundValue(link.place ?? .null, in: call.parser.arena)
      try recorder.noteMove(of: rowID, list, to: parent.kind == .null ? nil : parent, at: place)
      // A state that is now void cannot be restored.
      _ = call.state.history.displaced.remove(of: rowID, list)
      try write(parent, to: reference.column, of: rowID, call.tables[child.index])
      if let column = reference.positionColumn {
        _ = try call.tables[child.index].update(rowID, column: column, place)
      }
      call.state.statements[child.index, list.relation].restore(
        rowID, number: link.number, isListed: link.isListed)
      if link.isOwn { call.state.statements[child.index, list.relation].restoreOwn(rowID) }
      call.state.tallies.markTouched(rowID, of: child.index)
    }
  }

  /// The link of a row before the list; no link for a row that the call has inserted and only its
  /// lists have linked.
  private func displacedLink(of rowID: Int64, _ incoming: IncomingReference) -> DisplacedLink? {
    let (entity, relation) = (incoming.child.index, incoming.relation.index)
    let list = StatedList(entity: entity, relation: relation)
    if let link = call.state.history.displaced.remove(of: rowID, list) { return link }
    guard incoming.reference.isOptional, call.state.tallies.isInserted(rowID, of: entity),
      call.state.statements[entity, relation].isListed(rowID)
    else { return nil }
    return DisplacedLink(parent: .null, place: .null, isOwn: false)
  }
}

@_spi(Generated) import SwiftSyncCoding

/// Moves rows within lists that are ordered by an attribute.
extension RowEditor {
  /// - Parameter relation: The rows' to-one relationship whose inverse is the ordered list.
  func move(
    _ identity: [StoredValue], after other: [StoredValue]?, in relation: String
  ) throws(SyncError) {
    guard let order = ListOrder(relation, of: plan) else {
      throw .unknownRelation(relation, entity: plan.metadata.name)
    }
    let identity = try current(identity)
    let other = try other.map { (other) throws(SyncError) in try current(other) }
    let row = try knownRow(identity)
    let rowID = row.rowID
    let parent = row.value(order.parentColumn).stored
    var previous: ListOrder.Place?
    let next: ListOrder.Place?
    if let other {
      let row = try self.row(after: identity, other, in: parent, order)
      previous = order.place(of: row)
      next = try order.next(after: row, on: call.connection)
    } else {
      next = try order.places(of: parent, limit: 1, on: call.connection).first
    }
    if next?.rowID == rowID { return }
    if let value = Self.value(between: previous, and: next) {
      try place(rowID, at: value, order)
    } else {
      try renumber(parent, moving: rowID, after: previous?.rowID, order)
    }
  }

  private func knownRow(_ identity: [StoredValue]) throws(SyncError) -> StoredTable.Row {
    if let row = try call.storedRow(identity) { return row }
    throw .unknownRow(identity.text, entity: plan.metadata.name)
  }

  /// The row that another one is to be moved after.
  private func row(
    after moved: [StoredValue], _ identity: [StoredValue], in parent: StoredValue,
    _ order: ListOrder
  ) throws(SyncError) -> StoredTable.Row {
    let entity = plan.metadata.name
    guard identity != moved else {
      throw .movedAfterItself(entity: entity, identity: identity.text)
    }
    let row = try knownRow(identity)
    guard row.value(order.parentColumn).stored == parent else {
      throw .movedAcrossLists(entity: entity, identity: moved.text, after: identity.text)
    }
    return row
  }

  /// A number between those of two rows; `nil` if there is none.
  private static func value(
    between previous: ListOrder.Place?, and next: ListOrder.Place?
  ) -> Double? {
    let lower = previous.map { $0.value ?? .nan }
    let upper = next.map { $0.value ?? .nan }
    let value: Double
    switch (lower, upper) {
    // Halves, because the sum of two large numbers may be infinite.
    case (let lower?, let upper?): value = lower / 2 + upper / 2
    case (let lower?, nil): value = lower + 1
    case (nil, let upper?): value = upper - 1
    case (nil, nil): return nil
    }
    // Also false for a value that is not a number.
    let fits =
      value.isFinite && (lower.map { $0 < value } ?? true) && (upper.map { value < $0 } ?? true)
    return fits ? value : nil
  }

  /// Numbers the rows of a list from 1, with one of them in a new position.
  private func renumber(
    _ parent: StoredValue, moving moved: Int64, after previous: Int64?, _ order: ListOrder
  ) throws(SyncError) {
    let places = try order.places(of: parent, on: call.connection)
    var number = 0.0
    func put(_ rowID: Int64, from value: Double?) throws(SyncError) {
      number += 1
      if value != number { try place(rowID, at: number, order) }
    }
    if previous == nil { try put(moved, from: nil) }
    for place in places where place.rowID != moved {
      try put(place.rowID, from: place.value)
      if place.rowID == previous { try put(moved, from: nil) }
    }
  }

  private func place(
    _ rowID: Int64, at value: Double, _ order: ListOrder
  ) throws(SyncError) {
    let table = call.tables[plan.index]
    guard try table.update(rowID, column: order.sortColumn, .real(value)) else {
      throw call.connection.failure(sql: table.sql.update([order.sortColumn]))
    }
  }
}

extension [StoredValue] {
  /// An identity as messages show it.
  fileprivate var text: String { map(\.text).joined(separator: "/") }
}

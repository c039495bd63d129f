@_spi(Generated) import SwiftSyncCoding

/// The positions at the ends of ordered many-to-many lists, to which lists of the other side add
/// members one by one: looking for the end reads the whole list, so with each member it would take
/// longer.
struct ListEnds {
  private var positions: [String: [StoredValue: Int64]] = [:]

  /// Returns the position at the end of a list, if it is known, and counts it as taken.
  mutating func take(of id: StoredValue, in table: String) -> Int64? {
    guard let position = positions[table]?[id] else { return nil }
    positions[table]?[id] = position + 1
    return position
  }

  mutating func note(_ position: Int64, of id: StoredValue, in table: String) {
    positions[table, default: [:]][id] = position
  }

  var isEmpty: Bool { positions.isEmpty }

  /// Forgets the end of a list of which members are moved or removed.
  mutating func forget(_ id: StoredValue, in table: String) {
    positions[table]?[id] = nil
  }

  /// Forgets the ends of all lists of a table.
  mutating func forgetAll(in table: String) {
    positions[table] = nil
  }
}

/// A row that has another identity now.
struct Renaming: Hashable, Sendable {
  /// Position in the schema.
  let entity: Int
  let old: RowKey
  let new: RowKey
}

/// Rows of one entity that got other identities, by their net effect.
struct Renamings: Sendable {
  /// The identities before, in the order in which they were replaced.
  private(set) var pairs: [(old: RowKey, new: RowKey)] = []
  private var places: [RowKey: Int] = [:]

  var isEmpty: Bool { pairs.isEmpty }

  /// Adds a later one: what was replaced twice has the last identity.
  mutating func add(_ old: RowKey, _ new: RowKey) {
    if let place = places.removeValue(forKey: old) {
      pairs[place].new = new
      places[new] = place
    } else {
      places[new] = pairs.count
      pairs.append((old, new))
    }
  }

  /// The identity that a row has now.
  func current(of key: RowKey) -> RowKey? {
    pairs.last { $0.old == key }?.new
  }
}

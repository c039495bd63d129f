/// A row whose identity has changed.
struct Renaming: Hashable, Sendable {
  /// The entity's position in the schema.
  let entity: Int
  let old: RowKey
  let new: RowKey
}

/// Rows of one entity whose identities have changed, by their net effect.
struct Renamings: Sendable {
  /// The old and new identities, in the order of the replacements.
  private(set) var pairs: [(old: RowKey, new: RowKey)] = []
  private var places: [RowKey: Int] = [:]

  var isEmpty: Bool { pairs.isEmpty }

  /// Adds a later change. If an identity was replaced twice, the last one is kept.
  mutating func add(_ old: RowKey, _ new: RowKey) {
    if let place = places.removeValue(forKey: old) {
      pairs[place].new = new
      places[new] = place
    } else {
      places[new] = pairs.count
      pairs.append((old, new))
    }
  }

  /// The current identity of a row.
  func current(of key: RowKey) -> RowKey? {
    pairs.last { $0.old == key }?.new
  }
}

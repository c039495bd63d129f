/// The pairs of a mapping that is being read, each key once.
struct YAMLKeys {
  private(set) var pairs: [YAMLPair] = []
  /// Positions in `pairs`. Most mappings are small, and looking through them is faster than hashing.
  private var positions: [String: Int] = [:]

  private static let fewKeys = 16
  private static let usualKeys = 4

  /// Appends a pair, unless its key is there: then the first pair with it is returned.
  mutating func add(_ pair: consuming YAMLPair) -> YAMLPair? {
    if pairs.count < Self.fewKeys {
      for index in pairs.indices where pairs[index].key == pair.key { return pairs[index] }
      // Growing costs more than the few bytes.
      if pairs.isEmpty { pairs.reserveCapacity(Self.usualKeys) }
    } else {
      if positions.isEmpty { for index in pairs.indices { positions[pairs[index].key] = index } }
      if let first = positions[pair.key] { return pairs[first] }
      positions[pair.key] = pairs.count
    }
    pairs.append(pair)
    return nil
  }
}

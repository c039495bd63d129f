import SyncGenSchema

/// The values of pairs of keys, which together identify rows if no single key does: `channel_id`
/// and `ts`.
struct KeyPairs {
  /// The number of keys that are examined.
  private static let limit = 6
  private static let words: Set<String> = [
    "id", "uuid", "key", "code", "slug", "ts", "timestamp", "number", "no", "index", "position",
    "line", "seq", "sequence", "rank", "revision", "version", "day", "date", "month", "year",
    "locale", "language", "lang", "sku",
  ]

  private struct Pair {
    let first: Int
    let second: Int
    var count = 0
    var sample = HashSample()
  }

  private var positions: [Int] = []
  private var pairs: [Pair] = []
  /// Whether there is a key that identifies rows alone.
  private var isOff = false

  /// Whether a key may be part of an identity, by its last word.
  static func mayBePart(_ key: String) -> Bool {
    let last = ImportNames.snake(key, NameStyle()).split(separator: "_").last
    return last.map { words.contains(String($0)) } ?? false
  }

  /// Records a new key of the objects.
  mutating func add(_ key: String, at position: Int) {
    if IdentityFinder.usual.contains(key) { isOff = true }
    guard !isOff, positions.count < Self.limit, Self.mayBePart(key) else { return }
    pairs += positions.map { Pair(first: $0, second: position) }
    positions.append(position)
  }

  /// Records an object that was read.
  mutating func end(_ present: ArraySlice<Int>, _ members: [ObjectShape.Member]) {
    guard !isOff, !pairs.isEmpty else { return }
    for index in pairs.indices {
      let (first, second) = (pairs[index].first, pairs[index].second)
      guard present.contains(first), present.contains(second) else { continue }
      pairs[index].count += 1
      pairs[index].sample.add(
        HashSample.combined(members[first].place.lastHash, members[second].place.lastHash))
    }
  }

  /// The only pair whose values differ in all objects or, if there are several, the one that
  /// contains a reference and a position.
  func identity(of members: [ObjectShape.Member], count: Int) -> [String]? {
    let good = pairs.filter { pair in
      pair.count == count && pair.sample.areUnique
        && [pair.first, pair.second].allSatisfy { members[$0].isPart(of: count) }
    }.map { [members[$0.first].key, members[$0.second].key] }
    if good.count == 1 { return good[0] }
    let referring = good.filter { keys in
      keys.count { ImportNames.snake($0, NameStyle()).hasSuffix("_id") } == 1
    }
    return referring.count == 1 ? referring[0] : good.first
  }
}

extension ObjectShape.Member {
  fileprivate func isPart(of count: Int) -> Bool {
    self.count == count && place.canIdentify && place.distinct.count == count
      // A day is never the whole identity. Any other unique key needs no second key.
      && (!place.distinct.areUnique || place.texts.dates + place.texts.days > 0)
  }
}

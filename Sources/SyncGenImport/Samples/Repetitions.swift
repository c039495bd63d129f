import SyncGenSchema

/// Objects with the same identity, and whether their content is the same.
///
/// A label of two tasks has the same content both times, apart from values that change between
/// responses. If most values differ, as in properties that have the `id` of their definition, the
/// objects are values: as rows, one would overwrite the other.
struct Repetitions {
  /// The number of identities that are remembered.
  private static let limit = 4096
  /// The number of values of an object that are compared.
  private static let valueLimit = 64

  private struct Content {
    let keys: UInt64
    let hash: UInt64
    /// Hashes of the values, in the order of the keys.
    let values: [UInt32]
    /// The first text that may tell kinds of objects apart, by its key and hash.
    let kind: Kind?
  }

  private struct Kind {
    let position: Int
    let hash: UInt64
  }

  private var position: Int?
  private var known: [UInt64: Content] = [:]
  private var repeated = 0
  /// How often the value of each key differed, by the position of the key.
  private var changes: [Int: Int] = [:]
  /// Whether objects of different kinds, with different keys, have the same identity.
  private var hasMixedKinds = false

  /// Records a new key of the objects.
  mutating func add(_ key: String, at position: Int) {
    if self.position == nil, IdentityFinder.isUsual(key) { self.position = position }
  }

  /// Takes note of an object that was read.
  mutating func end(
    _ present: ArraySlice<Int>, _ tags: ArraySlice<ObjectShape.TagValue>,
    _ members: [ObjectShape.Member], _ hash: UInt64
  ) {
    guard let position, present.contains(position) else { return }
    let keys = present.reduce(9) { HashSample.combined($0, UInt64($1)) }
    let kind = tags.first.map {
      Kind(position: $0.position, hash: members[$0.position].place.lastHash)
    }
    let id = members[position].place.lastHash
    guard let first = known[id] else {
      if known.count < Self.limit {
        let values = present.prefix(Self.valueLimit).map { Self.value(at: $0, members) }
        known[id] = Content(keys: keys, hash: hash, values: values, kind: kind)
      }
      return
    }
    // Objects with other keys are other forms of the same row.
    guard first.keys == keys else {
      if let one = first.kind, let kind, one.position == kind.position, one.hash != kind.hash {
        hasMixedKinds = true
      }
      return
    }
    repeated += 1
    guard first.hash != hash else { return }
    for (value, position) in zip(first.values, present)
    where value != Self.value(at: position, members) {
      changes[position, default: 0] += 1
    }
  }

  private static func value(at position: Int, _ members: [ObjectShape.Member]) -> UInt32 {
    UInt32(truncatingIfNeeded: members[position].place.lastHash)
  }

  mutating func merge(_ other: Repetitions) {
    repeated += other.repeated
    hasMixedKinds = hasMixedKinds || other.hasMixedKinds
  }

  // MARK: Asking

  /// The key that looks like an identity, and the keys whose values are evidence against it; `nil`
  /// without clear evidence.
  ///
  /// Some rows change between responses. The evidence is clear if several values differ in most
  /// repetitions, or one value that rows rarely have.
  func contradictions(_ members: [ObjectShape.Member]) -> (key: String, changing: [String])? {
    guard let position, position < members.count else { return nil }
    let key = members[position].key
    if hasMixedKinds { return (key, []) }
    let often = changing(members, in: 0.5)
    if repeated >= 3, often.count > 1 || often.contains(where: Self.isContent) {
      return (key, often)
    }
    let nearlyAlways = changing(members, in: 0.9)
    return repeated >= 10 && !nearlyAlways.isEmpty ? (key, nearlyAlways) : nil
  }

  /// The keys whose values differed in at least a given part of the repetitions, except those that
  /// usually change.
  private func changing(_ members: [ObjectShape.Member], in part: Double) -> [String] {
    changes.keys.sorted().filter { position in
      position < members.count && Double(changes[position] ?? 0) >= Double(repeated) * part
    }.map { members[$0].key }.filter { !Self.isVolatile($0) }
  }

  private static let content: Set<String> = [
    "value", "values", "answer", "answers", "checked", "selected", "quantity", "amount",
  ]

  /// Whether the value of a key belongs to the enclosing object, such as the answer to a question.
  private static func isContent(_ key: String) -> Bool {
    content.contains(ImportNames.snake(key, NameStyle()))
  }

  private static let volatile: Set<String> = [
    "count", "counts", "at", "on", "date", "time", "followers", "following", "friends", "views",
    "likes", "votes", "score", "rank", "balance", "online", "etag", "updated", "modified",
    "version", "revision", "ts", "last", "num", "total", "status", "state",
  ]

  /// Whether the value of a key usually changes, by its first or last word.
  private static func isVolatile(_ key: String) -> Bool {
    let words = ImportNames.snake(key, NameStyle()).split(separator: "_").map(String.init)
    return [words.first, words.last].contains { $0.map(volatile.contains) ?? false }
  }
}

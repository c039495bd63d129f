/// Objects with the same identity, and whether their content is the same.
///
/// A label of two tasks is the same both times. If the content differs, as for a property with the
/// `id` of its definition, the object is a value: as a row, one would overwrite the other.
struct Repetitions {
  /// The number of identities that are remembered.
  private static let limit = 4096

  private struct Content {
    let keys: UInt64
    let hash: UInt64
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
  private var changed = 0
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
      if known.count < Self.limit { known[id] = Content(keys: keys, hash: hash, kind: kind) }
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
    if first.hash != hash { changed += 1 }
  }

  /// Tolerates some values that depend on the time or the place, such as signed URLs.
  var areInconsistent: Bool {
    hasMixedKinds
      || (known.count == 1 ? changed > 0 : changed > 1 && changed * 20 >= repeated)
  }

  mutating func merge(_ other: Repetitions) {
    repeated += other.repeated
    changed += other.changed
    hasMixedKinds = hasMixedKinds || other.hasMixedKinds
  }
}

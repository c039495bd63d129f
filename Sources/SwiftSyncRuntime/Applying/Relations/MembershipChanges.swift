/// Which parents have other children than before the call, to count those whose list alone changed.
///
/// Each link that is made or taken away adds a hash of the child to the parent's sum, or takes it
/// off: what comes and goes again leaves 0. Parents are known by 64 bits of a hash.
struct MembershipChanges {
  private var sums: [UInt64: UInt64] = [:]
  /// By the parent's entity, its relation and its rowid: the key of a parent whose list is stated.
  private var keys: [CallState.StatedList: RowNumbers<UInt64>] = [:]

  static func key(of parent: BoundValue, _ list: CallState.StatedList) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(list)
    ReferenceKey(parent).hash(into: &hasher)
    return UInt64(bitPattern: Int64(hasher.finalize())) | 1
  }

  /// Notes that a child has come to a parent, or has left it.
  mutating func note(_ child: UInt64, joins: Bool, _ key: UInt64) {
    sums[key, default: 0] &+= joins ? child : 0 &- child
    if sums[key] == 0 { sums[key] = nil }
  }

  /// Notes a stored parent whose list is stated.
  mutating func noteList(
    of parent: Int64, _ relation: CallState.StatedList, key: UInt64
  ) {
    keys[relation, default: RowNumbers()][parent] = key
  }

  /// Forgets a parent that is deleted.
  mutating func forget(_ parent: Int64, _ relation: CallState.StatedList) {
    if keys[relation] != nil { keys[relation]?[parent] = 0 }
  }

  /// The rows whose list is stated and is another now, by entity.
  var changedParents: [(entity: Int, rowID: Int64)] {
    guard !sums.isEmpty else { return [] }
    return keys.sorted { $0.key < $1.key }.flatMap { relation, keys in
      keys.rowIDs.filter { sums[keys[$0]] != nil }.map { (relation.entity, $0) }
    }
  }
}

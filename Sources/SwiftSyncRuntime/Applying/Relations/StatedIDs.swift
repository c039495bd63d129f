/// The ids of one entity that a payload states as references, with how often.
///
/// Whether their rows exist is asked once per id, at the end or when there are too many to keep.
struct StatedIDs {
  static let limit = 1 << 16

  private var table = KeyTable()
  private var counts: [Int] = []
  /// The position of the id that was added last; nested rows state that of the row around them.
  private var latest = 0

  var isFull: Bool { counts.count >= Self.limit }

  mutating func add(_ id: BoundValue) {
    var integer = id.integer
    if id.kind == .integer {
      withUnsafeBytes(of: &integer) { bytes in
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        add(JSONSlice(start, bytes.count))
      }
    } else {
      add(id.slice)
    }
  }

  private mutating func add(_ key: JSONSlice) {
    var position = table.position(of: key, hint: latest)
    if position < 0 {
      position = table.insert(key)
      counts.append(0)
    }
    counts[position] += 1
    latest = position
  }

  /// How often ids were stated for which `isCounted` holds.
  func count(
    isInteger: Bool, _ isCounted: (BoundValue) throws(SyncError) -> Bool
  ) throws(SyncError) -> Int {
    var sum = 0
    for position in counts.indices {
      let holds = try table.withKey(at: position) { key throws(SyncError) in
        try isCounted(Self.id(key, isInteger: isInteger))
      }
      if holds { sum += counts[position] }
    }
    return sum
  }

  /// Keeps only the ids for which `isKept` holds.
  mutating func filter(
    isInteger: Bool, _ isKept: (BoundValue) throws(SyncError) -> Bool
  ) throws(SyncError) {
    var kept = StatedIDs()
    for position in counts.indices {
      try table.withKey(at: position) { key throws(SyncError) in
        guard try isKept(Self.id(key, isInteger: isInteger)) else { return }
        _ = kept.table.insert(key)
        kept.counts.append(counts[position])
      }
    }
    self = kept
  }

  private static func id(_ key: JSONSlice, isInteger: Bool) -> BoundValue {
    guard isInteger else { return .text(key) }
    return .integer(UnsafeRawPointer(key.start).loadUnaligned(as: Int64.self))
  }
}

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

  /// The ids, in their stored form, with how often each was stated.
  func all(isInteger: Bool) -> [(id: StoredValue, count: Int)] {
    counts.indices.map { position in
      let bytes = table.key(at: position)
      let id: StoredValue =
        isInteger
        ? .integer(bytes.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
        : .text(String(decoding: bytes, as: UTF8.self))
      return (id, counts[position])
    }
  }

  /// Keeps only the ids for which `isKept` holds.
  mutating func filter(
    isInteger: Bool, _ isKept: (StoredValue) throws(SyncError) -> Bool
  ) throws(SyncError) {
    var kept = StatedIDs()
    for (position, entry) in all(isInteger: isInteger).enumerated() where try isKept(entry.id) {
      let key = table.key(at: position)
      key.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        _ = kept.table.insert(JSONSlice(start, buffer.count))
        kept.counts.append(counts[position])
      }
    }
    self = kept
  }
}

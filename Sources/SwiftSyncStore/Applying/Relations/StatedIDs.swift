import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The ids of one entity that a payload states as references, with the number of times.
///
/// Whether their rows exist is checked once for each id, at the end or when there are too many to
/// keep. Ids without a row are then kept, and the limit grows with them: checking all of them again
/// for each further id would take quadratic time.
struct StatedIDs {
  static let firstLimit = 1 << 16

  private(set) var limit = Self.firstLimit
  private var table = KeyTable()
  private var counts: [Int] = []
  /// The position of the id that was added last; nested rows state that of their enclosing row.
  private var latest = 0

  var isFull: Bool { counts.count >= limit }

  mutating func add(_ id: BoundValue) {
    latest = Self.withKey(of: id) { key in
      let known = table.position(of: key, hint: latest)
      if known >= 0 { return known }
      counts.append(0)
      return table.insert(key)
    }
    counts[latest] += 1
  }

  @inline(__always)
  private static func withKey(of id: BoundValue, _ body: (JSONSlice) -> Int) -> Int {
    guard id.kind == .integer else { return body(id.slice) }
    return withUnsafeBytes(of: id.integer) { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return -1 }
      return body(JSONSlice(start, bytes.count))
    }
  }

  /// Withdraws one statement of an id. An id that is not kept has a row and does not count anyway.
  mutating func remove(_ id: BoundValue) {
    let position = Self.withKey(of: id) { table.position(of: $0, hint: latest) }
    if position >= 0, counts[position] > 0 { counts[position] -= 1 }
  }

  /// Visits the ids with the number of their statements, in the order of their first statement.
  func forEach(
    isInteger: Bool, _ body: (BoundValue, Int) throws(SyncError) -> Void
  ) throws(SyncError) {
    for position in counts.indices where counts[position] > 0 {
      try table.withKey(at: position) { key throws(SyncError) in
        try body(Self.id(key, isInteger: isInteger), counts[position])
      }
    }
  }

  /// Keeps only the ids for which `isKept` returns true.
  mutating func filter(
    isInteger: Bool, _ isKept: (BoundValue) throws(SyncError) -> Bool
  ) throws(SyncError) {
    var kept = StatedIDs()
    for position in counts.indices {
      try table.withKey(at: position) { key throws(SyncError) in
        guard counts[position] > 0, try isKept(Self.id(key, isInteger: isInteger)) else { return }
        _ = kept.table.insert(key)
        kept.counts.append(counts[position])
      }
    }
    kept.limit = max(Self.firstLimit, kept.counts.count * 2)
    self = kept
  }

  private static func id(_ key: JSONSlice, isInteger: Bool) -> BoundValue {
    guard isInteger else { return .text(key) }
    return .integer(UnsafeRawPointer(key.start).loadUnaligned(as: Int64.self))
  }
}

/// An id as a key, compared by its bytes and without ownership.
struct ReferenceKey: Hashable {
  let id: BoundValue

  init(_ id: BoundValue) {
    self.id = id
  }

  static func == (left: ReferenceKey, right: ReferenceKey) -> Bool {
    left.id == right.id
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id.kind)
    switch id.kind {
    case .missing, .null: break
    case .integer: hasher.combine(id.integer)
    case .real: hasher.combine(id.real)
    case .text, .blob: hasher.combine(bytes: UnsafeRawBufferPointer(id.slice.bytes))
    }
  }
}

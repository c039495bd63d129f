import SwiftSyncValues

/// Hashes in bounded memory, as a sample if there are many. Equal values are in the samples of all
/// places or of none, so that places can be compared.
struct HashSample {
  private var limit = 8192

  /// Whether no value of the sample occurred twice.
  private(set) var areUnique = true
  private(set) var hashes: Set<UInt64> = []
  /// Hashes with any of these bits are not in the sample.
  private(set) var mask: UInt64 = 0

  static func combined(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let hash = (one &* 0x100_0000_01b3) ^ (other &+ 0x9e37_79b9_7f4a_7c15)
    return hash ^ hash >> 29
  }

  mutating func add(_ hash: UInt64) {
    guard hash & mask == 0 else { return }
    if !hashes.insert(hash).inserted {
      areUnique = false
    } else if hashes.count > limit {
      thin()
    }
  }

  private mutating func thin() {
    mask = mask << 1 | 1
    let mask = mask
    hashes = hashes.filter { $0 & mask == 0 }
  }

  mutating func merge(_ other: HashSample) {
    areUnique = areUnique && other.areUnique && hashes.isDisjoint(with: other.hashes)
    mask |= other.mask
    hashes = hashes.union(other.hashes)
    let mask = mask
    if mask != 0 { hashes = hashes.filter { $0 & mask == 0 } }
    while hashes.count > limit { thin() }
  }

  mutating func keepFew() { limit = 256 }
}

/// The values at a place in bounded memory: all of them while there are few, otherwise a sample of
/// their hashes.
struct DistinctValues {
  /// The maximum number of cases of an enum.
  static let listLimit = 12
  /// The maximum number of bytes of a listed value.
  static let lengthLimit = 64

  private(set) var count = 0
  /// The values with their counts; empty once there were more than `listLimit`.
  private(set) var listed: [(value: [UInt8], count: Int)] = []
  private(set) var hasMany = false
  private var sample = HashSample()
  /// The hash of the value that was added last.
  private(set) var lastHash: UInt64 = 0

  /// Whether no value of the sample occurred twice.
  var areUnique: Bool { sample.areUnique }

  /// The number of distinct values in the sample.
  var distinctCount: Int { sample.hashes.count }

  mutating func add(_ value: JSONSlice) {
    count += 1
    lastHash = Self.hash(value)
    sample.add(lastHash)
    guard !hasMany else { return }
    if let index = listed.firstIndex(where: { value == $0.value }) {
      listed[index].count += 1
    } else if listed.count < Self.listLimit, value.count <= Self.lengthLimit {
      listed.append((Array(value.bytes), 1))
    } else {
      hasMany = true
      listed = []
    }
  }

  mutating func merge(_ other: DistinctValues) {
    sample.merge(other.sample)
    count += other.count
    hasMany = hasMany || other.hasMany
    for entry in other.listed where !hasMany {
      if let index = listed.firstIndex(where: { $0.value == entry.value }) {
        listed[index].count += entry.count
      } else {
        listed.append(entry)
      }
    }
    if listed.count > Self.listLimit { hasMany = true }
    if hasMany { listed = [] }
  }

  mutating func keepFew() { sample.keepFew() }

  /// Whether there are values, and all of the sample are among others.
  func areAmong(_ other: DistinctValues) -> Bool {
    let both = sample.mask | other.sample.mask
    guard let any = sample.hashes.first(where: { $0 & both == 0 }),
      other.sample.hashes.contains(any)
    else { return false }
    let own = sample.hashes.filter { $0 & both == 0 }
    return !own.isEmpty && own.isSubset(of: other.sample.hashes)
  }

  /// Whether some values are among others.
  func meet(_ other: DistinctValues) -> Bool {
    !sample.hashes.isDisjoint(with: other.sample.hashes)
  }

  /// FNV-1a, 64 bits.
  static func hash(_ value: JSONSlice) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in value.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash ^ hash >> 32
  }
}

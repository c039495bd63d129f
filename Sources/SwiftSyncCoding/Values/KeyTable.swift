package import SwiftSyncValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds keys by their bytes, without creating strings.
package struct KeyTable {
  private struct Key {
    let start: Int
    let count: Int
  }

  private var bytes: [UInt8] = []
  private var keys: [Key] = []
  /// Slots of an open-addressing hash table: the position of a key, or -1.
  private var slots: [Int32] = [-1]

  package init(_ keys: [[UInt8]] = []) {
    var capacity = 4
    while capacity < keys.count * 2 { capacity *= 2 }
    slots = [Int32](repeating: -1, count: capacity)
    for key in keys { key.withUnsafeBufferPointer { _ = insert(JSONSlice($0)) } }
  }

  package var count: Int { keys.count }

  /// The position of a key, or -1. The key at position `hint` is tried first.
  @inline(__always)
  package func position(of key: JSONSlice, hint: Int) -> Int {
    if hint < keys.count, isEqual(hint, key) { return hint }
    return find(key)
  }

  /// Adds a new key and returns its position.
  package mutating func insert(_ key: JSONSlice) -> Int {
    if (keys.count + 1) * 2 > slots.count { grow() }
    let position = keys.count
    keys.append(Key(start: bytes.count, count: key.count))
    bytes.append(contentsOf: key.bytes)
    place(position, hash: Self.hash(key))
    return position
  }

  package func key(at position: Int) -> [UInt8] {
    let key = keys[position]
    return Array(bytes[key.start..<key.start + key.count])
  }

  private func find(_ key: JSONSlice) -> Int {
    var slot = Self.hash(key) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isEqual(Int(slots[slot]), key) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return -1
  }

  @inline(__always)
  private func isEqual(_ position: Int, _ key: JSONSlice) -> Bool {
    let known = keys[position]
    guard known.count == key.count else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return key.isEmpty }
      return memcmp(start + known.start, key.start, key.count) == 0
    }
  }

  /// Passes the bytes of a key to `body` without copying them.
  @inline(__always)
  package func withKey<Result, Failure>(
    at position: Int, _ body: (JSONSlice) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let key = keys[position]
    return try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      try body(JSONSlice(UnsafeBufferPointer(rebasing: buffer[key.start..<key.start + key.count])))
    }
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for position in keys.indices { place(position, hash: withKey(at: position, Self.hash)) }
  }

  private mutating func place(_ position: Int, hash: Int) {
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(position)
  }

  /// Mixes eight bytes at a time. Payloads can be crafted to collide, but this only slows down the
  /// attacker's own payload.
  @inline(__always)
  private static func hash(_ key: JSONSlice) -> Int {
    let start = UnsafeRawPointer(key.start)
    var hash = UInt64(truncatingIfNeeded: key.count)
    var index = 0
    while index &+ 8 <= key.count {
      hash = mix(hash, start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < key.count {
      rest = rest << 8 | UInt64(key[index])
      index &+= 1
    }
    return Int(truncatingIfNeeded: mix(hash, rest))
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 32)
  }
}

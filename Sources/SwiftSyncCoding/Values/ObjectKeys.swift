public import SwiftSyncValues

/// The data that reading a payload needs of one object's keys, in memory that the trie owns.
///
/// The applier looks up each key of a payload. From its module, each access to a variable of a
/// class costs an exclusivity check, and each entry costs reference counting. Pointers cost
/// neither.
final class KeyPlaces {
  let places: UnsafeMutablePointer<KeyPlace>
  /// The position of the first key of the last object and, after it, for each key the position of
  /// the key that followed it.
  let followers: UnsafeMutablePointer<Int>
  let count: Int
  private let bytes: UnsafeMutablePointer<UInt8>

  init(_ entries: [KeyTrie.Entry] = []) {
    count = entries.count
    places = .allocate(capacity: count)
    followers = .allocate(capacity: count + 1)
    bytes = .allocate(capacity: entries.reduce(0) { $0 + $1.key.count })
    for place in 0...count { (followers + place).initialize(to: place) }
    var end = bytes
    for (position, entry) in entries.enumerated() {
      let place = KeyPlace(entry, at: end)
      (places + position).initialize(to: place)
      for byte in entry.key {
        end.initialize(to: byte)
        end += 1
      }
    }
  }

  deinit {
    places.deallocate()
    followers.deallocate()
    bytes.deallocate()
  }
}

/// A key that the schema knows, with the data that most keys of a payload need.
@usableFromInline
package struct KeyPlace {
  @usableFromInline
  let key: JSONSlice
  /// The column of a key that fills one and has no other meaning; -1 for other keys.
  @usableFromInline
  package let column: Int
  /// The rank among several paths for the column, of which the lowest wins.
  @usableFromInline
  package let rank: UInt8

  init(_ entry: KeyTrie.Entry, at start: UnsafePointer<UInt8>) {
    key = JSONSlice(start, entry.key.count)
    column = entry.plainField?.column ?? -1
    rank = entry.plainField?.rank ?? 0
  }
}

/// Finds the keys of one object in order.
///
/// The keys of the objects of one list are usually in the same order, so the key that followed the
/// latest one last time is tried first.
@usableFromInline
package struct ObjectKeys {
  @usableFromInline
  let trie: KeyTrie
  @usableFromInline
  let places: UnsafePointer<KeyPlace>
  @usableFromInline
  let followers: UnsafeMutablePointer<Int>
  @usableFromInline
  let count: Int
  @usableFromInline
  var latest = -1

  init(_ trie: KeyTrie, _ places: KeyPlaces) {
    self.trie = trie
    self.places = UnsafePointer(places.places)
    followers = places.followers
    count = places.count
  }

  @inlinable
  @inline(__always)
  package subscript(position: Int) -> KeyPlace { places[position] }

  /// The position of a key, or -1 if the schema does not know it.
  @inlinable
  @inline(__always)
  package mutating func position(of key: JSONSlice) -> Int {
    let follower = followers + (latest &+ 1)
    let expected = follower.pointee
    if expected < count, places[expected].key == key {
      latest = expected
      return expected
    }
    guard let position = trie.position(of: key, hint: count) else { return -1 }
    follower.pointee = position
    latest = position
    return position
  }
}

@_spi(Generated) import SwiftSyncCoding

/// The parents of which the payload states an ordered list more than once, by the relationship of
/// their children.
///
/// Of several lists of one parent, the latest comes first. If the children of earlier lists moved
/// with each of them, many lists would take quadratic time. Until the end of the call, these lists
/// therefore give negative places (`ContinuedPlace`).
struct ContinuedLists {
  private var parents: [StatedList: Set<StoredValue>] = [:]

  var isEmpty: Bool { parents.isEmpty }

  /// Adds a parent, and returns whether it is new.
  mutating func insert(_ parent: StoredValue, _ list: StatedList) -> Bool {
    parents[list, default: []].insert(parent).inserted
  }

  /// Removes and returns all parents.
  mutating func take() -> [(list: StatedList, parents: Set<StoredValue>)] {
    defer { parents = [:] }
    return parents.compactlySorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// A place in one of several lists of a parent: places in later lists are less, and all of them
/// are less than the places of children that no list names.
enum ContinuedPlace {
  /// The bits of a place in its list.
  private static let bits: Int64 = 31

  /// The first place in a list.
  static func first(inList number: UInt32) -> Int64 { -(Int64(number) << bits) }

  /// The number of the list that contains a place; 0 if none does.
  static func list(of place: Int64) -> UInt32 {
    // Other programs may have written any number.
    place < 0 ? UInt32(clamping: ((1 << bits) - 1 &- place) >> bits) : 0
  }

  /// The place in its own list.
  static func ownPlace(_ place: Int64) -> Int64 { place &- first(inList: list(of: place)) }
}

/// What a link was before something changed it.
struct DisplacedLink {
  let parent: StoredValue
  let place: StoredValue?
  /// Whether the row had stated it itself.
  let isOwn: Bool
  /// Whether a list had.
  var isListed = false
  /// The number of the latest statement about it.
  var number: UInt32 = 0
}

/// Links that were changed by what a tombstone may make void: had the row only been sent as it is at
/// the end of the call, they would be what they were.
struct DisplacedLinks {
  private var links: [CallState.StatedList: [Int64: DisplacedLink]] = [:]

  var isEmpty: Bool { links.isEmpty }

  /// Keeps a row's link unless an earlier one is kept.
  mutating func keep(_ link: DisplacedLink, of rowID: Int64, _ list: CallState.StatedList) {
    if links[list]?[rowID] == nil { links[list, default: [:]][rowID] = link }
  }

  mutating func replace(_ link: DisplacedLink, of rowID: Int64, _ list: CallState.StatedList) {
    links[list, default: [:]][rowID] = link
  }

  mutating func remove(of rowID: Int64, _ list: CallState.StatedList) -> DisplacedLink? {
    links.isEmpty ? nil : links[list]?.removeValue(forKey: rowID)
  }
}

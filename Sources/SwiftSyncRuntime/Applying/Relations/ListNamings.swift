/// A list's statement that a row is its parent's.
struct ListNaming {
  let parent: StoredValue
  /// Of the parent.
  let rowID: Int64
  let place: StoredValue?
  /// The number of the list.
  let number: UInt32
}

/// Lists that have named a row which is linked to something else now: they still name it if the row
/// is deleted later in the call.
struct ListNamings {
  private var namings: [CallState.StatedList: [Int64: [ListNaming]]] = [:]
  /// For a parent that was deleted: its lists up to this number are void.
  private var voided: [CallState.StatedList: [Int64: UInt32]] = [:]

  /// Adds the latest naming of a row.
  mutating func add(_ naming: ListNaming, of rowID: Int64, _ list: CallState.StatedList) {
    namings[list, default: [:]][rowID, default: []].removeAll { $0.rowID == naming.rowID }
    namings[list, default: [:]][rowID, default: []].append(naming)
  }

  /// The lists that have named a row, in the order of the payload, one for each parent.
  func all(of rowID: Int64, _ list: CallState.StatedList) -> [ListNaming] {
    guard !namings.isEmpty, let known = namings[list]?[rowID] else { return [] }
    guard let voided = voided[list] else { return known }
    return known.filter { $0.number > voided[$0.rowID] ?? 0 }
  }

  /// Forgets a row that is deleted.
  mutating func forget(_ rowID: Int64, _ list: CallState.StatedList) {
    if !namings.isEmpty { namings[list]?[rowID] = nil }
  }

  /// Makes the lists of a parent void that come up to a number.
  mutating func voidLists(
    of parent: Int64, upTo number: UInt32, _ list: CallState.StatedList
  ) {
    if namings[list] != nil { voided[list, default: [:]][parent] = number }
  }
}

/// The members that rows had before the call changed their lists, of rows that had any.
struct OriginalMembers {
  private var members: [CallState.StatedList: [Int64: [StoredValue: Int]]] = [:]

  /// Keeps the members of a row, with their places, unless earlier ones are kept.
  mutating func keep(
    _ places: [StoredValue: Int], of rowID: Int64, _ list: CallState.StatedList
  ) {
    if members[list]?[rowID] == nil { members[list, default: [:]][rowID] = places }
  }

  /// What a row had before the call; `nil` if that is not known to be another list.
  func places(of rowID: Int64, _ list: CallState.StatedList) -> [StoredValue: Int]? {
    members.isEmpty ? nil : members[list]?[rowID]
  }

  /// Forgets a row that is deleted.
  mutating func forget(_ rowID: Int64, _ list: CallState.StatedList) {
    if !members.isEmpty { members[list]?[rowID] = nil }
  }
}

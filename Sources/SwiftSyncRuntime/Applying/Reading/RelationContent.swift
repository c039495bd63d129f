@_spi(Generated) import SwiftSyncREST

/// What one row of a payload says of one relation.
///
/// An object that its row keeps: values of it would be copied, or checked for exclusive access, with
/// each element of a list.
final class RelationContent {
  struct NestedRow {
    let node: RowNode
    /// The place in the list.
    let position: Int
  }

  /// Which path gave the ids and which the objects; the lowest rank decides.
  private(set) var idsRank = UInt8.max
  private(set) var rowsRank = UInt8.max
  /// Ids in the order of the list, with their places there.
  var ids: [BoundValue] = []
  var idPositions: [Int] = []
  var rows: [NestedRow] = []
  /// Places of elements that are not objects and so no rows.
  var nonObjectElements: [Int] = []
  /// Whether some of those are ids.
  var hasBareIDs = false
  /// Places of elements among rows that may be ids and cannot be read; ids under a key of their own overrule them.
  var unreadableIDs: [Int] = []

  /// What a sign beside the list says: whether it goes on elsewhere. `nil` if there is none.
  var goesOn: Bool?
  /// Whether the list leaves no one out, whatever the schema says of such lists.
  var isWhole = false

  /// Whether ids and objects come from one list, in which each of them is a member.
  var isMixed: Bool { idsRank == rowsRank }
  /// Whether ids say which members there are, `[]` and null included; not where a list that takes both
  /// has objects only.
  var statesIDs: Bool { idsRank != .max && !(isMixed && ids.isEmpty) }
  /// Whether the payload has objects, `[]` and null included.
  var statesRows: Bool { rowsRank != .max }
  var isStated: Bool { idsRank != .max || rowsRank != .max }

  /// Whether a path decides what the ids are.
  func takesIDs(rank: UInt8) -> Bool { rank == idsRank }

  /// Prepares for ids from a path. Returns `false` if an earlier path has given them.
  func beginIDs(rank: UInt8) -> Bool {
    guard rank <= idsRank else { return false }
    idsRank = rank
    ids.removeAll(keepingCapacity: true)
    idPositions.removeAll(keepingCapacity: true)
    unreadableIDs.removeAll(keepingCapacity: true)
    return true
  }

  /// As `beginIDs`, for objects.
  func beginRows(rank: UInt8) -> Bool {
    guard rank <= rowsRank else { return false }
    rowsRank = rank
    rows.removeAll(keepingCapacity: true)
    nonObjectElements.removeAll(keepingCapacity: true)
    hasBareIDs = false
    return true
  }

  func clear() {
    idsRank = .max
    rowsRank = .max
    goesOn = nil
    isWhole = false
    ids.removeAll(keepingCapacity: true)
    idPositions.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    nonObjectElements.removeAll(keepingCapacity: true)
    unreadableIDs.removeAll(keepingCapacity: true)
    hasBareIDs = false
  }

  /// Places of elements that are neither rows nor ids.
  var unreadableElements: [Int] {
    unreadableIDs.isEmpty ? nonObjectElements : (nonObjectElements + unreadableIDs).sorted()
  }
}

extension RelationContent {
  /// Whether rows that the list does not name stay.
  func isPartial(_ relation: RelationPlan) -> Bool {
    guard relation.mayBePartial, !isWhole else { return false }
    if case .sign = relation.metadata.nesting.partial { return goesOn ?? true }
    return true
  }

  /// Calls `body` with the ids of the list, each once.
  func forEachDistinctID(_ body: (BoundValue) throws(SyncError) -> Void) throws(SyncError) {
    // Short lists are compared faster than hashed.
    guard ids.count > 8 else {
      for place in ids.indices where !ids[..<place].contains(where: { $0 == ids[place] }) {
        try body(ids[place])
      }
      return
    }
    var seen = Set<ReferenceKey>()
    for id in ids where seen.insert(ReferenceKey(id)).inserted { try body(id) }
  }

  /// The places of the members, told apart by a column, counted without nulls and repetitions. Ids beside a list of
  /// objects decide alone.
  func places(by column: Int) -> [ReferenceKey: Int] {
    var members = zip(ids, idPositions).map { (id: $0, place: $1) }
    if !statesIDs || isMixed {
      members += rows.map { (id: $0.node.values[column], place: $0.position) }
    }
    members.sort { $0.place < $1.place }
    var places: [ReferenceKey: Int] = [:]
    for (id, _) in members where id.kind != .missing && places[ReferenceKey(id)] == nil {
      places[ReferenceKey(id)] = places.count
    }
    return places
  }

  /// Forgets what a path gave, because its object turns up a second time and the last one counts.
  func forget(rank: UInt8) {
    if idsRank == rank { idsRank = .max }
    if rowsRank == rank { rowsRank = .max }
    if !isStated { clear() }
  }
}

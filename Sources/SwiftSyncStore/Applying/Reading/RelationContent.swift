import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// What one row of a payload states about one relationship.
///
/// It is a class, kept by its row: values would be copied, or checked for exclusive access, with
/// each element of a list.
final class RelationContent {
  struct NestedRow {
    let node: RowNode
    /// The position in the list.
    let position: Int
  }

  /// The ranks of the paths of the ids and the objects; the lowest rank wins.
  private(set) var idsRank = UInt8.max
  private(set) var rowsRank = UInt8.max
  /// The ids in the order of the list, with their positions.
  var ids: [BoundValue] = []
  var idPositions: [Int] = []
  var rows: [NestedRow] = []
  /// Rows without content, for ids with several parts, some of which may follow from the enclosing
  /// row.
  var namedRows: [NestedRow] = []
  /// The number of `ids` that are those of `namedRows`, at the end.
  private var namedCount = 0
  /// The positions of elements that are not objects and therefore not rows.
  var nonObjectElements: [Int] = []
  /// The messages about elements that are neither rows nor ids, by position.
  var elementProblems: [Int: String] = [:]
  /// The positions of elements among rows that may be ids and cannot be read. Ids under a separate
  /// key override them.
  var unreadableIDs: [Int] = []

  /// Whether a value next to the list shows that the list continues elsewhere; `nil` if there is
  /// none.
  var goesOn: Bool?
  /// Whether the list is complete, regardless of what the schema states about such lists.
  var isWhole = false
  /// Whether the list only adds members: those that it leaves out are kept.
  var isAddition = false

  /// Whether ids and objects come from one list, in which each of them is a member.
  var isMixed: Bool { idsRank == rowsRank }
  /// Whether ids state the members, including `[]` and null, but not if a list that accepts both
  /// contains only objects.
  var statesIDs: Bool { idsRank != .max && !(isMixed && ids.isEmpty && namedRows.isEmpty) }
  /// Whether the payload contains objects, including `[]` and null.
  var statesRows: Bool { rowsRank != .max }
  var isStated: Bool { idsRank != .max || rowsRank != .max }

  /// Whether the payload states the list and it contains nothing.
  var isEmptyList: Bool {
    isStated && ids.isEmpty && rows.isEmpty && namedRows.isEmpty && unreadableElements.isEmpty
  }

  /// Whether the ids of a path are used.
  func takesIDs(rank: UInt8) -> Bool { rank == idsRank }

  /// Prepares for ids from a path. Returns `false` if an earlier path has provided them.
  func beginIDs(rank: UInt8) -> Bool {
    guard rank <= idsRank else { return false }
    idsRank = rank
    ids.removeAll(keepingCapacity: true)
    idPositions.removeAll(keepingCapacity: true)
    unreadableIDs.removeAll(keepingCapacity: true)
    forgetNamedRows()
    return true
  }

  /// Like `beginIDs`, for objects.
  func beginRows(rank: UInt8) -> Bool {
    guard rank <= rowsRank else { return false }
    rowsRank = rank
    rows.removeAll(keepingCapacity: true)
    nonObjectElements.removeAll(keepingCapacity: true)
    return true
  }

  func clear() {
    idsRank = .max
    rowsRank = .max
    goesOn = nil
    isWhole = false
    isAddition = false
    ids.removeAll(keepingCapacity: true)
    idPositions.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    nonObjectElements.removeAll(keepingCapacity: true)
    unreadableIDs.removeAll(keepingCapacity: true)
    if !elementProblems.isEmpty { elementProblems = [:] }
    forgetNamedRows()
  }

  private func forgetNamedRows() {
    namedCount = 0
    if !namedRows.isEmpty { namedRows = [] }
  }

  /// The positions of elements that are neither rows nor ids.
  var unreadableElements: [Int] {
    unreadableIDs.isEmpty
      ? nonObjectElements : (nonObjectElements + unreadableIDs).compactlySorted()
  }
}

extension RelationContent {
  /// Determines the ids of `namedRows`, again if a row is applied again.
  ///
  /// - Parameter identify: Returns the id of a row; `nil` if it names none of the list.
  /// - Returns: The rows without an id.
  func takeNamedRows(
    _ identify: (RowNode) throws(SyncError) -> BoundValue?
  ) throws(SyncError) -> [NestedRow] {
    ids.removeLast(namedCount)
    idPositions.removeLast(namedCount)
    namedCount = 0
    var others: [NestedRow] = []
    for row in namedRows {
      guard let id = try identify(row.node) else {
        others.append(row)
        continue
      }
      ids.append(id)
      idPositions.append(row.position)
      namedCount += 1
    }
    return others
  }

  /// Whether rows that the list does not name are kept.
  func isPartial(_ relation: RelationPlan) -> Bool {
    if isAddition { return true }
    guard relation.mayBePartial, !isWhole else { return false }
    if case .keepIf = relation.metadata.nesting.missingRows { return goesOn ?? true }
    return true
  }

  /// Calls `body` with the distinct ids of the list.
  func forEachDistinctID(_ body: (BoundValue) throws(SyncError) -> Void) throws(SyncError) {
    // Short lists are faster to compare than to hash.
    guard ids.count > 8 else {
      for place in ids.indices where !ids[..<place].contains(where: { $0 == ids[place] }) {
        try body(ids[place])
      }
      return
    }
    var seen = Set<ReferenceKey>()
    for id in ids where seen.insert(ReferenceKey(id)).inserted { try body(id) }
  }

  /// The positions of the members by a column, not counting nulls and repetitions. If there are ids
  /// next to a list of objects, only the ids are used.
  func places(by column: Int) -> [ReferenceKey: Int] {
    var members = zip(ids, idPositions).map { (id: $0, place: $1) }
    if !statesIDs || isMixed {
      members += rows.map { (id: $0.node.values[column], place: $0.position) }
    }
    var places: [ReferenceKey: Int] = [:]
    for index in sortedIndices(members.count, by: { members[$0].place < members[$1].place }) {
      let id = members[index].id
      guard id.kind != .missing, places[ReferenceKey(id)] == nil else { continue }
      places[ReferenceKey(id)] = places.count
    }
    return places
  }

  /// Forgets the values of a path, because its object occurs a second time and the last one is
  /// used.
  func forget(rank: UInt8) {
    if idsRank == rank { idsRank = .max }
    if rowsRank == rank { rowsRank = .max }
    if !isStated { clear() }
  }
}

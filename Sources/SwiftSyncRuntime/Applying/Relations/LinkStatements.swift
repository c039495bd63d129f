/// What a payload has said of one relation: which rows state it themselves, and for a to-one with a
/// list at its other end, which of a child's reference and its parents' lists was stated last.
///
/// Of two statements about one link the later in the payload wins. Statements are numbered in the
/// order of the payload; numbers are kept from the first list on, so that rows that only state their
/// references cost one bit each.
struct LinkStatements {
  /// The number of a child that no list may take away from its parent.
  static let exempt = UInt32.max

  /// Rows that state the relation themselves; for a reference, whose present value they state.
  private(set) var own = RowIDSet()
  /// Children that a list names and that had their rows then.
  private(set) var named = RowIDSet()
  /// Named children whose link is not, or not any more, what a list says.
  private var unlisted: Set<Int64> = []
  /// The number of the latest statement about a child's link.
  private var children = RowNumbers<UInt32>()
  /// The number of the latest list of a parent, if it is complete.
  private var parents = RowNumbers<UInt32>()
  /// Whether any list was stated.
  private(set) var hasLists = false
  /// How many children lists have named, repetitions included.
  private(set) var listedCount: Int64 = 0
  /// Whether a child that a list names may have been left out by a later one.
  private var mayBeOvertaken = false

  /// Keeps numbers from now on.
  mutating func expectLists() {
    hasLists = true
  }

  /// Notes that a row states the relation, and returns whether it has done so before.
  @inline(__always)
  @discardableResult
  mutating func stateOwn(_ rowID: Int64, number: UInt32) -> Bool {
    if hasLists {
      // A list that is later in the payload may have named a row that has waited.
      let listed = children[rowID]
      if listed < number || listed == Self.exempt { children[rowID] = number }
      mayBeOvertaken = true
    }
    return !own.insert(rowID)
  }

  /// Notes that a row does not state its present reference itself any more.
  mutating func withdrawOwn(_ rowID: Int64) {
    own.remove(rowID)
  }

  /// Notes that what a row has stated itself is its reference again.
  mutating func restoreOwn(_ rowID: Int64) {
    own.insert(rowID)
  }

  /// Notes the number of a list that a child is in.
  @inline(__always)
  mutating func list(_ child: Int64, number: UInt32) {
    hasLists = true
    listedCount += 1
    children[child] = number
  }

  /// Notes that a row arrives with a link that has waited for it.
  ///
  /// - Parameter isListed: Whether a list of this call says so.
  mutating func arrive(_ child: Int64, number: UInt32, isListed: Bool) {
    if isListed { name(child, number: number) } else { list(child, number: number) }
    // The first list of its parent in this call may be still to come, and without it.
    mayBeOvertaken = true
  }

  /// Notes that a list has linked a child, or could not.
  mutating func name(_ child: Int64, number: UInt32) {
    named.insert(child)
    if !unlisted.isEmpty { unlisted.remove(child) }
    list(child, number: number)
  }

  /// Notes that the link of a named child is not what a list says.
  mutating func unlist(_ child: Int64) {
    unlisted.insert(child)
  }

  /// Whether a list says that a child is linked as it is.
  func isListed(_ child: Int64) -> Bool {
    named.contains(child) && (unlisted.isEmpty || !unlisted.contains(child))
  }

  /// Notes a child of a list that is void before it is complete.
  mutating func nameInVoidList(_ child: Int64) {
    named.insert(child)
  }

  /// Notes that a child is linked as it was before a list that is void.
  mutating func restore(_ child: Int64, number: UInt32, isListed: Bool) {
    children[child] = number
    if isListed { unlisted.remove(child) } else { unlisted.insert(child) }
  }

  /// Notes the list of a parent; one of which not every element can be told takes no one away.
  mutating func stateList(of parent: Int64, number: UInt32, isComplete: Bool) {
    hasLists = true
    if parents[parent] != 0 { mayBeOvertaken = true }
    parents[parent] = isComplete ? number : 0
  }

  /// Keeps a child from being taken away by any list.
  mutating func exempt(_ child: Int64) {
    list(child, number: Self.exempt)
  }

  /// The number of the latest statement about a child's link, 0 if lists came later than it.
  func number(of child: Int64) -> UInt32 { children[child] }

  /// The number of the latest list of a parent, 0 if it is not complete.
  func number(ofList parent: Int64) -> UInt32 { parents[parent] }

  /// The parents with a complete list.
  var statedParents: [Int64] { parents.rowIDs }

  /// Whether the complete list of a parent leaves a child of it out.
  func leavesOut(_ child: Int64, of parent: Int64) -> Bool {
    children[child] < parents[parent]
  }

  /// Whether every list keeps a child, whichever parent it has.
  func isCertain(_ child: Int64) -> Bool {
    !mayBeOvertaken && children[child] != 0
  }

  /// Forgets a row that is deleted: its rowid may be another's later.
  mutating func forget(_ rowID: Int64) {
    own.remove(rowID)
    guard hasLists else { return }
    named.remove(rowID)
    if !unlisted.isEmpty { unlisted.remove(rowID) }
    children[rowID] = 0
  }

  /// Forgets the list of a parent that is deleted.
  mutating func forgetList(of parent: Int64) {
    guard hasLists else { return }
    parents[parent] = 0
    mayBeOvertaken = true
  }
}

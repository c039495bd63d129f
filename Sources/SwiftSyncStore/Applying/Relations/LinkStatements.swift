/// What a payload has stated about one relationship: the rows that state it themselves and, for a
/// to-one relationship with a list at its other end, whether a child's reference or its parents'
/// lists were stated last.
///
/// Of two statements about one link, the later one in the payload wins. Statements are numbered in
/// the order of the payload. Numbers are kept from the first list on, so rows that only state their
/// references cost one bit each.
struct LinkStatements {
  /// The number of a child that no list may remove from its parent.
  static let exempt = UInt32.max

  /// The rows that state the relationship themselves; for a reference, those that state its current
  /// value.
  private(set) var own = RowIDSet()
  /// The children that a list names and that had rows at that time.
  private(set) var named = RowIDSet()
  /// The named children whose link is not, or no longer, what a list states.
  private var unlisted: Set<Int64> = []
  /// The number of the latest statement about a child's link.
  private var children = RowNumbers<UInt32>()
  /// The number of the latest list of a parent, if it is complete.
  private var parents = RowNumbers<UInt32>()
  /// The number of the latest list of a parent, and the number of places in it, if the list is
  /// ordered and other lists of the parent may continue it.
  private var orders = RowNumbers<UInt32>()
  private var widths = RowNumbers<UInt32>()
  /// Whether any list was stated.
  private(set) var hasLists = false
  /// The number of children that lists have named, including repetitions.
  private(set) var listedCount: Int64 = 0
  /// Whether a child that a list names may have been left out by a later one.
  private var mayBeOvertaken = false

  /// Keeps numbers from now on.
  mutating func expectLists() {
    hasLists = true
  }

  /// Records that a row states the relationship, and returns whether it has done so before.
  @inline(__always)
  @discardableResult
  mutating func stateOwn(_ rowID: Int64, number: UInt32) -> Bool {
    if hasLists {
      // A list later in the payload may contain a row that has waited.
      let listed = children[rowID]
      if listed < number || listed == Self.exempt { children[rowID] = number }
      mayBeOvertaken = true
    }
    return !own.insert(rowID)
  }

  /// Records that a row no longer states its current reference itself.
  mutating func withdrawOwn(_ rowID: Int64) {
    own.remove(rowID)
  }

  /// Records that a row's reference is again what it has stated itself.
  mutating func restoreOwn(_ rowID: Int64) {
    own.insert(rowID)
  }

  /// Records the number of a list that contains a child.
  @inline(__always)
  mutating func list(_ child: Int64, number: UInt32) {
    hasLists = true
    listedCount += 1
    children[child] = number
  }

  /// Records that a row arrives with a link that has waited for it.
  ///
  /// - Parameter isListed: Whether a list of this call states the link.
  mutating func arrive(_ child: Int64, number: UInt32, isListed: Bool) {
    if isListed { name(child, number: number) } else { list(child, number: number) }
    // The first list of its parent in this call may still follow, without the child.
    mayBeOvertaken = true
  }

  /// Records that a list has linked a child, or could not.
  mutating func name(_ child: Int64, number: UInt32) {
    named.insert(child)
    if !unlisted.isEmpty { unlisted.remove(child) }
    list(child, number: number)
  }

  /// Records that the link of a named child is not what a list states.
  mutating func unlist(_ child: Int64) {
    unlisted.insert(child)
  }

  /// Whether a list states a child's current link.
  func isListed(_ child: Int64) -> Bool {
    named.contains(child) && (unlisted.isEmpty || !unlisted.contains(child))
  }

  /// Records that a list which is not applied, at least not yet, contains a child.
  mutating func mention(_ child: Int64) {
    if named.insert(child) { unlisted.insert(child) }
  }

  /// Whether a row itself or a list has stated a child's link after a statement with a number.
  func isRestated(_ child: Int64, after number: UInt32) -> Bool {
    let latest = children[child]
    guard latest > number, latest != Self.exempt else { return false }
    return own.contains(child) || isListed(child)
  }

  /// Records a child of a list that becomes void before it is complete.
  mutating func nameInVoidList(_ child: Int64) {
    named.insert(child)
  }

  /// Records that a child is linked as it was before a void list.
  mutating func restore(_ child: Int64, number: UInt32, isListed: Bool) {
    children[child] = number
    if isListed { unlisted.remove(child) } else { unlisted.insert(child) }
  }

  /// Records the list of a parent. A list with elements that cannot be identified removes no
  /// children.
  mutating func stateList(of parent: Int64, number: UInt32, isComplete: Bool) {
    hasLists = true
    if parents[parent] != 0 { mayBeOvertaken = true }
    parents[parent] = isComplete ? number : 0
  }

  /// Records the latest ordered list of a parent.
  mutating func noteOrder(of parent: Int64, number: UInt32, width: UInt32) {
    orders[parent] = number
    widths[parent] = width
  }

  /// The number of a parent's latest ordered list and the number of places in it; 0 without one.
  func order(of parent: Int64) -> (number: UInt32, width: UInt32) {
    (orders[parent], widths[parent])
  }

  /// Prevents any list from removing a child.
  mutating func exempt(_ child: Int64) {
    list(child, number: Self.exempt)
  }

  /// The number of the latest statement about a child's link; 0 if it precedes all lists.
  func number(of child: Int64) -> UInt32 { children[child] }

  /// The number of the latest list of a parent; 0 if it is not complete.
  func number(ofList parent: Int64) -> UInt32 { parents[parent] }

  /// The parents with a complete list.
  var statedParents: [Int64] { parents.rowIDs }

  /// Whether the complete list of a parent leaves out one of its children.
  func leavesOut(_ child: Int64, of parent: Int64) -> Bool {
    children[child] < parents[parent]
  }

  /// Whether every list keeps a child, regardless of its parent.
  func isCertain(_ child: Int64) -> Bool {
    !mayBeOvertaken && children[child] != 0
  }

  /// Forgets a deleted row, because another row may reuse its rowid.
  mutating func forget(_ rowID: Int64) {
    own.remove(rowID)
    guard hasLists else { return }
    named.remove(rowID)
    if !unlisted.isEmpty { unlisted.remove(rowID) }
    children[rowID] = 0
  }

  /// Forgets the list of a deleted parent.
  mutating func forgetList(of parent: Int64) {
    guard hasLists else { return }
    parents[parent] = 0
    noteOrder(of: parent, number: 0, width: 0)
    mayBeOvertaken = true
  }
}

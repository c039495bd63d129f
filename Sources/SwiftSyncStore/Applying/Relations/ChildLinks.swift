import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The children of one parent that a payload lists, while they are applied and linked.
struct ChildLinks {
  /// A listed child that is linked when all rows of the list are applied.
  struct Member {
    let id: BoundValue
    var place: Int
    /// The position among the elements.
    var position = Int.max

    var placeValue: BoundValue { .integer(Int64(place)) }
  }

  let children: RelationPlan.Children
  let relation: RelationPlan
  let parent: BoundValue
  /// The children's relationship.
  let list: StatedList
  /// The positions; `nil` if they do not matter.
  let places: [ReferenceKey: Int]?
  /// The list as a statement of the parent, and whether an earlier occurrence of it has made one.
  let statement: RowStatement
  var isRepeated = false
  /// The number of the latest statement before this list.
  let start: UInt32
  /// The number of the list of a deferred row; 0 for other lists, which are numbered at the end.
  let end: UInt32
  /// Whether this call has inserted the parent.
  let isParentNew: Bool

  /// Children that are stored and linked as nested rows.
  var linked: [(rowID: Int64, member: Member)] = []
  /// Nested rows that are stored and whose link the list may not change.
  var unlinked: [(rowID: Int64, member: Member)] = []
  /// Children to be linked by their ids.
  var named: [Member] = []
  /// Rejected rows that are not stored. They are not linked.
  var rejected: [Member] = []
  /// Nested rows that wait for the end of the call.
  var waiting: [RowNode] = []
  /// Rows that the list names but does not link.
  var exempt: [Int64] = []
  /// The positions of tombstones among the elements.
  var tombstones: [ReferenceKey: Int] = [:]
  /// The last position of each id among the elements, if there are tombstones.
  var lastPositions: [ReferenceKey: Int] = [:]
  /// Whether every element can be identified.
  var isComplete = true
  /// Whether children that the list leaves out are kept.
  var isPartial = false
  /// The place of the first child; not 0 if the list continues another of the same parent.
  var firstPlace = 0

  func link(at position: Int) -> ParentLink {
    ParentLink(
      column: children.reference.column, parent: parent,
      positionColumn: children.reference.positionColumn, position: position,
      isParentNew: isParentNew)
  }

  /// The position of a child in the list; `nil` if the list does not contain it or positions do not
  /// matter.
  func place(of id: BoundValue) -> Int? {
    places?[ReferenceKey(id)].map { firstPlace + $0 }
  }

  /// Whether the list is ordered and other lists of the parent may continue it.
  var mayBeContinued: Bool { relation.mayBePartial && children.reference.positionColumn != nil }

  /// The number of places in the list. Elements that did not become members leave gaps.
  var width: Int {
    (linked.lazy.map(\.member.place) + named.lazy.map(\.place)).reduce(0) {
      max($0, $1 - firstPlace + 1)
    }
  }

  /// Gives the list another first place.
  mutating func move(to place: Int) {
    let distance = place - firstPlace
    firstPlace = place
    for index in linked.indices { linked[index].member.place += distance }
    for index in named.indices { named[index].place += distance }
  }

  /// Records the outcome of a nested child that is a member.
  mutating func note(_ outcome: RowOutcome, of child: RowNode, _ member: Member) {
    switch outcome {
    case .applied(let rowID):
      // If the link is not allowed, its value is removed, or is that of another list.
      if child.values[children.reference.column] == parent {
        linked.append((rowID, member))
      } else {
        unlinked.append((rowID, member))
      }
    case .waiting:
      waiting.append(child)
      named.append(member)
    case .passed(_?), .rejected(_?, isIdentified: true), .named: named.append(member)
    case .rejected(nil, isIdentified: true): rejected.append(member)
    case .tombstoned: tombstones[ReferenceKey(member.id)] = member.position
    case .passed(nil), .left, .rejected(_, isIdentified: false): break
    }
  }

  /// Leaves out everything that precedes a tombstone of the same row.
  mutating func dropTombstones() {
    guard !tombstones.isEmpty else { return }
    let tombstones = tombstones
    func isOver(_ member: Member) -> Bool {
      tombstones[ReferenceKey(member.id)].map { member.position < $0 } ?? false
    }
    linked.removeAll { isOver($0.member) }
    named.removeAll(where: isOver)
  }

  /// Whether a tombstone of the same list follows an id.
  func isBuried(_ id: BoundValue) -> Bool {
    guard !tombstones.isEmpty, let tombstone = tombstones[ReferenceKey(id)] else { return false }
    return (lastPositions[ReferenceKey(id)] ?? -1) < tombstone
  }

  /// Determines the last position of each id, if tombstones are in the list.
  mutating func findLastPositions(in content: RelationContent) {
    guard !tombstones.isEmpty else { return }
    lastPositions = Dictionary(
      zip(content.ids.map(ReferenceKey.init), content.idPositions), uniquingKeysWith: max)
  }

  /// Leaves out repetitions of children to be linked by their ids.
  mutating func dropRepetitions() {
    guard named.count > 1 else { return }
    var seen = Set<ReferenceKey>(minimumCapacity: named.count)
    named.removeAll { !seen.insert(ReferenceKey($0.id)).inserted }
  }
}

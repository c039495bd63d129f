import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The children of one parent that a payload lists, while they are applied and linked.
struct ChildLinks {
  /// A listed child that is linked when all rows of the list are applied.
  struct Member {
    let id: BoundValue
    let place: Int
    /// The position among the elements.
    var position = Int.max
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
  /// Children to be linked by their ids.
  var named: [Member] = []
  /// Nested rows that wait for the end of the call.
  var waiting: [RowNode] = []
  /// Rows that the list names but does not link.
  var exempt: [Int64] = []
  /// The positions of tombstones among the elements.
  var tombstones: [ReferenceKey: Int] = [:]
  /// Whether every element can be identified.
  var isComplete = true
  /// Whether children that the list leaves out are kept.
  var isPartial = false

  func link(at position: Int) -> ParentLink {
    ParentLink(
      column: children.reference.column, parent: parent,
      positionColumn: children.reference.positionColumn, position: position,
      isParentNew: isParentNew)
  }

  /// The position of a child in the list; `nil` if the list does not contain it or positions do not
  /// matter.
  func place(of id: BoundValue) -> Int? {
    places?[ReferenceKey(id)]
  }

  /// Records the outcome of a nested child that is a member.
  mutating func note(_ outcome: RowOutcome, of child: RowNode, _ member: Member) {
    switch outcome {
    case .applied(let rowID):
      // If the link is not allowed, its value is removed.
      if child.values[children.reference.column].kind == .missing {
        exempt.append(rowID)
      } else {
        linked.append((rowID, member))
      }
    case .waiting:
      waiting.append(child)
      named.append(member)
    case .passed(_?), .rejected(_, isIdentified: true), .named: named.append(member)
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
  func isBuried(_ id: BoundValue, _ content: RelationContent) -> Bool {
    guard !tombstones.isEmpty, let tombstone = tombstones[ReferenceKey(id)] else { return false }
    return !zip(content.ids, content.idPositions).contains { $0 == id && $1 > tombstone }
  }

  /// Leaves out repetitions of children to be linked by their ids.
  mutating func dropRepetitions() {
    guard named.count > 1 else { return }
    var seen = Set<ReferenceKey>(minimumCapacity: named.count)
    named.removeAll { !seen.insert(ReferenceKey($0.id)).inserted }
  }
}

/// All that a call remembers of what it has done. A value, so that an attempt can be undone by
/// going back to a copy.
///
/// What only asks and is asked for many rows is inlined: a call would copy the whole value first.
struct CallState {
  struct Counts {
    var inserted = 0
    var updated = 0
    var unchanged = 0
    var deleted = 0
    var purged = 0
    var stale = 0

    var isEmpty: Bool { inserted == 0 && updated == 0 && unchanged == 0 && deleted == 0 }
  }

  /// A relation whose lists of rows the payload states.
  struct StatedList: Hashable, Comparable {
    let entity: Int
    let relation: Int

    static func < (left: StatedList, right: StatedList) -> Bool {
      (left.entity, left.relation) < (right.entity, right.relation)
    }
  }

  /// A deleted row that others may refer to under `deny`.
  struct Denial {
    let entity: Int
    let identity: StoredValue
    let incoming: Int
  }

  static let rejectedRowLimit = 100

  /// By entity, as are `counts` and `statedIDs`.
  var states: [RowStates]
  var counts: [Counts]
  var statedIDs: [StatedIDs]
  var topRows = 0
  var rejectedTopRows = 0
  var duplicates = 0
  /// By entity: stored rows that the payload has named; and identities of others.
  var seen: [RowIDSet]
  var seenWithoutRow: Set<RowIdentity> = []
  /// Rows that tombstones have deleted; they may come back in the same payload.
  var tombstoned: [RowIdentity: ApplyCall.TombstonedRow] = [:]
  /// Rows that were deleted here later than the payload's are from.
  private var staleDeletions: Set<RowIdentity> = []
  /// What the payload has said of each relation, by entity and relation.
  var statements: [[LinkStatements]]
  /// How many statements about links have been numbered.
  private var statementCount: UInt32 = 0
  var restatedIDs = RestatedIDs()
  var originalMembers = OriginalMembers()
  var namings = ListNamings()
  var memberships = MembershipChanges()
  /// Links as they were before the call, and before the latest list.
  var originalLinks = DisplacedLinks()
  var displacedLinks = DisplacedLinks()
  /// Ids of children that a parent scopes and that had no row when a list named them.
  var unresolvedChildren: Set<ApplyCall.ScopedChild> = []
  /// Rows whose members in a join table were changed, by entity.
  private var relinked: [RowIDSet]
  /// What the members of those rows were before.
  private var memberHashes: [StatedList: RowHashes] = [:]
  /// Rows whose members were changed more than once, by entity.
  private(set) var relinkedTwice: [Set<Int64>]
  /// Whether a row of the applied entity cannot be identified, so that no row is missing for sure (A4).
  var hasUnidentifiedRow = false
  /// Whether a parent's children were not pruned because one of the listed cannot be identified.
  var hasUnprunedList = false
  var rejectedCount = 0
  var rejected: [RejectedRow] = []
  /// Required one-to-one links that another row has.
  var takenLinks: [ApplyCall.TakenLink] = []
  var denials: [Denial] = []
  /// Rows that tombstones have deleted, whose links are judged when all rows are read.
  var releases: [ApplyCall.Release] = []
  /// For an identity that a parent scopes: the parents that the payload names.
  var namedParents: Set<StoredValue> = []

  init(_ schema: SchemaPlan) {
    let entityCount = schema.entities.count
    states = Array(repeating: RowStates(), count: entityCount)
    counts = Array(repeating: Counts(), count: entityCount)
    statedIDs = Array(repeating: StatedIDs(), count: entityCount)
    relinked = Array(repeating: RowIDSet(), count: entityCount)
    relinkedTwice = Array(repeating: [], count: entityCount)
    seen = Array(repeating: RowIDSet(), count: entityCount)
    statements = schema.entities.map {
      Array(repeating: LinkStatements(), count: $0.relations.count)
    }
  }

  /// Whether the payload states a relation of a row.
  @inline(__always)
  func states(_ relation: Int, of rowID: Int64, _ entity: Int) -> Bool {
    statements[entity][relation].own.contains(rowID)
  }

  /// Whether the payload states a relation of any row.
  @inline(__always)
  func isStated(_ relation: Int, _ entity: Int) -> Bool {
    !statements[entity][relation].own.isEmpty
  }

  /// The number of a statement that comes now.
  @inline(__always)
  mutating func nextStatement() -> UInt32 {
    // Never the number of children that no list takes away.
    statementCount = min(statementCount + 1, LinkStatements.exempt - 1)
    return statementCount
  }

  /// Counts the id that a row's reference states.
  ///
  /// A row that occurs again states an id once more only where it is another one.
  ///
  /// - Parameter number: Of the row's occurrence.
  /// - Returns: Whether there are more ids of the target now than are to be kept.
  mutating func state(
    _ id: BoundValue, by reference: ReferencePlan, of rowID: Int64, _ entity: Int,
    isWritten: Bool, number: UInt32
  ) -> Bool {
    let isRepeated = statements[entity][reference.relation].stateOwn(rowID, number: number)
    let statement = RestatedIDs.Statement(
      entity: entity, relation: reference.relation, rowID: rowID)
    if isRepeated, !isWritten { return false }
    if isRepeated || restatedIDs.knows(statement) {
      guard restatedIDs.add(id.stored, of: statement) else { return false }
    }
    statedIDs[reference.target].add(id)
    return statedIDs[reference.target].isFull
  }

  /// Keeps children that a list names without linking them from being taken away from others.
  mutating func exempt(_ child: Int64, from list: StatedList) {
    statements[list.entity][list.relation].exempt(child)
  }

  /// Whether the payload has said nothing of a row itself.
  @inline(__always)
  func isUnnamed(_ rowID: Int64, of entity: Int) -> Bool {
    let state = states[entity][rowID]
    return state == .untouched || state == .touched
  }

  /// Whether the payload names a row, or a list names it by its id.
  func isNamed(_ rowID: Int64, _ plan: EntityPlan) -> Bool {
    !isUnnamed(rowID, of: plan.index)
      || plan.references.contains {
        statements[plan.index][$0.relation].named.contains(rowID)
      }
  }

  var deletions: Int { counts.reduce(0) { $0 + $1.deleted } }

  @inline(__always)
  mutating func markUnchanged(_ rowID: Int64, of entity: Int) {
    let before = states[entity][rowID]
    guard before.rawValue < RowStates.State.unchanged.rawValue else { return }
    if before == .stale { counts[entity].stale -= 1 }
    if before == .touched || before == .moved {
      states[entity][rowID] = .updated
      return
    }
    states[entity][rowID] = .unchanged
    counts[entity].unchanged += 1
  }

  /// Counts a row as stale unless another occurrence of it is applied.
  mutating func markStale(_ rowID: Int64, of entity: Int) {
    let before = states[entity][rowID]
    if before == .touched || before == .moved { states[entity][rowID] = .updated }
    guard states[entity][rowID].rawValue < RowStates.State.stale.rawValue else { return }
    states[entity][rowID] = .stale
    counts[entity].stale += 1
  }

  /// Counts a row as stale that was deleted here.
  mutating func markStale(_ row: RowIdentity, of entity: Int) {
    if staleDeletions.insert(row).inserted { counts[entity].stale += 1 }
  }

  mutating func markInserted(_ rowID: Int64, of entity: Int) {
    states[entity][rowID] = .inserted
    counts[entity].inserted += 1
  }

  /// Counts a row that was deleted and has come back: it was there before and is there now.
  mutating func markRevived(_ rowID: Int64, of entity: Int) {
    states[entity][rowID] = .updated
    counts[entity].deleted -= 1
    counts[entity].updated += 1
  }

  mutating func markUpdated(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .inserted, .updated: return
    case .unchanged: counts[entity].unchanged -= 1
    case .stale: counts[entity].stale -= 1
    case .touched, .moved: counts[entity].updated -= 1
    case .untouched, .present: break
    }
    states[entity][rowID] = .updated
    counts[entity].updated += 1
  }

  /// Counts a row that has changed because of what another row says: its reference or its place.
  mutating func markTouched(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .touched, .moved: return
    case .untouched:
      states[entity][rowID] = .touched
      counts[entity].updated += 1
    case .present:
      states[entity][rowID] = .moved
      counts[entity].updated += 1
    case .stale, .unchanged, .inserted, .updated: markUpdated(rowID, of: entity)
    }
  }

  /// Counts a row whose members have changed.
  ///
  /// - Parameter hash: Tells what they were, to see at the end whether they are the same again.
  mutating func markRelinked(
    _ rowID: Int64, _ list: StatedList, from hash: UInt32, isRepeated: Bool
  ) {
    markUpdated(rowID, of: list.entity)
    relinked[list.entity].insert(rowID)
    if isRepeated { relinkedTwice[list.entity].insert(rowID) }
    guard states[list.entity][rowID] == .updated else { return }
    memberHashes[list, default: RowHashes()].keep(hash, of: rowID)
  }

  /// What the members of a row were; `nil` if they have not changed.
  @inline(__always)
  func membersBefore(_ rowID: Int64, _ list: StatedList) -> UInt32? {
    guard let hash = memberHashes[list]?[rowID], hash != 0 else { return nil }
    return hash
  }

  /// Notes that the members of a row are what they were before.
  mutating func markMembersReverted(_ rowID: Int64, of entity: Int) {
    relinked[entity].remove(rowID)
  }

  /// Counts a row as unchanged that was changed and is now as it was before the call.
  mutating func markReverted(_ rowID: Int64, of entity: Int) {
    let before = states[entity][rowID]
    if before == .touched || before == .moved {
      states[entity][rowID] = before == .moved ? .present : .untouched
      counts[entity].updated -= 1
    }
    guard states[entity][rowID] == .updated, !relinked[entity].contains(rowID) else { return }
    states[entity][rowID] = .unchanged
    counts[entity].updated -= 1
    counts[entity].unchanged += 1
  }

  /// Counts a row as updated whose list of children has changed.
  mutating func markMembershipChanged(_ rowID: Int64, of entity: Int) {
    if states[entity][rowID] == .unchanged { markUpdated(rowID, of: entity) }
  }

  mutating func markPresent(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .untouched: states[entity][rowID] = .present
    case .touched: states[entity][rowID] = .moved
    case .moved, .present, .stale, .unchanged, .inserted, .updated: break
    }
  }

  /// Counts a deletion; a row that this call inserted leaves no trace.
  mutating func markDeleted(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .inserted:
      counts[entity].inserted -= 1
      counts[entity].deleted -= 1
    case .updated, .touched, .moved: counts[entity].updated -= 1
    case .unchanged: counts[entity].unchanged -= 1
    case .stale: counts[entity].stale -= 1
    case .untouched, .present: break
    }
    counts[entity].deleted += 1
    states[entity][rowID] = .untouched
  }

  /// Counts one of the deletions as that of a soft-deleted row whose time was over.
  mutating func countAsPurged(_ entity: Int) {
    counts[entity].deleted -= 1
    counts[entity].purged += 1
  }

  /// Forgets what the payload has said of a row that is deleted: its rowid may be another's later.
  mutating func forget(_ rowID: Int64, of plan: EntityPlan) {
    seen[plan.index].remove(rowID)
    relinked[plan.index].remove(rowID)
    if !relinkedTwice[plan.index].isEmpty { relinkedTwice[plan.index].remove(rowID) }
    for relation in plan.relations {
      let list = StatedList(entity: plan.index, relation: relation.index)
      statements[plan.index][relation.index].forget(rowID)
      memberships.forget(rowID, list)
      _ = originalLinks.remove(of: rowID, list)
      _ = displacedLinks.remove(of: rowID, list)
      namings.forget(rowID, list)
      originalMembers.forget(rowID, list)
      guard case .children(let children) = relation.kind else { continue }
      let own = StatedList(entity: relation.target.index, relation: children.relation)
      namings.voidLists(of: rowID, upTo: statementCount, own)
      statements[own.entity][own.relation].forgetList(of: rowID)
    }
  }

  mutating func reject(_ row: RejectedRow) {
    rejectedCount += 1
    if rejected.count < Self.rejectedRowLimit { rejected.append(row) }
  }
}

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
  /// Rows of the payload's list that are stored, and identities of others that it has named.
  var seenAtTop = RowIDSet()
  var seenWithoutRow: Set<RowIdentity> = []
  /// Rows that tombstones have deleted; they may come back in the same payload.
  ///
  /// With the hash of what they were before the call.
  var buried: [RowIdentity: UInt32] = [:]
  /// Rows that were deleted here later than the payload's are from.
  private var staleDeletions: Set<RowIdentity> = []
  /// Rows whose relation is stated, by entity and relation.
  private var stating: [[RowIDSet]]
  var restatedIDs = RestatedIDs()
  /// Rows whose members in a join table were changed, by entity.
  private var relinked: [RowIDSet]
  /// What the members of those rows were before.
  private var memberHashes: [StatedList: RowHashes] = [:]
  /// Rows whose members were changed more than once, by entity.
  private(set) var relinkedTwice: [Set<Int64>]
  /// Whether a row of the applied entity cannot be told, so that no row is missing for sure (A4).
  var hasUnidentifiedRow = false
  /// Whether a parent's children were not pruned because one of the listed cannot be told.
  var hasUnprunedList = false
  var rejectedCount = 0
  var rejected: [RejectedRow] = []
  /// Children that some list names, by the children's relation.
  var listed: [StatedList: RowIDSet] = [:]
  /// Identities that such a list names and that had no row then.
  var awaited: [StatedList: Set<StoredValue>] = [:]
  /// Rowids of the parents whose list is complete.
  var parents: [StatedList: [Int64]] = [:]
  /// Required one-to-one links that another row has.
  var takenLinks: [ApplyCall.TakenLink] = []
  var denials: [Denial] = []
  /// What waits to be deleted along with rows that tombstones have deleted.
  var cascades: [ApplyCall.WaitingCascade] = []
  /// For an identity that a parent scopes: the parents that the payload names.
  var namedParents: Set<StoredValue> = []

  init(_ schema: SchemaPlan) {
    let entityCount = schema.entities.count
    states = Array(repeating: RowStates(), count: entityCount)
    counts = Array(repeating: Counts(), count: entityCount)
    statedIDs = Array(repeating: StatedIDs(), count: entityCount)
    relinked = Array(repeating: RowIDSet(), count: entityCount)
    relinkedTwice = Array(repeating: [], count: entityCount)
    stating = schema.entities.map { Array(repeating: RowIDSet(), count: $0.relations.count) }
  }

  /// Whether the payload states a relation of a row.
  @inline(__always)
  func states(_ relation: Int, of rowID: Int64, _ entity: Int) -> Bool {
    stating[entity][relation].contains(rowID)
  }

  /// Whether the payload states a relation of any row.
  @inline(__always)
  func isStated(_ relation: Int, _ entity: Int) -> Bool {
    !stating[entity][relation].isEmpty
  }

  /// Notes that the payload states a relation of a row, and returns whether it has done so before.
  mutating func noteStating(_ relation: Int, of rowID: Int64, _ entity: Int) -> Bool {
    !stating[entity][relation].insert(rowID)
  }

  /// Counts the id that a row's reference states.
  ///
  /// A row that occurs again states an id once more only where it is another one.
  ///
  /// - Returns: Whether there are more ids of the target now than are to be kept.
  mutating func state(
    _ id: BoundValue, by reference: ReferencePlan, of rowID: Int64, _ entity: Int,
    isWritten: Bool
  ) -> Bool {
    if noteStating(reference.relation, of: rowID, entity) {
      let statement = RestatedIDs.Statement(
        entity: entity, relation: reference.relation, rowID: rowID)
      guard isWritten, restatedIDs.add(id.stored, of: statement) else { return false }
    }
    statedIDs[reference.target].add(id)
    return statedIDs[reference.target].isFull
  }

  /// Whether the payload has said nothing of a row itself.
  @inline(__always)
  func isUnnamed(_ rowID: Int64, of entity: Int) -> Bool {
    let state = states[entity][rowID]
    return state == .untouched || state == .touched
  }

  var deletions: Int { counts.reduce(0) { $0 + $1.deleted } }

  @inline(__always)
  mutating func markUnchanged(_ rowID: Int64, of entity: Int) {
    let before = states[entity][rowID]
    guard before.rawValue < RowStates.State.unchanged.rawValue else { return }
    if before == .stale { counts[entity].stale -= 1 }
    if before == .touched {
      states[entity][rowID] = .updated
      return
    }
    states[entity][rowID] = .unchanged
    counts[entity].unchanged += 1
  }

  /// Counts a row as stale unless another occurrence of it is applied.
  mutating func markStale(_ rowID: Int64, of entity: Int) {
    if states[entity][rowID] == .touched { states[entity][rowID] = .updated }
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
    case .touched: counts[entity].updated -= 1
    case .untouched, .present: break
    }
    states[entity][rowID] = .updated
    counts[entity].updated += 1
  }

  /// Counts a row that has changed because of what another row says: its reference or its place.
  mutating func markTouched(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .touched: return
    case .untouched:
      states[entity][rowID] = .touched
      counts[entity].updated += 1
    case .present, .stale, .unchanged, .inserted, .updated: markUpdated(rowID, of: entity)
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
    if states[entity][rowID] == .touched {
      states[entity][rowID] = .untouched
      counts[entity].updated -= 1
    }
    guard states[entity][rowID] == .updated, !relinked[entity].contains(rowID) else { return }
    states[entity][rowID] = .unchanged
    counts[entity].updated -= 1
    counts[entity].unchanged += 1
  }

  mutating func markPresent(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .untouched: states[entity][rowID] = .present
    case .touched: states[entity][rowID] = .updated
    case .present, .stale, .unchanged, .inserted, .updated: break
    }
  }

  /// Counts a deletion; a row that this call inserted leaves no trace.
  mutating func markDeleted(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .inserted:
      counts[entity].inserted -= 1
      counts[entity].deleted -= 1
    case .updated, .touched: counts[entity].updated -= 1
    case .unchanged: counts[entity].unchanged -= 1
    case .stale: counts[entity].stale -= 1
    case .untouched, .present: break
    }
    counts[entity].deleted += 1
    states[entity][rowID] = .untouched
  }

  /// Counts one of the deletions as that of a marked row whose time was over.
  mutating func countAsPurged(_ entity: Int) {
    counts[entity].deleted -= 1
    counts[entity].purged += 1
  }

  mutating func reject(_ row: RejectedRow) {
    rejectedCount += 1
    if rejected.count < Self.rejectedRowLimit { rejected.append(row) }
  }
}

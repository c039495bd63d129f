/// All that a call remembers of what it has done. A value, so that an attempt can be undone by
/// going back to a copy.
struct CallState {
  struct Counts {
    var inserted = 0
    var updated = 0
    var unchanged = 0
    var deleted = 0
    var stale = 0

    var isEmpty: Bool { inserted == 0 && updated == 0 && unchanged == 0 && deleted == 0 }
  }

  /// A list of children that the payload states completely.
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
  var buried: Set<RowIdentity> = []
  /// Rows whose relation is stated, by entity and relation.
  private var stating: [[RowIDSet]]
  /// Rows whose members in a join table were changed, by entity.
  var relinked: [RowIDSet]
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
  var denials: [Denial] = []
  /// For an identity that a parent scopes: the parents that the payload names.
  var namedParents: Set<StoredValue> = []

  init(_ schema: SchemaPlan) {
    let entityCount = schema.entities.count
    states = Array(repeating: RowStates(), count: entityCount)
    counts = Array(repeating: Counts(), count: entityCount)
    statedIDs = Array(repeating: StatedIDs(), count: entityCount)
    relinked = Array(repeating: RowIDSet(), count: entityCount)
    stating = schema.entities.map { Array(repeating: RowIDSet(), count: $0.relations.count) }
  }

  /// Whether the payload states a relation of a row.
  func states(_ relation: Int, of rowID: Int64, _ entity: Int) -> Bool {
    stating[entity][relation].contains(rowID)
  }

  /// Notes that the payload states a relation of a row, and returns whether it has done so before.
  mutating func noteStating(_ relation: Int, of rowID: Int64, _ entity: Int) -> Bool {
    !stating[entity][relation].insert(rowID)
  }

  /// Counts the id that a row's reference states.
  ///
  /// A row that occurs again states an id once more only where it has changed.
  ///
  /// - Returns: Whether there are more ids of the target now than are to be kept.
  mutating func state(
    _ id: BoundValue, by reference: ReferencePlan, of rowID: Int64, _ entity: Int,
    isWritten: Bool
  ) -> Bool {
    if noteStating(reference.relation, of: rowID, entity), !isWritten { return false }
    statedIDs[reference.target].add(id)
    return statedIDs[reference.target].isFull
  }

  /// Whether the call has applied a row that is there.
  func hasApplied(_ rowID: Int64, of entity: Int) -> Bool {
    states[entity][rowID].rawValue >= RowStates.State.unchanged.rawValue
  }

  var deletions: Int { counts.reduce(0) { $0 + $1.deleted } }

  @inline(__always)
  mutating func markUnchanged(_ rowID: Int64, of entity: Int) {
    let before = states[entity][rowID]
    guard before.rawValue < RowStates.State.unchanged.rawValue else { return }
    if before == .stale { counts[entity].stale -= 1 }
    states[entity][rowID] = .unchanged
    counts[entity].unchanged += 1
  }

  /// Counts a row as stale unless another occurrence of it is applied.
  mutating func markStale(_ rowID: Int64, of entity: Int) {
    guard states[entity][rowID].rawValue < RowStates.State.stale.rawValue else { return }
    states[entity][rowID] = .stale
    counts[entity].stale += 1
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
    case .untouched, .present: break
    }
    states[entity][rowID] = .updated
    counts[entity].updated += 1
  }

  /// Counts a row as unchanged that was changed and is now as it was before the call.
  mutating func markReverted(_ rowID: Int64, of entity: Int) {
    guard states[entity][rowID] == .updated, !relinked[entity].contains(rowID) else { return }
    states[entity][rowID] = .unchanged
    counts[entity].updated -= 1
    counts[entity].unchanged += 1
  }

  mutating func markPresent(_ rowID: Int64, of entity: Int) {
    if states[entity][rowID] == .untouched { states[entity][rowID] = .present }
  }

  /// Counts a deletion; a row that this call inserted leaves no trace.
  mutating func markDeleted(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .inserted:
      counts[entity].inserted -= 1
      counts[entity].deleted -= 1
    case .updated: counts[entity].updated -= 1
    case .unchanged: counts[entity].unchanged -= 1
    case .stale: counts[entity].stale -= 1
    case .untouched, .present: break
    }
    counts[entity].deleted += 1
    states[entity][rowID] = .untouched
  }

  mutating func reject(_ row: RejectedRow) {
    rejectedCount += 1
    if rejected.count < Self.rejectedRowLimit { rejected.append(row) }
  }
}

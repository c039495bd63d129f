/// The effect of a call on each row, and the number of rows by effect: a row counts once, by its
/// net effect (A6, A7).
///
/// Read-only functions that are called for many rows are inlined: a call would copy the whole value
/// first.
struct Tallies {
  struct Counts {
    var inserted = 0
    var updated = 0
    var unchanged = 0
    var deleted = 0
    var purged = 0
    var stale = 0

    var isEmpty: Bool { inserted == 0 && updated == 0 && unchanged == 0 && deleted == 0 }
  }

  /// The states by entity, like `counts`.
  private var states: [RowStates]
  private var counts: [Counts]
  /// Rows whose local deletion is newer than the payload's rows.
  private var staleDeletions: Set<RowIdentity> = []
  /// Rows whose members in a join table were changed, by entity.
  private var relinked: [RowIDSet]
  /// Hashes of the former members of those rows.
  private var memberHashes: [StatedList: RowHashes] = [:]
  /// Rows whose members were changed more than once, by entity.
  private var relinkedTwice: [Set<Int64>]

  init(_ schema: SchemaPlan) {
    let entityCount = schema.entities.count
    states = Array(repeating: RowStates(), count: entityCount)
    counts = Array(repeating: Counts(), count: entityCount)
    relinked = Array(repeating: RowIDSet(), count: entityCount)
    relinkedTwice = Array(repeating: [], count: entityCount)
  }
}

// MARK: - Questions

extension Tallies {
  @inline(__always)
  func counts(of entity: Int) -> Counts { counts[entity] }

  /// The number of rows of all entities that the call has deleted.
  var deletions: Int { counts.reduce(0) { $0 + $1.deleted } }

  /// Whether the call has inserted a row.
  @inline(__always)
  func isInserted(_ rowID: Int64, of entity: Int) -> Bool {
    states[entity][rowID] == .inserted
  }

  /// Whether the payload itself does not contain a row.
  @inline(__always)
  func isUnnamed(_ rowID: Int64, of entity: Int) -> Bool {
    let state = states[entity][rowID]
    return state == .untouched || state == .touched
  }

  /// Whether the payload contains a row that was applied.
  func isApplied(_ rowID: Int64, of entity: Int) -> Bool {
    [.unchanged, .inserted, .updated].contains(states[entity][rowID])
  }

  /// The stored rows that the payload names.
  func named(of entity: Int) -> [Int64] {
    states[entity].rowIDs { $0 != .untouched && $0 != .touched }
  }

  /// Rows whose members were changed more than once, so that they may be the same as before.
  func relinkedTwice(of entity: Int) -> Set<Int64> { relinkedTwice[entity] }

  /// The known rows whose members were changed by a list.
  func relinked(by list: StatedList) -> [Int64] { memberHashes[list]?.rowIDs ?? [] }

  /// A hash of the former members of a row; `nil` if they have not changed.
  @inline(__always)
  func membersBefore(_ rowID: Int64, _ list: StatedList) -> UInt32? {
    guard let hash = memberHashes[list]?[rowID], hash != 0 else { return nil }
    return hash
  }
}

// MARK: - Rows that the payload names

extension Tallies {
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

  /// Counts a locally deleted row as stale.
  mutating func markStale(_ row: RowIdentity, of entity: Int) {
    if staleDeletions.insert(row).inserted { counts[entity].stale += 1 }
  }

  mutating func markInserted(_ rowID: Int64, of entity: Int) {
    states[entity][rowID] = .inserted
    counts[entity].inserted += 1
  }

  /// Counts a row that was deleted and restored: it existed before and exists now.
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

  /// Records a row that is not applied but is not missing.
  mutating func markPresent(_ rowID: Int64, of entity: Int) {
    switch states[entity][rowID] {
    case .untouched: states[entity][rowID] = .present
    case .touched: states[entity][rowID] = .moved
    case .moved, .present, .stale, .unchanged, .inserted, .updated: break
    }
  }
}

// MARK: - Rows that change because of others

extension Tallies {
  /// Counts a row that has changed because of another row's statement: its reference or its
  /// position.
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
  /// - Parameter hash: A hash of the former members, for checking at the end whether they are the
  ///   same again.
  mutating func markRelinked(
    _ rowID: Int64, _ list: StatedList, from hash: UInt32, isRepeated: Bool
  ) {
    markUpdated(rowID, of: list.entity)
    relinked[list.entity].insert(rowID)
    if isRepeated { relinkedTwice[list.entity].insert(rowID) }
    guard states[list.entity][rowID] == .updated else { return }
    memberHashes[list, default: RowHashes()].keep(hash, of: rowID)
  }

  /// Records that the members of a row are the same as before.
  mutating func markMembersReverted(_ rowID: Int64, of entity: Int) {
    relinked[entity].remove(rowID)
  }

  /// Counts a row as unchanged that was changed and now equals its state before the call.
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
}

// MARK: - Rows that are deleted

extension Tallies {
  /// Counts a deletion. A row that this call inserted leaves no trace.
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

  /// Counts one of the deletions as that of a soft-deleted row whose retention had passed.
  mutating func countAsPurged(_ entity: Int) {
    counts[entity].deleted -= 1
    counts[entity].purged += 1
  }

  /// Forgets a deleted row, because another row may reuse its rowid.
  mutating func forget(_ rowID: Int64, of entity: Int) {
    relinked[entity].remove(rowID)
    if !relinkedTwice[entity].isEmpty { relinkedTwice[entity].remove(rowID) }
  }
}

import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Deletes rows, and applies the rules of the references to them.
///
/// Links to rows deleted by tombstones are handled when all rows are read: the row may be restored,
/// other rows may be moved, and rows that the payload names are not deleted by a cascade.
final class DeletionRun {
  private let call: CallData
  private let base: BaseParts
  private let withdrawal: StatementWithdrawal

  init(_ base: BaseParts) {
    call = base.call
    self.base = base
    withdrawal = StatementWithdrawal(base)
  }

  /// Deletes the row with an identity, and returns whether there was one.
  ///
  /// - Parameter isRefetched: Whether the server still has the row, so that it is asked for again.
  func deleteRow(
    _ identity: [StoredValue], isRefetched: Bool = false
  ) throws(SyncError) -> Bool {
    guard let rowID = try call.storedRow(identity)?.rowID else { return false }
    try delete([PendingDeletion(rowID: rowID, plan: call.plan, isRefetched: isRefetched)])
    return true
  }

  /// Deletes a row that the server has never had. It may have the rows that go with it, and even
  /// another row with this identity, to which they refer there.
  func deleteUnsentRow(_ identity: [StoredValue]) throws(SyncError) {
    guard let rowID = try call.storedRow(identity)?.rowID else { return }
    try delete([PendingDeletion(rowID: rowID, plan: call.plan, refetchesDependents: true)])
  }

  /// Deletes rows and applies the rules of the references to them.
  func delete(_ rowIDs: [Int64], of plan: EntityPlan) throws(SyncError) {
    try delete(rowIDs.map { PendingDeletion(rowID: $0, plan: plan) })
  }

  /// Cascades are processed from a list, so that a long chain of rows needs no stack.
  func delete(_ rows: [PendingDeletion]) throws(SyncError) {
    var pending = rows
    while let next = pending.popLast() {
      guard let release = try remove(next) else { continue }
      if call.mode.postponesReleases {
        try self.release(release)
      } else {
        try follow(release, cascading: &pending)
      }
    }
  }

  /// Deletes only the row itself, and returns its links that must be handled.
  private func remove(_ row: PendingDeletion) throws(SyncError) -> Release? {
    let plan = row.plan
    let table = call.tables[plan.index]
    let isRefetched = try dropChange(of: row)
    if isRefetched { try noteRefetched(row.rowID, plan) }
    let wasStored = !call.state.tallies.isInserted(row.rowID, of: plan.index)
    guard plan.hasLinks else {
      if try table.delete(row.rowID) { call.state.tallies.markDeleted(row.rowID, of: plan.index) }
      call.state.forget(row.rowID, of: plan)
      return nil
    }
    guard let stored = try table.row(row.rowID) else { return nil }
    let identity = stored.value(plan.keyColumn).stored
    try withdrawal.withdrawStatements(of: stored, plan)
    guard try table.delete(row.rowID) else { return nil }
    call.state.tallies.markDeleted(row.rowID, of: plan.index)
    call.state.forget(row.rowID, of: plan)
    guard plan.isNamed else { return nil }
    return Release(
      entity: plan.index, identity: identity, wasStored: wasStored,
      isRefetched: isRefetched || row.refetchesDependents)
  }
}

// MARK: - Rows that the server may still have

extension DeletionRun {
  /// Forgets the local writes to a row that is about to be deleted.
  ///
  /// - Returns: Whether the server may still have the row. If a row is deleted because of another
  ///   one, the server has said nothing about the row itself: a local write may have moved it to a
  ///   parent that the server has deleted.
  private func dropChange(of row: PendingDeletion) throws(SyncError) -> Bool {
    guard let change = try call.changes.change(of: row.rowID, row.plan) else {
      return row.isRefetched
    }
    guard row.isCascaded else {
      try call.changes.remove(change)
      return row.isRefetched
    }
    // The server must still learn that the app has deleted the row.
    guard change.operation != .delete else { return row.isRefetched }
    let mayBeOnServer = try call.changes.mayBeOnServer(change)
    try call.changes.remove(change)
    return row.isRefetched || mayBeOnServer
  }

  private func noteRefetched(_ rowID: Int64, _ plan: EntityPlan) throws(SyncError) {
    guard let row = try call.tables[plan.index].row(rowID) else { return }
    let key = plan.identity.map { row.value($0).stored }
    call.state.deletions.noteRefetched(RefetchedRow(entity: plan.index, key: key))
  }

  /// Notes the rows with lists that a deleted row was in, unless its own list restores that.
  private func noteOwners(of id: BoundValue, _ side: JoinSide, _ plan: EntityPlan) throws(SyncError)
  {
    let restores = plan.relations.contains { relation in
      guard case .members(let own) = relation.kind else { return false }
      return own.selectSQL == side.selectSQL && relation.metadata.direction.isPulled
    }
    guard !restores, side.through == nil, let list = side.listOfOthers(in: call.schema) else {
      return
    }
    let query = try call.connection.statement(side.selectSQL)
    query.bind(1, id)
    var keys: [RowKey] = []
    while try query.step() { keys.append([query.value(0).stored]) }
    query.reset()
    for key in keys {
      call.state.deletions.noteRefetched(RefetchedRow(entity: list.entity, key: key))
    }
  }
}

// MARK: - Links to deleted rows

extension DeletionRun {
  /// Handles the links to a deleted row, now or when all rows are read.
  func release(_ release: Release) throws(SyncError) {
    if call.mode.postponesReleases {
      call.state.deletions.postpone(release)
      return
    }
    var pending: [PendingDeletion] = []
    try follow(release, cascading: &pending)
    try delete(pending)
  }

  /// Handles the links to rows that tombstones have deleted and that were not restored.
  func carryOutReleases() throws(SyncError) {
    for release in call.state.deletions.takeReleases() {
      let id = BoundValue(release.identity, in: call.parser.arena)
      guard try call.tables[release.entity].rowID(of: id) == nil else { continue }
      if release.wasStored {
        try self.release(release)
      } else {
        try withdraw(release, id)
      }
    }
  }

  /// Removes what only this call has linked to a row that it has inserted and deleted again. Soft
  /// references to the row are older, or are those of the payload: a tombstone of a row that was
  /// not stored does not change them (A11).
  private func withdraw(_ release: Release, _ id: BoundValue) throws(SyncError) {
    let plan = call.schema.entities[release.entity]
    var pending: [PendingDeletion] = []
    for (position, incoming) in plan.incoming.enumerated() {
      try call.links.removeAll(incoming.child.linkName(of: incoming.relation), parent: id)
      guard incoming.reference.hasForeignKey else { continue }
      try follow(incoming, at: position, to: id, release, cascading: &pending)
    }
    pending += try throughRows(of: id, plan).filter {
      call.state.tallies.isInserted($0.rowID, of: $0.plan.index)
    }
    try delete(pending)
  }

  /// Applies the rules of references to a deleted row, and removes its memberships.
  func follow(_ release: Release, cascading pending: inout [PendingDeletion]) throws(SyncError) {
    let plan = call.schema.entities[release.entity]
    let arena = ByteArena()
    let id = BoundValue(release.identity, in: arena)
    for (position, incoming) in plan.incoming.enumerated() {
      try call.links.removeAll(incoming.child.linkName(of: incoming.relation), parent: id)
      try follow(incoming, at: position, to: id, release, cascading: &pending)
    }
    for side in plan.memberships {
      if release.isRefetched { try noteOwners(of: id, side, plan) }
      try removeMembers(
        of: id, side, isRefetched: release.isRefetched, cascading: &pending)
    }
    try base.awaited.removeWaitingLinks(of: id, plan)
  }

  private func follow(
    _ incoming: IncomingReference, at position: Int, to id: BoundValue, _ release: Release,
    cascading pending: inout [PendingDeletion]
  ) throws(SyncError) {
    switch incoming.relation.metadata.onDelete {
    case .keep:
      return
    case .deny:
      guard release.wasStored else { return }
      call.state.deletions.add(
        Denial(
          entity: release.entity, identity: release.identity, incoming: position))
    case .cascade:
      for rowID in try call.rows(incoming, to: id) {
        if try spare(rowID, incoming) {
          if release.isRefetched { try noteRefetched(rowID, incoming.child) }
        } else {
          pending.append(release.cascaded(rowID, incoming.child))
        }
      }
    case .nullify:
      for rowID in try call.rows(incoming, to: id) where !call.isStated(rowID, incoming) {
        if release.isRefetched { try noteRefetched(rowID, incoming.child) }
        try unlink(rowID, incoming)
      }
    }
  }

  /// Removes a row's reference to a deleted row.
  ///
  /// The null that remains is not a local write. If a local write had set the reference, the server
  /// may have another one, which the row takes when it is received again.
  func unlink(_ rowID: Int64, _ incoming: IncomingReference) throws(SyncError) {
    if try base.conflicts.giveUpReference(incoming.relation, of: rowID, incoming.child) {
      try noteRefetched(rowID, incoming.child)
    }
    try base.writer.unlink(rowID, incoming)
  }

  /// Prevents a row that the payload names from being deleted by a cascade; it only loses its
  /// reference.
  func spare(_ rowID: Int64, _ incoming: IncomingReference) throws(SyncError) -> Bool {
    guard isSpared(rowID, incoming) else { return false }
    if !call.isStated(rowID, incoming), incoming.reference.isOptional {
      try unlink(rowID, incoming)
    }
    return true
  }
}

extension DeletionRun {
  /// Whether a cascade does not delete a row, because the payload names it.
  func isSpared(_ rowID: Int64, _ incoming: IncomingReference) -> Bool {
    let reference = incoming.reference
    return call.state.isNamed(rowID, incoming.child)
      && (reference.isOptional || !reference.hasForeignKey)
  }
}

// MARK: - Members

extension DeletionRun {
  /// The rows of `through:` entities that link a row.
  func throughRows(
    of id: BoundValue, _ plan: EntityPlan
  ) throws(SyncError) -> [PendingDeletion] {
    var rows: [PendingDeletion] = []
    for side in plan.memberships where side.through != nil {
      try removeMembers(of: id, side, isRefetched: false, cascading: &rows)
    }
    return rows
  }

  /// Removes the links of a deleted row. For a `through:` entity, the links are separate rows.
  private func removeMembers(
    of id: BoundValue, _ side: JoinSide, isRefetched: Bool,
    cascading pending: inout [PendingDeletion]
  ) throws(SyncError) {
    try call.recording.begin()
    call.state.listEnds.forgetAll(in: side.table.name)
    if let list = side.listOfOthers(in: call.schema), call.state.statements.isStated(list) {
      return try removeUnstatedMembers(
        of: id, side, list, isRefetched: isRefetched, cascading: &pending)
    }
    let sql = side.through == nil ? side.deleteAllSQL : side.allRowIDsSQL
    let statement = try call.connection.statement(sql)
    statement.bind(1, id)
    guard let through = side.through else {
      // The server removes the links together with the row.
      return try call.recordingLists(of: side) { () throws(SyncError) in try statement.run() }
    }
    while try statement.step() {
      pending.append(.cascaded(statement.integer(0), through, isRefetched: isRefetched))
    }
    statement.reset()
  }

  /// Removes links, except those that the payload itself states from the other side: soft
  /// references to a row that is not stored (A16), which the same payload would write again.
  private func removeUnstatedMembers(
    of id: BoundValue, _ side: JoinSide, _ list: StatedList, isRefetched: Bool,
    cascading pending: inout [PendingDeletion]
  ) throws(SyncError) {
    let query = try call.connection.statement(side.selectSQL)
    query.bind(1, id)
    let arena = ByteArena()
    var others: [BoundValue] = []
    while try query.step() { others.append(query.value(0).copied(into: arena)) }
    query.reset()
    for other in others {
      let rowID = try call.tables[list.entity].rowID(of: other)
      if let rowID, call.state.statements.states(list.relation, of: rowID, list.entity) { continue }
      guard let through = side.through else {
        try call.bind(side.deleteSQL, id, other).run()
        continue
      }
      pending += try call.throughRows(id, other, side).map {
        .cascaded($0, through, isRefetched: isRefetched)
      }
    }
  }
}

// MARK: - Denials

extension DeletionRun {
  /// The refusal at the end of the call, if another row refers to a row that `deny` protects.
  var denial: SyncError.Refusal? {
    get throws(SyncError) {
      for denial in call.state.deletions.denials where try isUpheld(denial) {
        let entity = call.schema.entities[denial.entity]
        return .denied(
          entity: entity.metadata.name, identity: denial.identity.text,
          by: entity.incoming[denial.incoming].child.metadata.name)
      }
      return nil
    }
  }

  /// Whether the row no longer exists and other rows still refer to it.
  private func isUpheld(_ denial: Denial) throws(SyncError) -> Bool {
    let entity = call.schema.entities[denial.entity]
    let id = BoundValue(denial.identity, in: call.parser.arena)
    guard try call.tables[entity.index].rowID(of: id) == nil else { return false }
    return try !call.rows(entity.incoming[denial.incoming], to: id).isEmpty
  }
}

extension Release {
  /// A row that is deleted because of this one.
  fileprivate func cascaded(_ rowID: Int64, _ plan: EntityPlan) -> PendingDeletion {
    .cascaded(rowID, plan, isRefetched: isRefetched)
  }
}

extension PendingDeletion {
  /// A row that is deleted because of another one.
  fileprivate static func cascaded(
    _ rowID: Int64, _ plan: EntityPlan, isRefetched: Bool
  ) -> PendingDeletion {
    PendingDeletion(rowID: rowID, plan: plan, isCascaded: true, isRefetched: isRefetched)
  }
}

@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// The relation of a row of the payload to the stored one.
enum RowConflict {
  /// There are no relevant local writes.
  case none
  /// The row is older than the stored one, or the local side wins: nothing of it is applied.
  case stale
  /// Locally written fields keep their values, the others are applied.
  case merge(LocalChange, clock: BoundValue)
  /// The local writes give way to the row.
  case giveWay(LocalChange, clock: BoundValue)
}

/// Rows of a payload that conflict with unpushed local writes (A12, A13).
final class LocalConflicts {
  let call: CallData

  init(_ call: CallData) {
    self.call = call
  }

  /// Checks that the policy can be applied, and marks the call as applying a payload.
  func beginInbound() throws(SyncError) {
    if call.options.conflict == .newestWins {
      for plan in call.targets { try requireClock(of: plan) }
    }
    call.changes.beginInbound()
    if call.schema.metadata.hasTriggers { call.recording.prepare() }
  }

  private func requireClock(of plan: EntityPlan) throws(SyncError) {
    guard plan.clockColumn == nil else { return }
    throw .invalidOption(
      "conflict: 'newest-wins' compares clocks, but '\(plan.metadata.name)' has no clock")
  }
}

// MARK: - Known rows

extension LocalConflicts {
  /// Determines the conflict of a row of the payload by the clock and the local writes.
  func conflict(
    of node: RowNode, _ stored: StoredTable.Row
  ) throws(SyncError) -> RowConflict {
    let isBehind = node.isStale(beside: stored)
    guard try call.changes.hasAny(of: node.plan), isBehind || hasNews(node, stored),
      let change = try call.changes.change(of: node, stored.rowID)
    else { return isBehind ? .stale : .none }
    let clock = node.plan.clockColumn.map { node.values[$0] } ?? .missing
    let isOutdated = change.clock.withBound { clock.isOlder(than: $0) }
    switch call.options.conflict {
    case .newestWins where change.operation != .touch:
      try requireClock(of: node.plan)
      return isBehind || isOutdated ? .stale : .giveWay(change, clock: clock)
    case .merge where change.operation != .touch && !node.isTombstone:
      return isOutdated ? .stale : .merge(change, clock: clock)
    case .merge, .serverWins, .newestWins:
      return isOutdated ? .stale : .giveWay(change, clock: clock)
    }
  }

  /// Whether the row differs from the stored one or has a clock, so that it can concern an entry.
  private func hasNews(_ node: RowNode, _ stored: StoredTable.Row) -> Bool {
    call.options.conflict != .merge || node.hasLinks || node.plan.clockColumn != nil
      || !node.changedColumns(beside: stored).isEmpty
  }

  /// Removes the locally written fields from a row.
  func leaveLocalFields(of node: RowNode, _ conflict: RowConflict) {
    switch conflict {
    case .none, .stale:
      return
    case .giveWay(let change, _):
      // The row is restored unless the server states otherwise.
      guard change.operation == .delete, let column = node.plan.tombstoneColumn,
        node.values[column].kind == .missing
      else { return }
      node.values[column] = node.plan.hasTombstoneFlag ? .integer(0) : .null
    case .merge(let change, _):
      for attribute in node.plan.metadata.attributes
      where change.holds(attribute.name, attribute.direction) {
        leave(attribute.column, of: node)
        if attribute.isAmount { leave(attribute.column + 1, of: node) }
      }
      for reference in node.plan.references where holds(change, reference, of: node.plan) {
        leave(reference, of: node)
      }
    }
  }

  func leave(_ reference: ReferencePlan, of node: RowNode) {
    leave(reference.column, of: node)
    for column in reference.storedColumns { leave(column, of: node) }
    if let place = reference.positionColumn { leave(place, of: node) }
  }

  private func leave(_ column: Int, of node: RowNode) {
    if !node.plan.isIdentity(column) { node.values[column] = .missing }
  }

  private func holds(
    _ change: LocalChange, _ reference: ReferencePlan, of plan: EntityPlan
  ) -> Bool {
    let relation = plan.metadata.relations[reference.relation]
    if let names = plan.partNames(of: reference.relation) {
      return names.contains { change.holds($0, relation.direction) }
    }
    return change.holds(relation.name, relation.direction)
  }

  /// Records in the queue that a row is applied.
  func settle(_ conflict: RowConflict, of node: RowNode) throws(SyncError) {
    switch conflict {
    case .none, .stale:
      return
    case .merge(let change, let clock):
      try call.changes.restore(change)
      try call.changes.setClock(clock, of: change)
    case .giveWay(let change, _) where node.isTombstone:
      // Nothing of a deleted row is pushed, even if its tombstone is kept.
      try call.changes.remove(change)
    case .giveWay(let change, let clock):
      // Fields that the payload does not mention must still be pushed.
      let rest = unstatedFields(of: change, node)
      try call.changes.restore(change)
      try call.changes.keep(rest, of: change)
      if !rest.isEmpty { try call.changes.setClock(clock, of: change) }
    }
  }

  /// The locally written fields that the row does not mention.
  private func unstatedFields(of change: LocalChange, _ node: RowNode) -> [String] {
    if change.operation == .touch { return [] }
    let plan = node.plan
    let attributes = plan.metadata.attributes.filter {
      change.holds($0.name, $0.direction) && node.values[$0.column].kind == .missing
        && !plan.identity.contains($0.column)
    }.map(\.name)
    let references = plan.references.filter {
      plan.partNames(of: $0.relation) == nil && holds(change, $0, of: plan)
        && node.values[$0.column].kind == .missing
        && !plan.identity.contains($0.column)
    }.map { plan.metadata.relations[$0.relation].name }
    let lists = plan.relations.filter {
      guard case .members = $0.kind else { return false }
      return change.names($0.metadata.name) && !node.relations[$0.index].isStated
    }.map(\.metadata.name)
    return attributes + references + lists
  }
}

// MARK: - Deleted rows

extension LocalConflicts {
  /// Whether a locally deleted row is skipped, which it is unless the policy restores it.
  func passesDeleted(_ node: RowNode) throws(SyncError) -> Bool {
    guard try call.changes.hasAny(of: node.plan), let change = try call.changes.change(named: node),
      change.operation == .delete
    else { return false }
    if node.isTombstone {
      // Both sides agree, so nothing is left to push.
      try call.changes.remove(change)
      return true
    }
    switch call.options.conflict {
    case .merge:
      return true
    case .serverWins:
      return false
    case .newestWins:
      try requireClock(of: node.plan)
      let clock = node.plan.clockColumn.map { node.values[$0] } ?? .missing
      guard change.clock.withBound({ clock.isOlder(than: $0) }) else { return false }
      call.state.tallies.markStale(RowIdentity(node), of: node.plan.index)
      return true
    }
  }

  /// Forgets that a row was deleted locally, because it is restored.
  func forgetDeletion(of node: RowNode) throws(SyncError) {
    guard let change = try call.changes.change(named: node) else { return }
    try call.changes.remove(change)
  }
}

// MARK: - Rows that a payload does not name

extension LocalConflicts {
  /// The rows that are really deleted if the server does not list them (A8, A15): locally written,
  /// unpushed rows are kept.
  func withoutLocalRows(
    _ rowIDs: [Int64], of plan: EntityPlan
  ) throws(SyncError) -> [Int64] {
    guard call.options.conflict != .serverWins, try call.changes.hasAny(of: plan) else {
      return rowIDs
    }
    var gone: [Int64] = []
    for rowID in rowIDs {
      let change = try call.changes.change(of: rowID, plan)
      if change == nil || change?.operation == .touch { gone.append(rowID) }
    }
    return gone
  }
}

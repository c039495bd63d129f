import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Rows that are not written in the ordinary way.
extension RowApplier {
  /// Leaves a row, and everything nested in it, as it is stored.
  func pass(_ node: RowNode, _ rowID: Int64?) throws(SyncError) -> RowOutcome {
    if let rowID { call.state.tallies.markPresent(rowID, of: node.plan.index) }
    noteParent(of: node)
    try markNestedPresent(in: node)
    return .passed(rowID)
  }

  /// Like `pass`, for a row whose links are not set either: an older one, or one that was deleted
  /// locally.
  func leave(_ node: RowNode, _ rowID: Int64?) throws(SyncError) -> RowOutcome {
    _ = try pass(node, rowID)
    return .left(rowID)
  }

  /// Lets a row wait for the end of the call. Neither its stored row nor those nested in it are
  /// missing.
  func wait(
    _ node: RowNode, _ rowID: Int64?, _ reason: DeferredRow.Reason
  ) throws(SyncError) -> RowOutcome {
    if let rowID { call.state.tallies.markPresent(rowID, of: node.plan.index) }
    if !call.mode.isAttempt {
      base.recorder.expectLists(of: node)
      try markNestedPresent(in: node)
    }
    try base.deferred.wait(node, reason)
    return .waiting(rowID)
  }

  func noteParent(of node: RowNode) {
    guard call.isTarget(node.plan), let column = node.plan.scopeColumn else { return }
    call.state.deletions.note(parent: node.values[column].stored, of: node.plan.index)
  }

  /// Marks the stored rows inside a row that is not applied as present: none of them is missing
  /// (A8). Their links do not change, but a list of another row may remove them (A15).
  func markNestedPresent(in node: RowNode) throws(SyncError) {
    guard node.hasLinks else { return }
    for relation in node.plan.relations {
      let content = node.relations[relation.index]
      if !content.namedRows.isEmpty {
        _ = try parts.references.identifyNamedRows(in: relation, of: node)
      }
      if !content.ids.isEmpty, !node.isTombstone {
        try mention(content.ids, in: relation, of: node)
      }
      for nested in content.rows {
        try identify(nested.node, in: relation, of: node)
        try markPresent(nested.node)
        try markNestedPresent(in: nested.node)
      }
    }
  }

  /// Completes the identity of a nested row that contains its parent or an object.
  private func identify(
    _ child: RowNode, in relation: RelationPlan, of node: RowNode
  ) throws(SyncError) {
    if case .children(let children) = relation.kind, node.plan.isNamed,
      child.plan.isIdentity(children.reference.column)
    {
      child.values[children.reference.column] = node.values[node.plan.keyColumn]
    }
    try parts.references.takeReferences(of: child, link: nil)
  }

  /// Records that a list names children by their ids, so that they are not deleted with another
  /// parent.
  private func mention(
    _ ids: [BoundValue], in relation: RelationPlan, of node: RowNode
  ) throws(SyncError) {
    guard case .children(let children) = relation.kind, node.plan.isNamed else { return }
    let target = relation.target
    let list = StatedList(entity: target.index, relation: children.relation)
    let child = RowNode(target)
    child.values[children.reference.column] = node.values[node.plan.keyColumn]
    for id in ids {
      child.values[target.idColumn] = id
      let rowID =
        relation.isScoping
        ? try call.tables[target.index].find(child.values)?.rowID
        : try call.tables[target.index].rowID(of: id)
      if let rowID { call.state.statements[list].mention(rowID) }
    }
  }

  private func markPresent(_ child: RowNode) throws(SyncError) {
    let rowIDs =
      child.hasIdentity
      ? try [call.tables[child.plan.index].find(child.values)?.rowID].compactMap { $0 }
      : try possibleRows(of: child)
    for rowID in rowIDs { call.state.tallies.markPresent(rowID, of: child.plan.index) }
  }
}

// MARK: - Rejected rows

extension RowApplier {
  /// The reason why a row is rejected regardless of stored rows.
  func rejection(of node: RowNode) -> Rejection? {
    if let message = node.transformFailure { return Rejection(.transformFailed, message) }
    guard node.location.isTop, let scope = call.scope, !scope.holds(node) else { return nil }
    return scope.rejection(of: node)
  }

  // These are separate functions because each level of nesting uses their stack.

  /// Completes a new row with the values that its payload lacks.
  func completeNewRow(_ node: RowNode) -> Rejection? {
    resolveAmounts(of: node, beside: nil) ?? node.completeNewRow()
  }

  /// Completes a row that is certain to be new, after it was rejected, in the way that `invalid` of
  /// an amount states if only one part of it is present.
  func completeNewRow(_ node: RowNode, insteadOf rejection: Rejection) -> Rejection? {
    var rejection = rejection
    while let half = rejection.halfAmount {
      node.uncompleteRow()
      guard node.settle([half]) else { return rejection }
      guard let next = completeNewRow(node) else { return nil }
      rejection = next
    }
    return rejection
  }

  /// Completes a known row with the values that follow from its payload.
  func completeKnownRow(_ node: RowNode, _ stored: StoredTable.Row) -> Rejection? {
    if let rejection = resolveAmounts(of: node, beside: stored) ?? node.resolveNulls() {
      return rejection
    }
    while let rejection = node.halfAmount(beside: stored) {
      guard let half = rejection.halfAmount, node.settle([half]) else { return rejection }
    }
    return nil
  }

  /// Determines amounts whose stored form depends on the currency.
  func resolveAmounts(of node: RowNode, beside stored: StoredTable.Row?) -> Rejection? {
    guard !node.plan.amounts.isEmpty else { return nil }
    let problems = node.resolveAmounts(beside: stored, in: call.parser.arena)
    guard let first = problems.first else { return nil }
    return node.settle(problems) ? nil : Rejection(first)
  }

  /// Skips a row and reports it. Its stored row is not missing (A5).
  func reject(_ node: RowNode, _ rejection: Rejection) throws(SyncError) -> RowOutcome {
    let place = rejection.path.map { "\(node.location.path).\($0)" } ?? node.location.path
    call.state.rejections.add(
      ApplyReport.RejectedRow(
        node.plan.metadata.name, path: place, identity: node.identityText, rule: rejection.rule,
        message: rejection.message))
    node.uncompleteRow()
    let rowID = try call.tables[node.plan.index].find(node.values)?.rowID
    _ = try pass(node, rowID)
    return .rejected(rowID, isIdentified: true)
  }

  /// Rejects a row that may be any stored one, so that no row is known to be missing (A4).
  func rejectUnidentified(_ node: RowNode) throws(SyncError) -> RowOutcome {
    if let problem = node.keyProblem {
      return try rejectAmbiguous(node, problem)
    }
    call.state.rejections.add(
      ApplyReport.RejectedRow(
        node.plan.metadata.name, path: node.location.path, identity: nil,
        rule: node.transformFailure == nil ? .missingIdentity : .transformFailed,
        message: node.transformFailure
          ?? "no identity: \(reasonOfMissingIdentity(in: node))"))
    if call.isTarget(node.plan) { call.state.rejections.noteUnidentifiedRow(of: node.plan) }
    try markNestedPresent(in: node)
    return .rejected(nil, isIdentified: false)
  }

  /// Rejects a row whose own identity differs from that of its key. The rows of both are kept (A5).
  private func rejectAmbiguous(
    _ node: RowNode, _ problem: ValueProblem
  ) throws(SyncError) -> RowOutcome {
    call.state.rejections.add(
      ApplyReport.RejectedRow(
        node.plan.metadata.name, path: "\(node.location.path).\(problem.path)",
        identity: problem.identities[0].text,
        rule: problem.rule, message: problem.message))
    for rowID in try possibleRows(of: node) {
      call.state.tallies.markPresent(rowID, of: node.plan.index)
    }
    if call.isTarget(node.plan) { call.state.rejections.noteUnidentifiedRow(of: node.plan) }
    try markNestedPresent(in: node)
    return .rejected(nil, isIdentified: false)
  }

  /// The stored rows with one of the identities that a row states, if these differ.
  func possibleRows(of node: RowNode) throws(SyncError) -> [Int64] {
    guard let problem = node.keyProblem else { return [] }
    let column = node.plan.idColumn
    defer { node.values[column] = .missing }
    var rowIDs: [Int64] = []
    for id in problem.identities {
      node.values[column] = BoundValue(id, in: call.parser.arena)
      guard node.hasIdentity else { continue }
      if let row = try call.tables[node.plan.index].find(node.values) { rowIDs.append(row.rowID) }
    }
    return rowIDs
  }

  private func reasonOfMissingIdentity(in node: RowNode) -> String {
    let orders = node.plan.identity.map(node.plan.order(ofColumn:))
    if let problem = node.problems.first(where: { orders.contains($0.order) }) {
      return problem.message
    }
    let generated = node.plan.identity.lazy.compactMap { node.plan.generatedDefaultNote($0) }.first
    return missingParts(of: node) + (generated ?? "")
      + (node.location.isTop ? call.parser.rootHint : "")
  }

  /// Lists the missing parts of the identity or, if there are none, the blank ones.
  private func missingParts(of node: RowNode) -> String {
    let plan = node.plan
    let missing = plan.identity.filter {
      node.values[$0].kind == .missing || node.values[$0].kind == .null
    }
    let parts = missing.isEmpty ? plan.identity.filter(node.isBlank) : missing
    let names = parts.map { "'\(plan.partPath($0))'" }.joined(separator: ", ")
    guard let first = missing.first else {
      return "\(names) \(parts.count == 1 ? "is" : "are") blank"
    }
    var text = "\(names) \(missing.count == 1 ? "is" : "are") missing or null"
    if plan.identity.count > 1, missing.count == 1, node.location.isTop, call.scope == nil,
      case .reference(let index) = plan.fields[first].source
    {
      let parent = plan.metadata.relations[index].name
      text += "; if all rows belong to one parent, state it (--scope \(parent)=ID)"
    }
    return text
  }
}

// MARK: - Tombstones

extension RowApplier {
  func applyTombstone(_ node: RowNode, _ stored: StoredTable.Row) throws(SyncError) -> RowOutcome {
    let rowID = stored.rowID
    noteParent(of: node)
    let wasSeen = call.state.named.contains(rowID, of: node.plan.index)
    // A row that this call has inserted did not exist before it.
    if !call.state.tallies.isInserted(rowID, of: node.plan.index) {
      let links = base.recorder.originalLinks(of: stored, node.plan)
      let originals = try call.tables[node.plan.index].keptOriginals()
      let row = TombstonedRow(hash: try originals.originalHash(of: rowID), links: links)
      call.state.deletions.note(row, node)
    }
    base.expected.expectDeletions(in: node.plan)
    if node.plan.isNamed {
      for incoming in node.plan.incoming {
        try base.writer.restoreDisplaced(incoming, by: node.values[node.plan.keyColumn])
      }
    }
    if node.plan.hasLinks, call.mode.postponesReleases {
      try parts.members.restoreMembers(of: node, rowID)
    }
    try parts.deletions.delete([rowID], of: node.plan)
    if node.plan.isNamed {
      for incoming in node.plan.incoming {
        try base.awaited.withdrawLinks(of: incoming, to: node.values[node.plan.keyColumn].stored)
      }
    }
    try markNestedPresent(in: node)
    if wasSeen { call.state.named.noteWithoutRow(RowIdentity(node)) }
    return .tombstoned
  }

  /// Applies a tombstone for a row that is not stored, which has no effect.
  func applyUnknownTombstone(
    _ node: RowNode, _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> RowOutcome {
    try markNestedPresent(in: node)
    return operations.contains(.delete) ? .tombstoned : .left(nil)
  }

  /// Marks a known row whose tombstone arrives, if that is not just an update of it (A11, A18).
  ///
  /// - Returns: `nil` if the row must be written like any other.
  func applyMark(
    _ node: RowNode, _ stored: StoredTable.Row, _ mark: RowMark,
    _ operations: ApplyOptions.Operations, _ conflict: RowConflict
  ) throws(SyncError) -> RowOutcome? {
    if mark.isSet(in: stored) { return nil }
    guard operations.contains(.delete) else { return try leave(node, stored.rowID) }
    if operations.contains(.update) { return nil }
    // Only the deletion is allowed: its mark, and the clock that keeps an older row stale.
    let columns = (mark.columns + [node.plan.clockColumn].compactMap { $0 }).filter {
      let value = node.values[$0]
      return value.kind != .missing && value.kind != .null && !stored.holds(value, in: $0)
    }
    let rowID = stored.rowID
    let table = call.tables[node.plan.index]
    guard try table.update(rowID, columns: columns, node.values) else {
      return try wait(node, rowID, .unique())
    }
    call.state.tallies.markUpdated(rowID, of: node.plan.index)
    try base.conflicts.settle(conflict, of: node)
    return try leave(node, rowID)
  }
}

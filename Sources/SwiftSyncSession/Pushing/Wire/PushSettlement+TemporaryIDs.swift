/// Temporary ids in a response.
extension PushSettlement {
  /// Replaces temporary ids by those in a response, and refers to the rows by the new ones from
  /// then on.
  ///
  /// - Returns: The changes by the current identities of their rows.
  func replaceIDs(
    _ changes: [PushedChange], _ response: inout PushResponse
  ) throws(SyncError) -> [PushedChange] {
    let mayBeRenamed = changes.contains { schema.entities[$0.entity].mayBeRenamed }
    guard mayBeRenamed || !response.renamed.isEmpty else { return changes }
    // In the order in which they were sent: a row after those that it refers to.
    let sent = changes.map(\.key).filter { response.renamed[$0] != nil }
    let others = Set(response.renamed.keys).subtracting(sent)
    for old in sent + others.compactlySorted(by: { $0.text < $1.text }) {
      guard let new = response.renamed[old] else { continue }
      let plan = schema.entities[old.entity]
      if try transaction.replaceTemporaryID(old.key, with: new, of: plan) { continue }
      // The id is unknown here: another device may have sent it.
      response.renamed[old] = nil
    }
    try followParents(changes, &response)
    response.nameRows()
    return changes.map { pushed in
      guard let new = response.renamed[pushed.key] else { return pushed }
      return PushedChange(
        entity: pushed.entity, change: pushed.change.renamed(new), postponed: pushed.postponed)
    }
  }

  /// Adds the rows whose identity contains a replaced one.
  private func followParents(
    _ changes: [PushedChange], _ response: inout PushResponse
  ) throws(SyncError) {
    let ids = TemporaryIDs(on: try transaction.session().connection)
    for pushed in changes where response.renamed[pushed.key] == nil {
      let plan = schema.entities[pushed.entity]
      guard plan.mayBeRenamed, plan.isTemporary(pushed.key.key) else { continue }
      response.renamed[pushed.key] = try ids.replacement(of: pushed.key.key, in: plan.metadata)
    }
  }
}

extension PushResponse {
  /// Rejects new rows with temporary ids that the server has accepted without returning their ids:
  /// they would keep their temporary ids forever.
  mutating func rejectUnanswered(_ changes: [PushedChange], _ schema: SchemaPlan) {
    for pushed in changes where accepted.contains(pushed.key) && renamed[pushed.key] == nil {
      let plan = schema.entities[pushed.entity]
      guard pushed.change.operation == .insert, plan.temporaryPart != nil,
        plan.isTemporary(pushed.key.key),
        rows[pushed.entity]?.knownRows.contains(where: { $0.key == pushed.key.key }) != true
      else { continue }
      accepted.remove(pushed.key)
      rejected[pushed.key] = ProblemReason(
        "the response lacks the row with the id that the server gave it")
    }
  }

  /// Refers to rows by their new identities everywhere in the response.
  fileprivate mutating func nameRows() {
    for (old, key) in renamed {
      let new = PushedKey(entity: old.entity, key: key)
      if accepted.remove(old) != nil { accepted.insert(new) }
      if stale.remove(old) != nil { stale.insert(new) }
      if let reason = rejected.removeValue(forKey: old) { rejected[new] = reason }
    }
  }
}

extension QueuedChange {
  /// The entry of the same row under another identity.
  func renamed(_ key: RowKey) -> QueuedChange {
    QueuedChange(
      sequence: sequence, revision: revision, operation: operation, fields: fields, clock: clock,
      changedAt: changedAt, isRepeated: isRepeated, key: key, oldValues: oldValues)
  }
}

@_spi(Generated) public import SwiftSyncStore

/// Pending changes with which something is wrong.
extension SyncStore {
  /// Returns what is wrong with pending changes, in the order of their first writes.
  ///
  /// ```swift
  /// for problem in try await store.problems(.rejected, .goneOnServer) { show(problem) }
  /// ```
  ///
  /// Problems remain until the change is confirmed, discarded or written again and sent. Those of
  /// the kinds `unreadable`, `notKept` and `notPushable` are only in the summaries of pushes and
  /// sessions, because they do not concern a pending change alone.
  ///
  /// - Parameter kinds: The kinds to return. By default, all.
  /// - Throws: `SyncError.database` if the database cannot be read.
  public func problems(_ kinds: SyncProblem.Kind...) async throws(SyncError) -> [SyncProblem] {
    if isReadOnly { return [] }
    let all = try await readPlanned { (connection, schema) throws(SyncError) in
      try QueueProblems(on: connection).problems(of: schema.entities)
    }
    return kinds.isEmpty ? all : all.filter { kinds.contains($0.kind) }
  }

  /// The problems of the changes that an endpoint receives, within the limits of a summary.
  func problems(at endpoint: PushEndpoint) async throws(SyncError) -> [SyncProblem] {
    let names = endpoint.routes.map(\.entity) + endpoint.entities.map(\.name)
    return try await readPlanned { (connection, schema) throws(SyncError) in
      try QueueProblems(on: connection).problems(
        of: names.compactMap(schema.entity),
        .init(count: ProblemList.limit, bodyBytes: ProblemList.bodyLimit))
    }
  }

  /// Makes the next push create a row that the server no longer has (`SyncProblem.Kind`
  /// `goneOnServer`), with its current values.
  ///
  /// - Returns: Whether the row has such a problem.
  /// - Throws: `SyncError.invalidOption` if the server assigns the ids of the entity: insert a new
  ///   row instead, and discard this one.
  @discardableResult
  public func createAgain<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await editQueue(entity, id) { (transaction, entry) throws(SyncError) in
      guard entry.isGone else { return false }
      let session = try transaction.session()
      let plan = try session.entity(Entity.metadata.name)
      guard plan.temporaryPart == nil else {
        throw .invalidOption(
          "'\(Entity.metadata.name)' gets its ids from the server, so a row cannot be created again "
            + "with its id; insert a new row, and discard the change of this one")
      }
      try ChangeQueue(on: session.connection).createAgain(entry.sequence, plan)
      return true
    }
  }
}

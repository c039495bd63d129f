@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

extension SyncStore {
  /// Passes pending changes to a closure that sends them, and confirms those that the server
  /// accepted.
  ///
  /// ```swift
  /// try await store.withPendingChanges(of: Todo.self) { batch in
  ///   for task in batch.inserted { try await api.createTask(task) }
  ///   for update in batch.updated { try await api.updateTask(id: update.id, update.patch) }
  ///   for id in batch.deleted { try await api.deleteTask(id: id) }
  ///   return []
  /// }
  /// ```
  ///
  /// Changes that are made while the closure runs remain pending. The rows that it returns also
  /// remain pending: they are sent again by the `retry` policy and do not block other rows. If the
  /// closure throws, nothing is confirmed. The server may have accepted some rows, so sending must
  /// be repeatable. Pushes of one store run one after another.
  ///
  /// After the creation of a row with a temporary id, call `replaceTemporaryID(of:_:with:)`, which
  /// confirms it, and read rows that refer to it again, because the batch has the old id. Whether
  /// the server has kept all values is not checked.
  ///
  /// - Parameters:
  ///   - entity: The type of the rows.
  ///   - limit: The maximum number of rows. Unlimited by default.
  ///   - retry: The policy for rejected rows. The default is `rows`.
  ///   - isolation: The actor of the caller, on which `send` runs, so it can use the actor's state.
  ///   - send: Sends the rows and returns those that the server rejected. Not called if there is
  ///     nothing to push.
  /// - Throws: The error of `send`; `SyncError` if the database fails or the task is cancelled.
  @discardableResult
  public func withPendingChanges<Entity: SyncedEntity>(
    of entity: Entity.Type, limit: Int? = nil, retry: HTTP.RetryPolicy = .rows,
    isolation: isolated (any Actor)? = #isolation,
    _ send: (PendingChange.Batch<Entity>) async throws -> [PendingChange.Batch<Entity>.Rejection]
  ) async throws -> PushSummary.Counts {
    try await uploads.run {
      let lease = try await lease(entity, limit)
      guard !lease.batch.isEmpty else { return PushSummary.Counts() }
      let rejections = try await send(lease.batch)
      return try await settle(lease, rejections, retry)
    }
  }

  private func lease<Entity: SyncedEntity>(
    _ entity: Entity.Type, _ limit: Int?
  ) async throws(SyncError) -> PendingBatchReader<Entity>.Lease {
    try await write(operation: "push \(Entity.metadata.name)") { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        let plan = try writer.entity(Entity.metadata.name)
        let due = try ChangeQueue(on: writer.connection).due(of: plan)
        let sorted = try PushOrder(plan, on: writer.connection).sorted(due)
        let reader = PendingBatchReader<Entity>(plan, on: writer.connection)
        return (try reader.lease(sorted.prefix(limit ?? .max)), .commit)
      }
    }
  }

  private func settle<Entity: SyncedEntity>(
    _ lease: PendingBatchReader<Entity>.Lease,
    _ rejections: [PendingChange.Batch<Entity>.Rejection],
    _ retry: HTTP.RetryPolicy
  ) async throws(SyncError) -> PushSummary.Counts {
    let reasons = Dictionary(rejections.map { ($0.id, $0.reason) }) { first, _ in first }
    return try await write(operation: "push \(Entity.metadata.name)") {
      (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        let plan = try writer.entity(Entity.metadata.name)
        let queue = ChangeQueue(on: writer.connection)
        let settlement = QueueSettlement(queue, writer.plan, retry, nil)
        var summary = PushSummary()
        for (id, change) in lease.changes {
          try settlement.settle(
            PushedChange(entity: plan.index, change: change),
            reasons[id].map { .rejected($0) } ?? .confirmed, &summary)
        }
        return (summary.rows, .commit)
      }
    }
  }
}

extension SyncStore {
  /// Pushes local changes to an endpoint and applies its responses, until nothing is left to send.
  ///
  /// With the `batch` protocol, it also pulls the changes of the server, even if there is nothing
  /// to push. The results and the rows of a response are applied in one transaction, so a push may
  /// be interrupted at any point and repeated. Pushes of one store run one after another.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - progress: Receives the results so far, after each response.
  /// - Throws: `APIError` if no request succeeds, or if one fails in a way that affects all others;
  ///   `SyncError` if the database fails; or `CancellationError`. Rows that were already confirmed
  ///   remain confirmed; all others remain pending.
  @discardableResult
  public func push(
    to endpoint: PushEndpoint, progress: (@Sendable (PushSummary) -> Void)? = nil
  ) async throws -> PushSummary {
    let (summary, error) = try await attemptPush(to: endpoint, progress: progress)
    if let error { throw error }
    return summary
  }

  /// Like `push(to:progress:)`, but returns an error together with the results before it.
  func attemptPush(
    to endpoint: PushEndpoint, progress: (@Sendable (PushSummary) -> Void)? = nil,
    wait: @escaping @Sendable (Duration) async throws -> Void = {
      try await Task.sleep(for: $0)
    }
  ) async throws -> (PushSummary, (any Error)?) {
    noteErrors(of: endpoint)
    return try await uploads.run {
      var (summary, error) = await run(endpoint, progress, wait)
      do {
        summary.add(try await problems(at: endpoint))
      } catch let failure {
        error = error ?? failure
      }
      return (summary, error)
    }
  }

  private func run(
    _ endpoint: PushEndpoint, _ progress: (@Sendable (PushSummary) -> Void)?,
    _ wait: @escaping @Sendable (Duration) async throws -> Void
  ) async -> (PushSummary, (any Error)?) {
    if endpoint.wireProtocol == .rest {
      let run = RowPushRun(self, endpoint, progress, wait: wait)
      do {
        try await run.run()
        return (run.summary, nil)
      } catch {
        return (run.summary, error)
      }
    }
    let run = PushRun(self, endpoint, progress)
    do {
      try await run.run()
      return (run.summary, nil)
    } catch {
      return (run.summary, error)
    }
  }
}

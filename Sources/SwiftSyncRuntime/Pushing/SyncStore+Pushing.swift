extension SyncStore {
  /// Hands local writes to an upload and confirms those that the server has taken.
  ///
  /// ```swift
  /// try await store.withPendingChanges(of: Task.self) { batch in
  ///   for task in batch.inserted { try await api.createTask(task) }
  ///   for update in batch.updated { try await api.updateTask(id: update.id, update.patch) }
  ///   for id in batch.deleted { try await api.deleteTask(id: id) }
  ///   return []
  /// }
  /// ```
  ///
  /// What is written while the upload runs stays pending, and so do the rows that it returns: they wait as `retry`
  /// says and hold up no other row. If it throws, nothing is confirmed. The server may have taken rows all the same,
  /// as it may have when the app dies meanwhile: they are handed out again, so an upload has to bear repetition.
  /// Uploads of a store take turns.
  ///
  /// - Parameters:
  ///   - limit: The most rows to hand out.
  ///   - isolation: The actor of the caller, on which `upload` runs, so that it may use its state.
  ///   - upload: Does the network work and returns the rows that the server has not taken. It is not called if there
  ///     is nothing to push.
  /// - Throws: What `upload` throws; `SyncError` if the database fails or the task is cancelled.
  @discardableResult
  public func withPendingChanges<Entity: SyncedEntity>(
    of entity: Entity.Type, limit: Int? = nil, retry: RowRetry = RowRetry(),
    isolation: isolated (any Actor)? = #isolation,
    _ upload: (PendingBatch<Entity>) async throws -> [PushRejection<Entity>]
  ) async throws -> PushCounts {
    try await uploads.run {
      let lease = try await lease(entity, limit)
      guard !lease.batch.isEmpty else { return PushCounts() }
      let rejections = try await upload(lease.batch)
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
    _ lease: PendingBatchReader<Entity>.Lease, _ rejections: [PushRejection<Entity>],
    _ retry: RowRetry
  ) async throws(SyncError) -> PushCounts {
    let messages = Dictionary(rejections.map { ($0.id, $0.message) }) { first, _ in first }
    return try await write(operation: "push \(Entity.metadata.name)") {
      (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        let plan = try writer.entity(Entity.metadata.name)
        let queue = ChangeQueue(on: writer.connection)
        var counts = PushCounts()
        for (id, change) in lease.changes {
          if let message = messages[id] {
            counts.rejected += 1
            if try queue.reject(change, message, retry) { counts.quarantined += 1 }
          } else {
            counts.confirmed += 1
            try queue.confirm(change, of: plan)
          }
        }
        return (counts, .commit)
      }
    }
  }
}

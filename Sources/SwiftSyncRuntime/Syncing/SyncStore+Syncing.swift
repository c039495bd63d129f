public import SwiftSyncFoundation

/// Applying payloads to the rows of a generated type.
extension SyncStore {
  /// Applies a payload, by rules A1 to A22, in one transaction.
  ///
  /// ```swift
  /// let report = try await store.sync(response, as: Task.self, in: .parent(project))
  /// ```
  ///
  /// When the task is cancelled before the end, the transaction is rolled back.
  ///
  /// - Parameters:
  ///   - data: JSON: a list of objects, one object, or one object per line.
  ///   - scope: The rows that the list is complete for; by default all of the entity's. It takes the
  ///     place of `options.scope`.
  ///   - progress: Gets counts while the call runs.
  /// - Returns: What was done. Rows that do not fit are left out and listed there.
  /// - Throws: `SyncError.invalidPayload` if it is not valid JSON (A22) or has no rows where they should be;
  ///   `SyncError.refused` if it could be read and nothing of it was applied; `SyncError.cancelled`;
  ///   any other `SyncError` if the database fails. Nothing has changed then (A19).
  @discardableResult
  public func sync<Entity: SyncedEntity>(
    _ data: Data, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions(), progress: SyncProgress? = nil
  ) async throws(SyncError) -> SyncReport {
    defer { progress?.finish() }
    return try await run(SyncCall(entity, scope, options, progress, in: metadata), .data(data))
  }

  /// Applies one row, so that no other row counts as missing. As `sync(_:as:in:options:progress:)`.
  @discardableResult
  public func sync<Entity: SyncedEntity>(
    item data: Data, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions()
  ) async throws(SyncError) -> SyncReport {
    try await run(SyncCall(entity, scope, options, nil, isItem: true, in: metadata), .data(data))
  }

  /// Applies a payload in a file, which is read in pieces. As `sync(_:as:in:options:progress:)`.
  ///
  /// - Throws: Also `SyncError.unreadableFile`.
  @discardableResult
  public func sync<Entity: SyncedEntity>(
    contentsOf file: URL, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions(), progress: SyncProgress? = nil
  ) async throws(SyncError) -> SyncReport {
    defer { progress?.finish() }
    return try await run(
      SyncCall(entity, scope, options, progress, in: metadata), .files([file.path]))
  }

  /// Applies a payload while it arrives. As `sync(_:as:in:options:progress:)`.
  ///
  /// At most about a megabyte waits to be applied; the sequence is not asked for more meanwhile. The
  /// writing thread waits for it, so a store's other writes wait, too.
  ///
  /// - Parameters:
  ///   - chunks: The text in pieces of any size, cut anywhere. When the call ends early no more is asked for.
  ///   - limits: How much may arrive, how slowly, and for how long.
  /// - Throws: Also `SyncError.interruptedPayload` with the error that the sequence throws, or with a
  ///   `LimitExceeded`.
  @discardableResult
  public func sync<Entity: SyncedEntity, Chunks: AsyncSequence & Sendable>(
    chunks: Chunks, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions(), progress: SyncProgress? = nil,
    limits: TransferLimits = TransferLimits()
  ) async throws(SyncError) -> SyncReport where Chunks.Element: DataProtocol & Sendable {
    defer { progress?.finish() }
    let call = try SyncCall(entity, scope, options, progress, in: metadata)
    return try await feed(chunks, limits) { (payload) async throws(SyncError) in
      try await run(call, payload)
    }
  }

  /// Applies a payload and returns the rows that it has changed. As `sync(_:as:in:options:progress:)`.
  ///
  /// ```swift
  /// let changes = try await store.syncChanges(response, as: Task.self)
  /// for task in changes.inserted { notify(of: task) }
  /// ```
  ///
  /// It costs more than `sync`: every change is recorded, and the changed rows are in memory.
  public func syncChanges<Entity: SyncedEntity>(
    _ data: Data, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions(), progress: SyncProgress? = nil
  ) async throws(SyncError) -> SyncChanges<Entity> {
    defer { progress?.finish() }
    return try await changes(SyncCall(entity, scope, options, progress, in: metadata), .data(data))
  }

  /// Applies one row and returns what it has changed. As `syncChanges(_:as:in:options:progress:)`.
  public func syncChanges<Entity: SyncedEntity>(
    item data: Data, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions()
  ) async throws(SyncError) -> SyncChanges<Entity> {
    try await changes(
      SyncCall(entity, scope, options, nil, isItem: true, in: metadata), .data(data))
  }

  /// Applies a payload in a file and returns the rows that it has changed. As
  /// `syncChanges(_:as:in:options:progress:)`.
  public func syncChanges<Entity: SyncedEntity>(
    contentsOf file: URL, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions(), progress: SyncProgress? = nil
  ) async throws(SyncError) -> SyncChanges<Entity> {
    defer { progress?.finish() }
    return try await changes(
      SyncCall(entity, scope, options, progress, in: metadata), .files([file.path]))
  }

  /// Applies a payload while it arrives and returns the rows that it has changed. As
  /// `sync(chunks:as:in:options:progress:)`.
  public func syncChanges<Entity: SyncedEntity, Chunks: AsyncSequence & Sendable>(
    chunks: Chunks, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions(), progress: SyncProgress? = nil,
    limits: TransferLimits = TransferLimits()
  ) async throws(SyncError) -> SyncChanges<Entity> where Chunks.Element: DataProtocol & Sendable {
    defer { progress?.finish() }
    let call = try SyncCall(entity, scope, options, progress, in: metadata)
    return try await feed(chunks, limits) { (payload) async throws(SyncError) in
      try await changes(call, payload)
    }
  }
}

/// Where a payload that a store applies comes from.
enum SyncPayload: Sendable {
  case source(PayloadSource)
  case chunks(ChunkStream)

  static func data(_ data: Data) -> SyncPayload { .source(.data(data)) }
  static func files(_ paths: [String]) -> SyncPayload { .source(.files(paths)) }

  func opened() throws(SyncError) -> PayloadStreams {
    switch self {
    case .source(let source): try source.opened()
    case .chunks(let stream): PayloadStreams(streams: [stream], totalBytes: nil)
    }
  }
}

extension SyncStore {
  func run(_ call: SyncCall, _ payload: SyncPayload) async throws(SyncError) -> SyncReport {
    payload.stopWaiting(with: call.token)
    return try await write(operation: call.operation, as: call.token) {
      (writer) throws(SyncError) in
      try writer.transaction(call.token) { (transaction) throws(SyncError) in
        (try call.run(payload.opened, in: transaction), call.ending)
      }
    }
  }

  fileprivate func changes<Entity: SyncedEntity>(
    _ call: SyncCall, _ payload: SyncPayload
  ) async throws(SyncError) -> SyncChanges<Entity> {
    payload.stopWaiting(with: call.token)
    let position = try metadata.position(of: call.entity)
    let tables = metadata.tables(of: position)
    return try await write(operation: call.operation, as: call.token) {
      (writer) throws(SyncError) in
      try writer.transaction(call.token, watching: tables) {
        (transaction) throws(SyncError) in
        let report = try call.run(payload.opened, in: transaction)
        let rows = try writer.recorder.changes().rows[position] ?? []
        let reader = ChangedRowsReader<Entity>(
          writer.plan.entities[position], on: writer.connection)
        return (try reader.changes(rows, report), call.ending)
      }
    }
  }
}

extension SyncPayload {
  /// Ends the wait of the writing thread for the next chunk when the call is cancelled.
  fileprivate func stopWaiting(with token: CancellationToken) {
    guard case .chunks(let stream) = self else { return }
    token.whenCancelled { stream.finish(.cancelled) }
  }
}

package import SwiftSyncFoundation

/// Applying payloads.
extension SyncStore {
  /// Applies a payload to the rows of an entity, in one transaction.
  ///
  /// ```swift
  /// try await store.apply(.data(response), as: Todo.self)
  /// try await store.apply(
  ///   .data(response), as: Todo.self, in: .project(project.id), missingRows: .delete)
  /// ```
  ///
  /// Invalid rows are rejected and listed in the report. If the call throws, nothing has changed.
  /// If the task is cancelled before the commit, the transaction is rolled back.
  ///
  /// - Parameters:
  ///   - source: The payload, e.g. `.data(data)` or `.file(url)`. A payload that is one object is
  ///     one row.
  ///   - entity: The type of the rows.
  ///   - scope: The rows that the payload is about, e.g. those of one parent. By default, all rows
  ///     of the entity.
  ///   - missingRows: What happens to stored rows that the list does not contain. By default, the
  ///     options say so, and keep them unless they were changed.
  ///   - options: The options of the call.
  ///   - progress: Receives counts while the call runs.
  /// - Returns: The counts of inserted, updated, deleted and rejected rows.
  /// - Throws: `SyncError.invalidPayload` if the payload is malformed JSON or has no rows where
  ///   they are expected; `SyncError.refused` if nothing of a valid payload was applied, e.g.
  ///   because every row was rejected; `SyncError.unreadableFile` and
  ///   `SyncError.interruptedPayload` if its bytes cannot be read; `SyncError.cancelled`; or
  ///   another `SyncError` if the database fails.
  @discardableResult
  public func apply<Entity: SyncedEntity>(
    _ source: PayloadSource, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    missingRows: MissingRows? = nil, options: ApplyOptions = ApplyOptions(),
    progress: ApplyReport.Progress? = nil
  ) async throws(SyncError) -> ApplyReport {
    try await apply(
      source, SyncCall(entity, scope, options.with(missingRows), progress, in: metadata))
  }

  /// Applies a payload to the rows of an entity whose name is given at run time.
  ///
  /// See `apply(_:as:in:missingRows:options:progress:)` for the parameters and errors.
  ///
  /// - Parameters:
  ///   - source: The payload.
  ///   - entity: The entity's name in the schema.
  ///   - missingRows: What happens to stored rows that the list does not contain.
  ///   - options: The options of the call.
  ///   - progress: Receives counts while the call runs.
  /// - Throws: Also `SyncError.unknownEntity` if the schema has no entity of that name.
  @discardableResult
  public func apply(
    _ source: PayloadSource, as entity: String, missingRows: MissingRows? = nil,
    options: ApplyOptions = ApplyOptions(), progress: ApplyReport.Progress? = nil
  ) async throws(SyncError) -> ApplyReport {
    try await apply(source, SyncCall(.entity(entity), options.with(missingRows), progress))
  }

  /// Applies a document: a payload with rows of several entities, in one transaction.
  ///
  /// ```swift
  /// let report = try await store.apply(.data(response), as: SearchResult.self)
  /// ```
  ///
  /// Rows that are not in a list are kept, unless the schema states `missing-rows: delete` for the
  /// list. References between the lists are resolved regardless of their order. Otherwise, the
  /// parameters and errors are those of `apply(_:as:in:missingRows:options:progress:)`.
  ///
  /// - Parameters:
  ///   - source: The payload, one object.
  ///   - document: The type of the document.
  ///   - options: The options of the call. `missingRows` and `root` do not apply to documents.
  ///   - progress: Receives counts while the call runs.
  /// - Returns: A report with the counts by entity in `related`. The paths of rejected rows begin
  ///   with the key of their list.
  /// - Throws: Also `SyncError.invalidPayload` if the payload is not one object, or a member has
  ///   another kind of value; `SyncError.invalidOption` for an option that does not apply.
  @discardableResult
  public func apply<Document: SyncedDocument>(
    _ source: PayloadSource, as document: Document.Type,
    options: ApplyOptions = ApplyOptions(), progress: ApplyReport.Progress? = nil
  ) async throws(SyncError) -> ApplyReport {
    try await apply(source, asDocument: Document.documentName, options: options, progress: progress)
  }

  /// Applies a document whose name is given at run time.
  @_spi(Generated)
  @discardableResult
  public func apply(
    _ source: PayloadSource, asDocument document: String, options: ApplyOptions = ApplyOptions(),
    progress: ApplyReport.Progress? = nil
  ) async throws(SyncError) -> ApplyReport {
    try await apply(source, SyncCall(.document(document), options, progress))
  }

  private func apply(
    _ source: PayloadSource, _ call: SyncCall
  ) async throws(SyncError) -> ApplyReport {
    defer { call.progress?.finish() }
    return try await source.read { (payload) async throws(SyncError) in
      try await run(call, payload)
    }
  }

  /// Applies a payload and returns the rows that it changed.
  ///
  /// ```swift
  /// let changes = try await store.applyReturningChanges(.data(response), as: Todo.self)
  /// for todo in changes.inserted { notify(of: todo) }
  /// ```
  ///
  /// The parameters and errors are those of `apply(_:as:in:missingRows:options:progress:)`. The
  /// call costs more, because it records every change and keeps the changed rows in memory.
  ///
  /// - Returns: The inserted rows, the updates and the identities of the deleted rows, with the report.
  public func applyReturningChanges<Entity: SyncedEntity>(
    _ source: PayloadSource, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    missingRows: MissingRows? = nil, options: ApplyOptions = ApplyOptions(),
    progress: ApplyReport.Progress? = nil
  ) async throws(SyncError) -> AppliedChanges<Entity> {
    defer { progress?.finish() }
    let call = try SyncCall(entity, scope, options.with(missingRows), progress, in: metadata)
    return try await source.read { (payload) async throws(SyncError) in
      try await changes(call, payload)
    }
  }
}

/// The source of a payload that a store applies.
package enum SyncPayload: Sendable {
  case source(PayloadSource)
  case chunks(ChunkStream)

  package static func data(_ data: Data) -> SyncPayload { .source(.data(data)) }

  func opened() throws(SyncError) -> PayloadStreams {
    switch self {
    case .source(let source): try source.opened()
    case .chunks(let stream): PayloadStreams(streams: [stream], totalBytes: nil)
    }
  }
}

extension SyncStore {
  package func run(_ call: SyncCall, _ payload: SyncPayload) async throws(SyncError) -> ApplyReport
  {
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
  ) async throws(SyncError) -> AppliedChanges<Entity> {
    payload.stopWaiting(with: call.token)
    let position = try metadata.position(of: call.target.name)
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
  /// Ends the writing thread's wait for the next chunk when the call is cancelled.
  fileprivate func stopWaiting(with token: CancellationToken) {
    guard case .chunks(let stream) = self else { return }
    token.whenCancelled { stream.finish(.cancelled) }
  }
}

extension SyncTransaction {
  /// Applies a payload as part of the transaction.
  ///
  /// See `SyncStore.apply(_:as:in:missingRows:options:progress:)` for the parameters and errors. If
  /// the call throws, earlier changes of the transaction remain, and the transaction can continue.
  /// `isDryRun` rolls back the payload only.
  ///
  /// - Throws: Also `SyncError.invalidOption` for a stream, which a transaction cannot wait for.
  @discardableResult
  public func apply<Entity: SyncedEntity>(
    _ source: PayloadSource, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    missingRows: MissingRows? = nil, options: ApplyOptions = ApplyOptions()
  ) throws(SyncError) -> ApplyReport {
    // Rows that edits of the transaction have left out of lists are deleted first.
    let schema = try session().plan.metadata
    return try run(
      SyncCall(entity, scope, options.with(missingRows), nil, in: schema), .source(source))
  }

  /// Applies a document as part of the transaction.
  ///
  /// See `SyncStore.apply(_:as:options:progress:)` and `apply(_:as:in:missingRows:options:)`.
  @discardableResult
  public func apply<Document: SyncedDocument>(
    _ source: PayloadSource, as document: Document.Type, options: ApplyOptions = ApplyOptions()
  ) throws(SyncError) -> ApplyReport {
    try run(SyncCall(.document(Document.documentName), options), .source(source))
  }

  /// Applies a payload in its own savepoint.
  func run(
    _ call: SyncCall, _ payload: SyncPayload
  ) throws(SyncError) -> ApplyReport {
    // Before the savepoint, so that the remaining work of edits is kept if the payload is undone.
    try settleEdits()
    var call = call
    // If the transaction's task is cancelled, the payload is not read to its end.
    if let token { call.token = token }
    return try session().connection.nestedTransaction { () throws(SyncError) in
      (try call.run(payload.opened, in: self), call.ending)
    }
  }
}

extension ApplyOptions {
  /// The options with what a call says about missing rows.
  fileprivate func with(_ missingRows: MissingRows?) -> ApplyOptions {
    guard let missingRows else { return self }
    var options = self
    options.missingRows = missingRows
    return options
  }
}

/// A group of reads and writes that are committed together or not at all.
///
/// It is valid only inside the closure that receives it. The closure runs on the writing thread or,
/// on the connection of another library, on the caller's thread. Afterwards, every call throws
/// `SyncError.endedTransaction`.
///
/// A call that throws has changed nothing, so the closure may catch the error and continue. Rows
/// that a patch removes from a list are deleted when the closure returns. `on-delete: deny` is also
/// checked then, so that rows can be moved in several steps.
public final class SyncTransaction {
  private var writer: Writer?
  /// The token of the job that runs the transaction; `nil` on the connection of another library.
  let token: CancellationToken?
  /// The calls by entity.
  private var calls: [Int: ApplyCall] = [:]
  /// The call that contains the state of all edits so far.
  private var current: ApplyCall?
  /// Whether rows of a server were applied.
  package var hasForeignRows = false
  /// The state while no call has it.
  private var state: CallState?

  init(_ writer: Writer, _ token: CancellationToken? = nil) {
    self.writer = writer
    self.token = token
  }

  /// The writer, while the transaction is open.
  package func session() throws(SyncError) -> Writer {
    // SQLite itself ends a transaction on a full disk. Later statements would run outside it.
    guard let writer, writer.connection.isInTransaction else { throw .endedTransaction }
    return writer
  }

  /// Returns the call that edits rows of an entity. All calls share one state.
  package func call(for entity: String) throws(SyncError) -> ApplyCall {
    let writer = try session()
    let plan = try writer.entity(entity)
    if let current, current.plan === plan { return current }
    let next = try knownOrNewCall(plan, writer)
    if let current {
      swap(&next.state, &current.state)
    } else if let state {
      next.state = state
      self.state = nil
    }
    current = next
    return next
  }

  private func knownOrNewCall(
    _ plan: EntityPlan, _ writer: Writer
  ) throws(SyncError) -> ApplyCall {
    if let known = calls[plan.index] { return known }
    let call = try ApplyCall(writer.plan, plan, ApplyOptions(), on: writer.connection)
    // Edits look up rows, and a cursor over the table would be shared with other calls.
    call.close()
    calls[plan.index] = call
    return call
  }

  /// Edits rows of an entity and undoes the edit if it throws.
  package func edit<Entity: SyncedEntity, Value>(
    _ entity: Entity.Type, _ body: (RowEditor) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    let name = Entity.metadata.name
    let call = try call(for: name)
    let before = call.state
    do throws(SyncError) {
      return try call.connection.savepoint("swiftsync_edit") { () throws(SyncError) in
        try body(call.editor)
      }
    } catch {
      call.state = before
      throw error.naming(name)
    }
  }

  /// Applies a payload as part of the transaction. If it throws, the transaction or the enclosing
  /// savepoint must be undone.
  func apply(
    _ streams: [any ByteStream], to target: SyncTarget, _ options: ApplyOptions,
    _ monitor: CallMonitor?
  ) throws(SyncError) -> ApplyReport {
    try apply(streams, to: target, options) { $0.monitor = monitor }
  }

  /// Applies the rows of the response to a push, like `apply`. The pushed changes have arrived, so
  /// it is not an error if none of the server's rows fits.
  ///
  /// - Parameters:
  ///   - changes: The queue entries of the rows, by identity.
  ///   - returned: Compares the rows with what was sent.
  package func applyResponse(
    _ rows: any ByteStream, to entity: String, _ options: ApplyOptions,
    expecting changes: [RowKey: LocalChange], comparing returned: ReturnedValues?
  ) throws(SyncError) -> ApplyReport {
    try apply([rows], to: .entity(entity), options) { call in
      call.toleratesRejections = true
      call.changes.expect(changes)
      call.call.returned = returned
    }
  }

  private func apply(
    _ streams: [any ByteStream], to target: SyncTarget, _ options: ApplyOptions,
    _ prepare: (ApplyCall) -> Void
  ) throws(SyncError) -> ApplyReport {
    let writer = try session()
    let target = try writer.plan.target(target)
    hasForeignRows = true
    try settleEdits()
    // A first fill drops indexes, which SQLite refuses while a statement is reading.
    writer.connection.resetStatements()
    let call = try ApplyCall(writer.plan, target, options, on: writer.connection)
    prepare(call)
    defer { call.close() }
    let report = try call.run(streams)
    call.monitor?.finish(call)
    return report
  }

  /// Carries out the remaining work of edits before other code writes. `deny` waits for the end.
  package func settleEdits() throws(SyncError) {
    guard let current else { return }
    try current.pruneLists()
    try current.call.noteRefetchedRows()
    state = current.state
    // The calls remember whether links wait for rows, which other code may change.
    self.current = nil
    calls = [:]
  }

  /// Carries out and checks what had to wait for the end of the transaction.
  func finish() throws(SyncError) {
    if current == nil, state?.deletions.denials.isEmpty == false, let writer {
      _ = try call(for: writer.plan.metadata.entities[0].name)
    }
    try current?.finishEdit()
    current = nil
  }

  /// Releases everything that was prepared for the transaction.
  func end() {
    for call in calls.values { call.close() }
    calls = [:]
    current = nil
    writer = nil
  }
}

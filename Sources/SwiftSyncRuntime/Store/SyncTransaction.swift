@_spi(Generated) import SwiftSyncREST

/// A group of reads and writes that is committed as a whole or not at all.
///
/// It is valid in the closure that receives it, which runs on the writing thread, or on the caller's thread for a
/// borrowed connection. Afterwards every call throws `SyncError.endedTransaction`.
///
/// A call that throws has changed nothing, so the closure may catch the error and continue. Rows that a patch leaves
/// out of a list are deleted when the closure returns, and `deny` is checked then, so that rows can move in several
/// steps.
public final class SyncTransaction {
  private var writer: Writer?
  /// Of the job that the transaction is; `nil` on a borrowed connection.
  let token: CancellationToken?
  /// By entity.
  private var calls: [Int: ApplyCall] = [:]
  /// The one that has the state of all edits so far.
  private var current: ApplyCall?
  /// Whether it has applied rows of a server.
  var hasForeignRows = false
  /// The state while there is no call that has it.
  private var state: CallState?

  init(_ writer: Writer, _ token: CancellationToken? = nil) {
    self.writer = writer
    self.token = token
  }

  /// The writer, as long as the transaction is open.
  func session() throws(SyncError) -> Writer {
    // SQLite itself ends a transaction on a full disk; what came then would be on its own.
    guard let writer, writer.connection.isInTransaction else { throw .endedTransaction }
    return writer
  }

  /// What edits rows of an entity; all of them share one state.
  func call(for entity: String) throws(SyncError) -> ApplyCall {
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
    // Edits look rows up; a cursor over the table would be shared with other calls.
    call.close()
    calls[plan.index] = call
    return call
  }

  /// Edits rows of an entity so that an error undoes it.
  func edit<Entity: SyncedEntity, Value>(
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

  /// Applies a payload as a part of the transaction; if it throws, the transaction has to be undone, or the savepoint
  /// around it.
  func apply(
    _ streams: [any ByteStream], to target: SyncTarget, _ options: ApplyOptions,
    _ monitor: CallMonitor?
  ) throws(SyncError) -> SyncReport {
    try apply(streams, to: target, options) { $0.monitor = monitor }
  }

  /// Applies rows in the response to a push, like `apply`. What was pushed has arrived, so it is not an error that none
  /// of the server's rows fits.
  ///
  /// - Parameter changes: Entries of the queue that belong to the rows, by their identities.
  func applyResponse(
    _ rows: any ByteStream, to entity: String, _ options: ApplyOptions,
    expecting changes: [RowKey: PendingChange]
  ) throws(SyncError) -> SyncReport {
    try apply([rows], to: .entity(entity), options) { call in
      call.toleratesRejections = true
      call.changes.expect(changes)
    }
  }

  private func apply(
    _ streams: [any ByteStream], to target: SyncTarget, _ options: ApplyOptions,
    _ prepare: (ApplyCall) -> Void
  ) throws(SyncError) -> SyncReport {
    let writer = try session()
    let target = try writer.plan.target(target)
    hasForeignRows = true
    try settleEdits()
    // A first fill takes indexes away, which SQLite refuses while a statement reads.
    writer.connection.resetStatements()
    let call = try ApplyCall(writer.plan, target, options, on: writer.connection)
    prepare(call)
    defer { call.close() }
    let report = try call.run(streams)
    call.monitor?.finish(call)
    return report
  }

  /// Carries out what edits have left to be done before others write; `deny` waits for the end.
  func settleEdits() throws(SyncError) {
    guard let current else { return }
    try current.pruneLists()
    state = current.state
    // They remember whether links wait for rows, which others may change.
    self.current = nil
    calls = [:]
  }

  /// Carries out and judges what had to wait for the end.
  func finish() throws(SyncError) {
    if current == nil, state?.deletions.denials.isEmpty == false, let writer {
      _ = try call(for: writer.plan.metadata.entities[0].name)
    }
    try current?.finishEdit()
    current = nil
  }

  /// Gives everything up that was prepared for it.
  func end() {
    for call in calls.values { call.close() }
    calls = [:]
    current = nil
    writer = nil
  }
}

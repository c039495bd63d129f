@_spi(Generated) import SwiftSyncREST

extension SyncStore {
  /// The steps of this store that can be taken back.
  public var undo: StoreUndo { StoreUndo(store: self) }
}

/// Takes back what the app has written to a store, one transaction after the other.
///
/// ```swift
/// store.undo.start()
/// try await store.delete(Todo.self, id: id)
/// switch try await store.undo.undo() {
/// case .done(let rows): print("restored \(rows)")
/// case .nothing: break
/// case .conflict(let rows): print("changed meanwhile: \(rows)")
/// }
/// ```
///
/// Each write of the app, e.g. `insert`, `update`, `delete`, `save` or `transaction`, is one step with all of its row
/// changes: also those of raw SQL, of `on-delete` rules and of lists. Transactions that apply a payload are not: what they
/// change is changed by somebody else, and so are changes of other processes.
///
/// - A step is taken back only if no one else has changed the rows since, see `UndoOutcome.conflict(rows:)`. Of an updated
///   row, only the members that the step has changed matter; the others keep their newer values. Of an inserted row, which
///   is deleted, all members matter, except those that only the server writes.
/// - Taking a step back is a local write: it is recorded for pushing, observed, and sets dates with `touch`. So these dates
///   are not what they were before the step.
/// - Steps are kept in memory, with the old and the new values of the rows. They are forgotten when the store is closed.
///
/// Nothing is recorded before `start(limit:)`. While recording is on, writes cost somewhat more, as if all tables were
/// observed.
public struct StoreUndo: Sendable {
  let store: SyncStore

  /// Begins to record the transactions that begin from now on.
  ///
  /// - Parameter limit: The number of steps that can be taken back; older ones are forgotten. At least 1. Calling it again
  ///   changes the number.
  public func start(limit: Int = 100) { store.history.start(limit: max(1, limit)) }

  /// Stops recording and forgets all steps.
  public func stop() { store.history.stop() }

  /// Forgets all steps, and continues to record.
  public func clear() { store.history.clear() }

  /// Whether steps are recorded.
  public var isRecording: Bool { store.history.isRecording }

  /// What can be taken back and done again now.
  public var state: UndoState { UndoState(store.history.counts) }

  /// The current state, and the newest one after each change.
  public var states: AsyncStream<UndoState> {
    let history = store.history
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = history.listen { continuation.yield(UndoState($0)) }
      continuation.onTermination = { _ in history.removeListener(id) }
    }
  }

  /// Takes the latest step back.
  ///
  /// - Parameter step: The number of a step of `UndoState.undoable`. If it is not the latest one, nothing is done. By
  ///   default it is the latest.
  /// - Returns: What was done. Only `done` has changed rows.
  /// - Throws: `SyncError.database` if SQLite refuses the former values, e.g. because of a `check`; the step is kept.
  public func undo(step: Int? = nil) async throws(SyncError) -> UndoOutcome {
    try await store.revert(.undo, step)
  }

  /// Does the step again that was taken back last.
  ///
  /// - Parameter step: The number of a step of `UndoState.redoable`. If it is not the next one, nothing is done.
  /// - Returns: What was done. Only `done` has changed rows.
  /// - Throws: As `undo(step:)`.
  public func redo(step: Int? = nil) async throws(SyncError) -> UndoOutcome {
    try await store.revert(.redo, step)
  }
}

extension SyncStore {
  fileprivate func revert(
    _ direction: UndoDirection, _ id: Int?
  ) async throws(SyncError) -> UndoOutcome {
    let token = CancellationToken()
    return try await write(operation: direction == .undo ? "undo" : "redo", as: token) {
      [history] (writer) throws(SyncError) in
      guard let step = history.next(direction), id == nil || id == step.id else { return .nothing }
      let outcome = try writer.transaction(token, as: .inverse(direction)) {
        (transaction) throws(SyncError) -> (UndoOutcome, Connection.Ending) in
        var run = UndoRun(transaction, writer)
        let conflicts = try run.revert(step)
        return conflicts.isEmpty
          ? (UndoOutcome.done(rows: run.rows), .commit)
          : (.conflict(rows: conflicts), .rollback)
      }
      if case .conflict = outcome { history.drop(direction) }
      return outcome
    }
  }
}

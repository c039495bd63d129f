@_spi(Generated) public import SwiftSyncStore

extension SyncStore {
  /// The undo history of this store.
  public var undo: StoreUndo { StoreUndo(store: self) }
}

/// Undoes the app's writes to a store, one transaction at a time.
///
/// ```swift
/// store.undo.start()
/// try await store.delete(Todo.self, id: id)
/// switch try await store.undo.undo() {
/// case .done(let rows): print("restored \(rows)")
/// case .nothing: break
/// case .conflict(let rows): print("changed elsewhere: \(rows)")
/// }
/// ```
///
/// Each write of the app, e.g. `insert`, `update`, `delete`, `save` or `transaction`, is one step
/// with all of its row changes, including those of raw SQL, `on-delete` rules and lists.
/// Transactions that apply a payload are not steps: their changes count as foreign changes, and so do
/// those of other processes.
///
/// - A step is undone only if its rows have had no foreign changes since then; see
///   `StoreUndo.Outcome.conflict(rows:)`. If the step updated a row, only changes to the same members
///   prevent the undo; other members keep their newer values. If it inserted a row, which undoing
///   deletes, rows that refer to it prevent the undo, and so do changes to any member, except
///   attributes with `direction: pull`, the clock and touched dates.
/// - Undoing a step is a local write: it is recorded for pushing, observed, and sets dates with
///   `touch`. These dates are therefore not restored to their values before the step.
/// - Steps are kept in memory, with the old and the new values of the rows. They are forgotten when
///   the store is closed.
///
/// Nothing is recorded before `start(limit:)`. While recording, writes are somewhat slower, as if
/// all tables were observed.
public struct StoreUndo: Sendable {
  let store: SyncStore

  /// Begins to record transactions that begin after this call.
  ///
  /// - Parameter limit: The maximum number of steps that can be undone; older ones are forgotten.
  ///   At least 1. Calling the method again changes the number.
  public func start(limit: Int = 100) { store.history.start(limit: max(1, limit)) }

  /// Stops recording and forgets all steps.
  public func stop() { store.history.stop() }

  /// Forgets all steps and continues recording.
  public func clear() { store.history.clear() }

  /// Whether steps are recorded.
  public var isRecording: Bool { store.history.isRecording }

  /// The steps that can be undone and redone now.
  public var state: State { State(store.history.counts) }

  /// The current state, and then the newest state after each change.
  public var states: AsyncStream<State> {
    let history = store.history
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = history.listen { continuation.yield(State($0)) }
      continuation.onTermination = { _ in history.removeListener(id) }
    }
  }

  /// Undoes the latest step.
  ///
  /// - Parameter step: The number of a step in `StoreUndo.State.undoable`. If it is not the latest one,
  ///   nothing is done. By default, the latest step.
  /// - Returns: The outcome. Only `done` has changed rows.
  /// - Throws: `SyncError.database` if SQLite refuses the former values, e.g. because of a `check`;
  ///   the step is kept.
  public func undo(step: Int? = nil) async throws(SyncError) -> Outcome {
    try await store.revert(.undo, step)
  }

  /// Redoes the step that was undone last.
  ///
  /// - Parameter step: The number of a step in `StoreUndo.State.redoable`. If it is not the next one,
  ///   nothing is done. By default, the next step.
  /// - Returns: The outcome. Only `done` has changed rows.
  /// - Throws: The errors of `undo(step:)`.
  public func redo(step: Int? = nil) async throws(SyncError) -> Outcome {
    try await store.revert(.redo, step)
  }
}

extension SyncStore {
  fileprivate func revert(
    _ direction: UndoDirection, _ id: Int?
  ) async throws(SyncError) -> StoreUndo.Outcome {
    let token = CancellationToken()
    return try await write(operation: direction == .undo ? "undo" : "redo", as: token) {
      [history] (writer) throws(SyncError) in
      guard let step = history.next(direction), id == nil || id == step.id else { return .nothing }
      let outcome = try writer.transaction(token, as: .inverse(direction)) {
        (transaction) throws(SyncError) -> (StoreUndo.Outcome, Connection.Ending) in
        var run = UndoRun(transaction, writer)
        let conflicts = try run.revert(step)
        return conflicts.isEmpty
          ? (StoreUndo.Outcome.done(rows: run.rows), .commit)
          : (.conflict(rows: conflicts), .rollback)
      }
      if case .conflict = outcome { history.drop(direction) }
      return outcome
    }
  }
}

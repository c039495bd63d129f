import SwiftSyncRuntime

/// What registers actions to be taken back: the undo manager of the system.
@MainActor
protocol UndoRegistry: AnyObject {
  /// Keeps an action, which is performed when the user takes it back or, if it is registered meanwhile, does it again.
  func register(_ action: UndoAction)
}

/// A step of a store in an undo manager.
@MainActor
final class UndoAction {
  private weak var connection: UndoConnection?
  private let step: Int
  private let isUndo: Bool

  init(_ connection: UndoConnection, _ step: Int, isUndo: Bool) {
    self.connection = connection
    self.step = step
    self.isUndo = isUndo
  }

  func perform() { connection?.perform(step, isUndo: isUndo) }
}

/// The connection of a store to an undo manager. It ends when no one holds it.
@MainActor
public final class UndoConnection {
  private let steps: StoreUndo
  private weak var registry: (any UndoRegistry)?
  private let report: @MainActor (Result<UndoOutcome, SyncError>) -> Void
  /// The number of the latest step that was registered.
  private var latest: Int
  private var following: Task<Void, Never>?
  /// The latest action, after which the next one is run.
  private var action: Task<Void, Never>?

  init(
    _ steps: StoreUndo, _ registry: any UndoRegistry,
    _ report: @escaping @MainActor (Result<UndoOutcome, SyncError>) -> Void
  ) {
    self.steps = steps
    self.registry = registry
    self.report = report
    latest = steps.state.latest
    following = Task { [weak self] in
      for await state in steps.states { self?.note(state) }
    }
  }

  deinit {
    following?.cancel()
  }

  private func note(_ state: UndoState) {
    for step in state.undoable where step > latest { register(step, isUndo: true) }
    latest = max(latest, state.latest)
  }

  private func register(_ step: Int, isUndo: Bool) {
    registry?.register(UndoAction(self, step, isUndo: isUndo))
  }

  /// The opposite action is registered at once, while the undo manager takes it for that. If the step cannot be taken
  /// back, it does nothing later.
  fileprivate func perform(_ step: Int, isUndo: Bool) {
    register(step, isUndo: !isUndo)
    action = Task { [steps, report, former = action] in
      await former?.value
      do throws(SyncError) {
        let outcome = try await isUndo ? steps.undo(step: step) : steps.redo(step: step)
        report(.success(outcome))
      } catch {
        report(.failure(error))
      }
    }
  }
}

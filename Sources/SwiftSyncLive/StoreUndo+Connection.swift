import SwiftSyncEditing
import SwiftSyncStore

/// A registry of actions that can be undone: the system's undo manager.
@MainActor
protocol UndoRegistry: AnyObject {
  /// Registers an action, which is performed when the user undoes it or, if it is registered during
  /// an undo, redoes it.
  func register(_ action: UndoAction)
}

/// A step of a store in an undo manager.
@MainActor
final class UndoAction {
  private weak var connection: StoreUndo.Connection?
  private let step: Int
  private let isUndo: Bool

  init(_ connection: StoreUndo.Connection, _ step: Int, isUndo: Bool) {
    self.connection = connection
    self.step = step
    self.isUndo = isUndo
  }

  func perform() { connection?.perform(step, isUndo: isUndo) }
}

extension StoreUndo {
  /// The connection of a store to an undo manager. It ends when the last reference to it is released.
  @MainActor
  public final class Connection {
    private let steps: StoreUndo
    private weak var registry: (any UndoRegistry)?
    private let report: @MainActor (Result<StoreUndo.Outcome, SyncError>) -> Void
    /// The number of the latest registered step.
    private var latest: Int
    private var following: Task<Void, Never>?
    /// The latest action. The next one runs after it.
    private var action: Task<Void, Never>?

    init(
      _ steps: StoreUndo, _ registry: any UndoRegistry,
      _ report: @escaping @MainActor (Result<StoreUndo.Outcome, SyncError>) -> Void
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

    private func note(_ state: StoreUndo.State) {
      for step in state.undoable where step > latest { register(step, isUndo: true) }
      latest = max(latest, state.latest)
    }

    private func register(_ step: Int, isUndo: Bool) {
      registry?.register(UndoAction(self, step, isUndo: isUndo))
    }

    /// The opposite action is registered at once, while the undo manager expects it. If the step
    /// cannot be undone, the opposite action later does nothing.
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
}

public import Observation
public import SwiftSyncRuntime

/// What can be taken back in a store, for buttons and menus.
///
/// ```swift
/// let undo = LiveUndo(store)
/// Button("Undo") { Task { outcome = try await undo.undo() } }.disabled(!undo.canUndo)
/// ```
///
/// Create it once for a store, e.g. in the app's model. Where the system has an undo manager, `storeUndo(limit:_:)` registers
/// the steps there instead.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveUndo {
  private let steps: StoreUndo
  private let live: LiveUndoState
  private let task: Task<Void, Never>

  /// Begins to record the writes of the app.
  ///
  /// - Parameter limit: The number of steps that can be taken back.
  public init(_ store: SyncStore, limit: Int = 100) {
    let steps = store.undo
    steps.start(limit: limit)
    let live = LiveUndoState(steps.state)
    self.steps = steps
    self.live = live
    task = Task { [weak live] in
      for await state in steps.states { live?.show(state) }
    }
  }

  deinit {
    task.cancel()
  }

  /// Whether a step can be taken back.
  public var canUndo: Bool { live.state.canUndo }

  /// Whether a step can be done again.
  public var canRedo: Bool { live.state.canRedo }

  /// Takes the latest step back. See `StoreUndo.undo(step:)`.
  public func undo() async throws(SyncError) -> UndoOutcome {
    defer { live.show(steps.state) }
    return try await steps.undo()
  }

  /// Does the step again that was taken back last. See `StoreUndo.redo(step:)`.
  public func redo() async throws(SyncError) -> UndoOutcome {
    defer { live.show(steps.state) }
    return try await steps.redo()
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
private final class LiveUndoState {
  private(set) var state: UndoState

  init(_ state: UndoState) {
    self.state = state
  }

  func show(_ state: UndoState) {
    if state != self.state { self.state = state }
  }
}

// What is observed lies in `LiveUndoState`.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveUndo: Observable {}

public import Observation
@_exported public import SwiftSyncEditing
public import SwiftSyncStore

/// The undo state of a store, for buttons and menus.
///
/// ```swift
/// let undo = LiveUndo(store)
/// Button("Undo") { Task { outcome = try await undo.undo() } }.disabled(!undo.canUndo)
/// ```
///
/// Create it once for a store, e.g. in the app's model. Where the system has an undo manager,
/// `storeUndo(limit:_:)` registers the steps there instead.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveUndo {
  private let steps: StoreUndo
  private let live: LiveUndoState
  private let task: Task<Void, Never>

  /// Creates the undo state of a store and begins to record the app's writes.
  ///
  /// - Parameter limit: The number of steps that can be undone.
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

  /// Whether a step can be undone.
  public var canUndo: Bool { live.state.canUndo }

  /// Whether a step can be redone.
  public var canRedo: Bool { live.state.canRedo }

  /// Undoes the latest step. See `StoreUndo.undo(step:)`.
  public func undo() async throws(SyncError) -> StoreUndo.Outcome {
    defer { live.show(steps.state) }
    return try await steps.undo()
  }

  /// Redoes the step that was undone last. See `StoreUndo.redo(step:)`.
  public func redo() async throws(SyncError) -> StoreUndo.Outcome {
    defer { live.show(steps.state) }
    return try await steps.redo()
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
private final class LiveUndoState {
  private(set) var state: StoreUndo.State

  init(_ state: StoreUndo.State) {
    self.state = state
  }

  func show(_ state: StoreUndo.State) {
    if state != self.state { self.state = state }
  }
}

// The observable properties are in `LiveUndoState`.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveUndo: Observable {}

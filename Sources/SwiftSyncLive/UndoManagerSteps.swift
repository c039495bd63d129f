#if canImport(SwiftUI)
  public import SwiftSyncEditing
  public import SwiftSyncStore
  public import SwiftUI

  extension UndoManager: UndoRegistry {
    func register(_ action: UndoAction) {
      // The closure retains the target, which an undo manager does not.
      registerUndo(withTarget: action) { [action] _ in
        MainActor.assumeIsolated { action.perform() }
      }
    }
  }

  extension StoreUndo {
    /// Registers steps with an undo manager. It covers the steps that are recorded after this call,
    /// while the connection is retained.
    ///
    /// - Parameters:
    ///   - manager: The undo manager of a window or a document.
    ///   - report: Receives the outcome of each step that the user undoes or redoes.
    @MainActor
    public func connect(
      to manager: UndoManager,
      _ report: @escaping @MainActor (Result<StoreUndo.Outcome, SyncError>) -> Void = { _ in }
    ) -> StoreUndo.Connection {
      StoreUndo.Connection(self, manager, report)
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Records the app's writes to the store of the environment, and registers them with the undo
    /// manager of the window, so that its menu, shortcut and shake gesture undo them.
    ///
    /// - Parameters:
    ///   - limit: The number of steps that can be undone.
    ///   - report: Receives the outcome of each step that the user undoes or redoes, e.g. to show a
    ///     conflict.
    public func storeUndo(
      limit: Int = 100,
      _ report: @escaping @MainActor (Result<StoreUndo.Outcome, SyncError>) -> Void = { _ in }
    ) -> some View {
      modifier(StoreUndoModifier(limit: limit, report: report))
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct StoreUndoModifier: ViewModifier {
    let limit: Int
    let report: @MainActor (Result<StoreUndo.Outcome, SyncError>) -> Void
    @Environment(\.undoManager) private var manager
    @Environment(\.syncStore) private var store
    @State private var connection: StoreUndo.Connection?

    func body(content: Content) -> some View {
      content.onChange(of: key, initial: true) { _, _ in connect() }
    }

    /// Identifies which store is connected to which undo manager.
    private var key: [ObjectIdentifier] {
      guard let manager else { return [] }
      return [ObjectIdentifier(manager), ObjectIdentifier(store)]
    }

    private func connect() {
      guard let manager else {
        connection = nil
        return
      }
      store.undo.start(limit: limit)
      connection = store.undo.connect(to: manager, report)
    }
  }
#endif

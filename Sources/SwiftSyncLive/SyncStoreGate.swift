#if canImport(SwiftUI)
  public import SwiftSyncStore
  public import SwiftUI

  /// A view that shows its content as soon as the database of a store is open.
  ///
  /// ```swift
  /// WindowGroup {
  ///   SyncStoreGate(store) { NoteList() }
  /// }
  /// ```
  ///
  /// Usually, the content is shown at once, with the store in its environment. While the database is
  /// being migrated, the gate shows the progress. If the database cannot be opened, it shows the error
  /// and a button that tries again. To show something else, pass a view as `waiting`:
  ///
  /// ```swift
  /// SyncStoreGate(store) {
  ///   NoteList()
  /// } waiting: { opening in
  ///   WelcomeScreen(opening)
  /// }
  /// ```
  public struct SyncStoreGate<Content: View, Waiting: View>: View {
    /// A state of a store, which may have been replaced by another one since.
    private struct Latest {
      let store: SyncStore
      let opening: SyncStore.Opening
    }

    private let store: SyncStore
    private let content: () -> Content
    private let waiting: (SyncStore.Opening) -> Waiting
    @State private var latest: Latest?

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - store: The store, which the content gets in its environment.
    ///   - content: The view that needs the database.
    ///   - waiting: The view for a database that is not open: `pending`, `migrating` or `failed`.
    public init(
      _ store: SyncStore, @ViewBuilder content: @escaping () -> Content,
      @ViewBuilder waiting: @escaping (SyncStore.Opening) -> Waiting
    ) {
      self.store = store
      self.content = content
      self.waiting = waiting
    }

    private var opening: SyncStore.Opening {
      if let latest, latest.store === store { return latest.opening }
      return store.opening
    }

    /// The content, or the view for a database that is not open.
    public var body: some View {
      if opening == .ready {
        content().syncStore(store)
      } else {
        waiting(opening).task(id: ObjectIdentifier(store)) { [store, latest = $latest] in
          for await opening in store.openings {
            latest.wrappedValue = Latest(store: store, opening: opening)
          }
        }
      }
    }
  }

  extension SyncStoreGate where Waiting == SyncStoreOpeningView {
    /// Creates a gate that shows a progress view, or the error with a button that tries again.
    ///
    /// - Parameters:
    ///   - store: The store, which the content gets in its environment.
    ///   - content: The view that needs the database.
    public init(_ store: SyncStore, @ViewBuilder content: @escaping () -> Content) {
      self.init(store, content: content) { SyncStoreOpeningView($0, of: store) }
    }
  }

  /// What a `SyncStoreGate` shows while the database of a store is not open.
  public struct SyncStoreOpeningView: View {
    private let opening: SyncStore.Opening
    private let store: SyncStore

    /// Creates a view for a state of a store.
    public init(_ opening: SyncStore.Opening, of store: SyncStore) {
      self.opening = opening
      self.store = store
    }

    /// A progress view, or the error.
    public var body: some View {
      switch opening {
      case .pending, .ready:
        ProgressView()
      case .migrating(let progress):
        VStack {
          Text(verbatim: "Updating the database…")
          ProgressView(value: progress.fraction)
        }
      case .failed(let error):
        VStack {
          Text(verbatim: error.localizedDescription)
          Text(verbatim: error.recoverySuggestion ?? "")
          Button("Try Again") { Task { await tryAgain() } }
        }
      }
    }

    private func tryAgain() async {
      do {
        try await store.resume()
      } catch {
        // The error is the next state of the store.
      }
    }
  }
#endif

#if canImport(SwiftUI)
  public import SwiftSyncRuntime
  public import SwiftUI

  /// A store in memory with sample rows, for previews. `SyncStore.preview(_:_:)` makes it, and a view opens it.
  public struct PreviewStore: Sendable {
    let open: @Sendable () async throws -> SyncStore

    fileprivate func outcome() async -> Result<SyncStore, any Error> {
      do {
        return .success(try await open())
      } catch {
        return .failure(error)
      }
    }
  }

  extension SyncStore {
    /// Returns a store in memory for a preview.
    ///
    /// ```swift
    /// #Preview {
    ///   TodoList()
    ///     .syncStore(.preview(TrackerSchema.self) { store in
    ///       try await store.insert(sampleTodos)
    ///     })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - schema: The generated schema.
    ///   - fill: Stores the sample rows. The preview shows an error that it throws.
    public static func preview<Schema: StoreSchema>(
      _ schema: Schema.Type, _ fill: @escaping @Sendable (SyncStore) async throws -> Void = { _ in }
    ) -> PreviewStore {
      PreviewStore {
        let store = try await SyncStore.inMemory(schema)
        try await fill(store)
        return store
      }
    }
  }

  extension SyncStore {
    /// Returns a store in memory with sample rows for a preview.
    ///
    /// ```swift
    /// #Preview {
    ///   TodoList().syncStore(.preview(with: Fixtures.tracker))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The sample rows.
    ///   - fill: Stores more rows. The preview shows an error that it throws.
    public static func preview<Schema: StoreSchema>(
      with rows: SampleRows<Schema>,
      _ fill: @escaping @Sendable (SyncStore) async throws -> Void = { _ in }
    ) -> PreviewStore {
      preview(Schema.self) { store in
        try await store.load(rows)
        try await fill(store)
      }
    }
  }

  extension PreviewStore {
    /// The same as `SyncStore.preview(with:_:)`, so that `.syncStore(.preview(with: …))` finds it.
    public static func preview<Schema: StoreSchema>(
      with rows: SampleRows<Schema>,
      _ fill: @escaping @Sendable (SyncStore) async throws -> Void = { _ in }
    ) -> PreviewStore {
      SyncStore.preview(with: rows, fill)
    }

    /// The same as `SyncStore.preview(_:_:)`, so that `.syncStore(.preview(…))` finds it.
    public static func preview<Schema: StoreSchema>(
      _ schema: Schema.Type, _ fill: @escaping @Sendable (SyncStore) async throws -> Void = { _ in }
    ) -> PreviewStore {
      SyncStore.preview(schema, fill)
    }
  }

  extension View {
    /// Opens a store for a preview and sets it as `syncStore(_:)` does. Until it is open, the preview shows a progress
    /// view instead of the view.
    public func syncStore(_ preview: PreviewStore) -> some View {
      PreviewStoreView(preview: preview, content: self)
    }
  }

  /// Shows a view with the store of a preview.
  private struct PreviewStoreView<Content: View>: View {
    let preview: PreviewStore
    let content: Content
    @State private var outcome: Result<SyncStore, any Error>?

    var body: some View {
      switch outcome {
      case .success(let store): content.syncStore(store)
      case .failure(let error): Text(verbatim: "\(error)")
      case nil:
        ProgressView().task { [preview, outcome = $outcome] in
          outcome.wrappedValue = await preview.outcome()
        }
      }
    }
  }
#endif

#if canImport(SwiftUI)
  public import SwiftSyncStore
  public import SwiftUI

  extension SyncStore {
    /// An in-memory store with sample rows, for previews. Create it with `preview(_:_:)`; a view
    /// opens it.
    public struct Preview: Sendable {
      let open: @Sendable () async throws -> SyncStore

      fileprivate func outcome() async -> Result<SyncStore, any Error> {
        do {
          return .success(try await open())
        } catch {
          return .failure(error)
        }
      }
    }

    /// Returns an in-memory store for a preview.
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
    ///   - fill: Stores the sample rows. If it throws an error, the preview shows it.
    public static func preview<Schema: StoreSchema>(
      _ schema: Schema.Type, _ fill: @escaping @Sendable (SyncStore) async throws -> Void = { _ in }
    ) -> Preview {
      Preview {
        let store = try await SyncStore.inMemory(schema)
        try await fill(store)
        return store
      }
    }
  }

  extension SyncStore {
    /// Returns an in-memory store with sample rows for a preview.
    ///
    /// ```swift
    /// #Preview {
    ///   TodoList().syncStore(.preview(with: Fixtures.tracker))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The sample rows.
    ///   - fill: Stores more rows. If it throws an error, the preview shows it.
    public static func preview<Schema: StoreSchema>(
      with rows: Fixtures.Rows<Schema>,
      _ fill: @escaping @Sendable (SyncStore) async throws -> Void = { _ in }
    ) -> Preview {
      preview(Schema.self) { store in
        try await store.load(rows)
        try await fill(store)
      }
    }
  }

  extension SyncStore.Preview {
    /// Equivalent to `SyncStore.preview(with:_:)`. It makes `.syncStore(.preview(with: …))`
    /// compile.
    public static func preview<Schema: StoreSchema>(
      with rows: Fixtures.Rows<Schema>,
      _ fill: @escaping @Sendable (SyncStore) async throws -> Void = { _ in }
    ) -> SyncStore.Preview {
      SyncStore.preview(with: rows, fill)
    }

    /// Equivalent to `SyncStore.preview(_:_:)`. It makes `.syncStore(.preview(…))` compile.
    public static func preview<Schema: StoreSchema>(
      _ schema: Schema.Type, _ fill: @escaping @Sendable (SyncStore) async throws -> Void = { _ in }
    ) -> SyncStore.Preview {
      SyncStore.preview(schema, fill)
    }
  }

  extension View {
    /// Opens a store for a preview and sets it like `syncStore(_:)`. A progress view is shown until
    /// the store is open.
    public func syncStore(_ preview: SyncStore.Preview) -> some View {
      PreviewStoreView(preview: preview, content: self)
    }
  }

  /// Shows a view with the store of a preview.
  private struct PreviewStoreView<Content: View>: View {
    let preview: SyncStore.Preview
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

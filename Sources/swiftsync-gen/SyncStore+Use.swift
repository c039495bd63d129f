import SwiftSyncRuntime

extension SyncStore {
  /// Opens a store for one piece of work and closes it again, whatever becomes of the work.
  ///
  /// A process that ends without closing leaves the write-ahead log, which the next one has to read
  /// again from start to end.
  static func use<Value: Sendable>(
    _ schema: SchemaMetadata, at path: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (SyncStore) async throws -> Value
  ) async throws -> Value {
    let store = try await SyncStore.open(schema, at: path)
    do {
      let value = try await body(store)
      await store.close()
      return value
    } catch {
      await store.close()
      throw error
    }
  }
}

import SwiftSyncRuntime
import SyncGenCore

extension SyncStore {
  /// Opens a store for one piece of work and closes it again, whatever becomes of the work.
  ///
  /// A process that ends without closing leaves the write-ahead log, which the next one has to read
  /// again from start to end. A database of an older version is migrated first.
  static func use<Value: Sendable>(
    _ versions: SchemaVersions, at path: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (SyncStore) async throws -> Value
  ) async throws -> Value {
    let store = try await SyncStore.open(
      SchemaMetadata(versions.schema), at: path, plan: MigrationPlan(versions.plan))
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

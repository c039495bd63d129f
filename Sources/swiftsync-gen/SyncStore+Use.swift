@_spi(Generated) import SwiftSyncRuntime
import SyncGenCore
import SyncGenDiagnostics
import SyncGenSchema

extension SyncStore {
  /// Opens a store for one piece of work and closes it afterwards, even if the work fails.
  ///
  /// A process that ends without closing leaves the write-ahead log, which the next one must read
  /// from start to end. A database of an older version is migrated first.
  static func use<Value: Sendable>(
    _ schema: Schema, at path: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (SyncStore) async throws -> Value
  ) async throws -> Value {
    try await use(try await open(schema, at: path), body)
  }

  /// Like `use`, for work that only reads, for which a read-only database is sufficient.
  static func useForReading<Value: Sendable>(
    _ schema: Schema, at path: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (SyncStore) async throws -> Value
  ) async throws -> Value {
    guard schema.isReadOnly || !canWrite(at: path) else {
      return try await use(schema, at: path, body)
    }
    return try await use(try await openReadOnly(SchemaMetadata(schema), at: path), body)
  }

  private static func use<Value: Sendable>(
    _ store: SyncStore, isolation: isolated (any Actor)? = #isolation,
    _ body: (SyncStore) async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body(store)
      await store.close()
      return value
    } catch {
      await store.close()
      throw error
    }
  }

  /// Opens a store. The frozen versions are read only if they are needed: a changed schema can be
  /// tried on a new database before its migration is worked out.
  private static func open(
    _ schema: Schema, at path: String, isolation: isolated (any Actor)? = #isolation
  ) async throws -> SyncStore {
    do throws(SyncError) {
      return try await open(SchemaMetadata(schema), at: path)
    } catch {
      guard case .olderDatabase(let path, let version, let newest) = error else { throw error }
      var bag = DiagnosticBag()
      guard let versions = try Pipeline.versions(of: schema, into: &bag) else {
        throw CommandFailure(
          "the database \(path) remains at version \(version) of '\(schema.name.name)': the migration to "
            + "version \(newest) has errors; correct them first",
          causes: bag.sorted)
      }
      return try await open(
        SchemaMetadata(schema), at: path, plan: MigrationPlan(versions.plan))
    }
  }
}

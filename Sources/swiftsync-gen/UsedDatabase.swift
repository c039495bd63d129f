@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

/// A database that a command opens.
///
/// A database of an older version is migrated first, which the command reports.
struct UsedDatabase {
  private let schema: Schema
  private let path: String
  private let console: Console
  /// The copy that is opened instead of the file; `nil` if the file itself is opened.
  private let copy: DatabaseCopy?

  private init(
    _ schema: Schema, at path: String, _ console: Console, copy: DatabaseCopy?
  ) {
    self.schema = schema
    self.path = path
    self.console = console
    self.copy = copy
  }

  /// Uses the file itself.
  init(_ schema: Schema, at path: String, _ console: Console) {
    self.init(schema, at: path, console, copy: nil)
  }

  /// Uses a copy, so that nothing about the file changes.
  init(copying path: String, for schema: Schema, _ console: Console) throws(SyncError) {
    let copy = try DatabaseCopy(of: path, for: SchemaMetadata(schema))
    self.init(schema, at: path, console, copy: copy)
  }

  /// Opens a store for one piece of work and closes it afterwards, even if the work fails.
  ///
  /// A process that ends without closing leaves the write-ahead log, which the next one must read
  /// from start to end.
  func use<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ body: (SyncStore) async throws -> Value
  ) async throws -> Value {
    do {
      return try await Self.use(try await open(), body)
    } catch let error as SyncError {
      throw copy == nil ? error : error.at(path)
    }
  }

  /// Like `use`, for work that only reads, for which a read-only database is sufficient.
  func useForReading<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ body: (SyncStore) async throws -> Value
  ) async throws -> Value {
    guard copy == nil, schema.isReadOnly || !SyncStore.canWrite(at: path) else {
      return try await use(body)
    }
    do {
      return try await Self.use(
        try await SyncStore.openReadOnly(SchemaMetadata(schema), at: path), body)
    } catch SyncError.olderDatabase {
      return try await UsedDatabase(copying: path, for: schema, console).use(body)
    }
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
  private func open(isolation: isolated (any Actor)? = #isolation) async throws -> SyncStore {
    do throws(SyncError) {
      return try await SyncStore.open(
        SchemaMetadata(schema), at: copy?.path ?? path, log: .none)
    } catch {
      guard case .olderDatabase(_, let version, _) = error else { throw error }
      return try await openMigrating(from: version)
    }
  }

  private func openMigrating(
    from version: Int, isolation: isolated (any Actor)? = #isolation
  ) async throws -> SyncStore {
    var bag = DiagnosticBag()
    guard let versions = try SchemaArguments.versions(of: schema, into: &bag) else {
      throw CommandFailure(
        "the database \(path) remains at version \(version) of '\(schema.name.name)': the migration to "
          + "version \(schema.version) has errors; correct them first",
        causes: bag.sorted)
    }
    let store = try await SyncStore.open(
      SchemaMetadata(schema), at: copy?.path ?? path, plan: MigrationPlan(versions.plan),
      log: .none)
    console.remark(
      copy == nil
        ? "\(path): migrated from version \(version) to \(schema.version)"
        : "\(path): remains at version \(version); a copy was migrated to version "
          + "\(schema.version)")
    return store
  }
}

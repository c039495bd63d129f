import CSQLite

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A database that holds a local copy of a server's rows.
///
/// One writer and several readers work on the file at once (SQLite's WAL mode), each on a thread of
/// its own, so that no call blocks the caller's thread.
public final class SyncStore: Sendable {
  /// What the writing thread works with.
  struct Writer {
    let connection: Connection
    let plan: SchemaPlan
  }

  /// The schema that the store was opened with.
  public let metadata: SchemaMetadata
  /// The database file.
  public let path: String
  private let writer: Lane<Writer>
  private let readers: [Lane<Connection>]

  private init(
    _ metadata: SchemaMetadata, path: String, writer: Lane<Writer>, readers: [Lane<Connection>]
  ) {
    self.metadata = metadata
    self.path = path
    self.writer = writer
    self.readers = readers
  }

  /// Opens the database of a generated schema, and creates it if the file is not there.
  ///
  /// - Throws: `SyncError.unusableDatabase` if the file is no database, or one of another schema or
  ///   version.
  public static func open(
    _ schema: (some VersionedSchema).Type, at url: URL
  ) async throws(SyncError) -> SyncStore {
    try await open(schema.metadata, at: url.path)
  }

  /// Opens the database of a schema that is known at run time, and creates it if the file is not
  /// there.
  public static func open(
    _ metadata: SchemaMetadata, at path: String
  ) async throws(SyncError) -> SyncStore {
    let writer = try await Lane.start(for: path) { () throws(SyncError) in
      let connection = try Connection(path: path, mode: .readWrite)
      do throws(SyncError) {
        try DatabaseSetup.prepare(connection, at: path, for: metadata)
      } catch {
        throw error.naming(file: path)
      }
      return Writer(connection: connection, plan: SchemaPlan(metadata))
    }
    var readers: [Lane<Connection>] = []
    // A database in memory belongs to its connection, so the writer reads it, too.
    for _ in 0..<(path == memoryPath ? 0 : 2) {
      let reader = try await Lane.start(for: path) { () throws(SyncError) in
        let connection = try Connection(path: path, mode: .readOnly)
        try DatabaseSetup.configure(connection)
        return connection
      }
      readers.append(reader)
    }
    return SyncStore(metadata, path: path, writer: writer, readers: readers)
  }

  /// The path of a database that lives in memory, for as long as its store does.
  public static let memoryPath = ":memory:"

  /// Runs a job on the writing thread.
  func write<Value: Sendable>(
    _ job: @escaping @Sendable (Writer) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await writer.run(job)
  }

  /// Runs a job on one of the reading threads.
  func read<Value: Sendable>(
    _ job: @escaping @Sendable (Connection) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    // Any of them will do; taking turns at random needs no lock.
    guard let reader = readers.randomElement() else {
      return try await writer.run { (writer) throws(SyncError) in try job(writer.connection) }
    }
    return try await reader.run(job)
  }
}

extension SyncError {
  /// The error of opening a file; what SQLite says of a wrong statement stays as it is.
  fileprivate func naming(file path: String) -> SyncError {
    guard case .database(let failure) = self, failure.code & 0xff != SQLITE_ERROR else {
      return self
    }
    return .unusableDatabase(
      path: path, reason: "\(failure.message) (SQLite error \(failure.code))")
  }
}

import CSQLite
@_spi(Generated) import SwiftSyncREST

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

extension SyncStore {
  /// Returns whether this process may change a database and create the files that SQLite keeps next
  /// to it.
  package static func canWrite(at path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
    return access(path, W_OK) == 0 && access(String(folder), W_OK) == 0
  }

  /// Opens a database of the schema's version for reading only, even if neither the file nor its
  /// folder is writable.
  ///
  /// Calls that write throw.
  ///
  /// - Throws: `SyncError.olderDatabase` if the database is older, since migrating it would write;
  ///   `SyncError.unusableDatabase` if it cannot be read.
  package static func openReadOnly(
    _ metadata: SchemaMetadata, at path: String
  ) async throws(SyncError) -> SyncStore {
    let observers = ObserverList()
    let reader = try await SerialThread.start(named: "SwiftSync reader") { () throws(SyncError) in
      Writer(
        try readOnlyConnection(metadata, at: path), SchemaPlan(metadata), at: path,
        observers: observers)
    }
    return SyncStore(
      metadata, path: path, OpenDatabase(reader, nil), observers: observers,
      history: UndoHistory(), replaced: nil, log: nil)
  }

  private static func readOnlyConnection(
    _ metadata: SchemaMetadata, at path: String
  ) throws(SyncError) -> Connection {
    do throws(SyncError) {
      let connection = try Connection(path: path, mode: .readOnly)
      try DatabaseSetup.checkReadable(connection, at: path, for: metadata)
      return connection
    } catch {
      guard error.needsOtherFiles else { throw error.naming(file: path) }
    }
    // The write-ahead log needs a shared-memory file, which cannot be created here. Without a log,
    // the database file is complete and no connection can be writing to it.
    guard !hasLog(at: path) else {
      throw .unusableDatabase(
        path: path,
        reason:
          "its latest changes are in '\(path)-wal', which can be read only in a writable folder; "
          + "copy both files to a writable folder")
    }
    let connection = try Connection(path: path, mode: .immutable)
    do throws(SyncError) {
      try DatabaseSetup.checkReadable(connection, at: path, for: metadata)
    } catch {
      throw error.naming(file: path)
    }
    return connection
  }

  private static func hasLog(at path: String) -> Bool {
    (FileStream.size(of: path + "-wal") ?? 0) > 0
  }
}

extension SyncError {
  /// Whether SQLite could not create or open a file next to the database.
  fileprivate var needsOtherFiles: Bool {
    guard case .database(let failure) = self else { return false }
    return [SQLITE_CANTOPEN, SQLITE_READONLY].contains(Int32(failure.code) & 0xFF)
  }
}

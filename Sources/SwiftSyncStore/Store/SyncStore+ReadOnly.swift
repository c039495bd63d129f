@_spi(Generated) import SwiftSyncCoding

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
        try Connection.reading(path, metadata), SchemaPlan(metadata), at: path,
        observers: observers)
    }
    return SyncStore(
      metadata, path: path, gate: CallGate(OpenDatabase(reader, nil)), readOnly: true,
      observers: observers, history: UndoHistory(), log: .none)
  }

  /// Refuses a call that writes, in a store that only reads.
  package func checkWritable() throws(SyncError) {
    if isReadOnly { throw .readOnlyDatabase(path: path) }
  }
}

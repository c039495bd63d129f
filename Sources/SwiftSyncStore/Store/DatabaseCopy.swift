import CSQLite
import SwiftSyncFoundation

/// A copy of a database in a temporary folder, which is removed with this object.
package final class DatabaseCopy: Sendable {
  private let folder: TemporaryFolder

  /// The copy.
  package var path: String { folder.databasePath }

  /// Copies a database in the state of its last commit. The file and the files next to it are not
  /// changed, even if a program was interrupted while it wrote.
  ///
  /// - Throws: `SyncError.unusableDatabase` if the file is not a database or the temporary folder is
  ///   not writable; `SyncError.database`.
  package init(of path: String, for schema: SchemaMetadata) throws(SyncError) {
    folder = try TemporaryFolder()
    do throws(SyncError) {
      let source = try Self.source(path, schema)
      let target = try Connection(path: folder.databasePath, mode: .readWrite)
      try source.copyPages(to: target)
    } catch {
      throw error.naming(file: path)
    }
  }

  /// A connection to the original. One that can write removes the files next to the database that
  /// SQLite creates for readers, but would also complete the work of an interrupted program.
  private static func source(
    _ path: String, _ schema: SchemaMetadata
  ) throws(SyncError) -> Connection {
    let isComplete = ["-wal", "-journal"].allSatisfy { FileStream.size(of: path + $0) == nil }
    return isComplete && SyncStore.canWrite(at: path)
      ? try Connection(path: path, mode: .readWrite)
      : try .reading(path, schema, checksTables: false)
  }
}

extension Connection {
  /// Replaces another database with this one, page by page.
  fileprivate func copyPages(to target: Connection) throws(SyncError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sql: nil)
    }
    _ = sqlite3_backup_step(backup, -1)
    // The error of the steps is also that of the end.
    guard sqlite3_backup_finish(backup) == SQLITE_OK else { throw target.failure(sql: nil) }
  }
}

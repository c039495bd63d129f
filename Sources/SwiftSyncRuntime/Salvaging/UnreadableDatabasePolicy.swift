public import SwiftSyncFoundation

/// What opening a store does with a database that cannot be read.
public enum UnreadableDatabasePolicy: Sendable, Equatable {
  /// Throws the error and leaves the file as it is.
  case fail
  /// Moves the file into the folder, which is created if it does not exist, and opens an empty database.
  ///
  /// It applies only to a database of a version from which no migration leads to the newest one, to a
  /// damaged file (`SQLITE_CORRUPT`) and to a file that is not a database (`SQLITE_NOTADB`). A newer, busy
  /// or protected database still throws. The file is never deleted: `SyncStore.replacedDatabase` says where
  /// it is, and `SyncStore.salvage(from:)` brings its local changes over.
  case startOver(keeping: URL)
}

/// A database that a store could not read and has replaced by an empty one.
public struct ReplacedDatabase: Sendable, Equatable {
  /// Why it could not be read.
  public let error: SyncError
  /// Where it is now. Files with the suffixes `-wal` and `-shm` beside it belong to it.
  public let file: URL
  /// How many local changes it holds that were never pushed; `nil` if that cannot be read.
  public let pendingChanges: Int?
}

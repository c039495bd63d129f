public import SwiftSyncFoundation

extension SyncStore.Configuration {
  /// What opening a store does with an unreadable database.
  public enum UnreadablePolicy: Sendable, Equatable {
    /// Throws the error and does not change the file.
    case fail
    /// Moves the file to the folder, which is created if it does not exist, and opens a new
    /// database with the changes of the old one that the server does not have yet.
    ///
    /// ```swift
    /// .startOver(keeping: folder, including: [.newer, .otherVersion])
    /// ```
    ///
    /// It applies to a database from whose version no migration starts, to a damaged file
    /// (`SQLITE_CORRUPT`) and to a file that is not a database (`SQLITE_NOTADB`), and to those that
    /// `including` names. For a database that is protected or that another connection has open, the
    /// call still throws, and also for one of another schema or program, if a step of the migration
    /// fails, and for a schema with `adopt: true`, whose database other programs use. A store with
    /// the role `extension` throws the error instead: an extension of an older version would
    /// replace the newer database of the app.
    ///
    /// Unless the file is damaged, pending changes and the rows that they need are copied to the
    /// new database, as `SyncStore.salvage(from:)` does. Everything else is pulled again: nothing
    /// that the old database remembered about pulls is copied. The file is kept until the app calls
    /// `SyncStore.dismissReplacedDatabase()`; until then, `SyncStore.replacedDatabase` says where
    /// it is, what was copied, and what was left out.
    case startOver(keeping: URL, including: Set<Inclusion> = [])

    /// Databases that `startOver` replaces only if the app asks for it, because another version of
    /// the app can still read them: in builds for developers and testers, who change branches and
    /// go back to earlier releases.
    public enum Inclusion: Sendable, Hashable {
      /// A database of a newer version, for which opening throws `SyncError.newerDatabase`.
      case newer
      /// A database of another version with the same number, for which opening throws
      /// `SyncError.otherVersion`: of a branch, of a reverted version, or of a schema that was
      /// changed without a new version.
      case otherVersion
    }
  }
}

extension SyncStore.Configuration.UnreadablePolicy {
  /// The folder for replaced databases; `nil` if none are replaced.
  var folder: URL? {
    if case .startOver(let folder, _) = self { return folder }
    return nil
  }

  /// Whether a database is replaced because of an error of opening it.
  func replaces(_ error: SyncError) -> Bool {
    guard case .startOver(_, let included) = self else { return false }
    switch error {
    case .newerDatabase: return included.contains(.newer)
    case .otherVersion: return included.contains(.otherVersion)
    case .olderDatabase: return true
    case .database(let failure): return failure.isDamage
    case .migrationFailed(let failure):
      return (failure.cause as? SyncError).map(replaces) ?? false
    default: return false
    }
  }
}

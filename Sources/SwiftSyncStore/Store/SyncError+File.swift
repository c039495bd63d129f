import CSQLite

extension SyncError {
  /// The error of opening a file. SQLite's errors about statements do not change.
  package func naming(file path: String) -> SyncError {
    guard case .database(let failure) = self, failure.code & 0xff != SQLITE_ERROR else {
      return self
    }
    return .unusableDatabase(path: path, reason: failure.reason)
  }

  /// The same error of opening a file, about another file.
  package func at(_ path: String) -> SyncError {
    switch self {
    case .unusableDatabase(_, let reason): .unusableDatabase(path: path, reason: reason)
    case .newerDatabase(_, let version, let newest):
      .newerDatabase(path: path, version: version, newest: newest)
    case .olderDatabase(_, let version, let newest):
      .olderDatabase(path: path, version: version, newest: newest)
    case .unmigratedDatabase(_, let version, let newest):
      .unmigratedDatabase(path: path, version: version, newest: newest)
    case .otherVersion(_, let version, let fingerprint, let difference):
      .otherVersion(
        path: path, version: version, fingerprint: fingerprint, difference: difference)
    case .migrationFailed(let failure):
      .migrationFailed(
        SyncError.MigrationFailure(
          path: path, schema: failure.schema, version: failure.version,
          nextVersion: failure.nextVersion, reason: failure.reason, cause: failure.cause))
    default: self
    }
  }
}

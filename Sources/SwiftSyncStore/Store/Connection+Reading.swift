import CSQLite

extension Connection {
  /// A connection that only reads, also where neither the file nor its folder can be written.
  ///
  /// - Parameters:
  ///   - checksTables: Whether a database is refused that is not one of the schema.
  ///   - preparation: Runs before the first statement.
  static func reading(
    _ path: String, _ schema: SchemaMetadata, checksTables: Bool = true,
    preparing preparation: Preparation? = nil
  ) throws(SyncError) -> Connection {
    do throws(SyncError) {
      return try reading(path, .readOnly, schema, checksTables, preparation)
    } catch {
      guard error.needsOtherFiles else { throw error.naming(file: path) }
      if let reason = unreadableLog(of: path, error) {
        throw .unusableDatabase(path: path, reason: reason)
      }
    }
    // The write-ahead log needs a file of shared memory, which cannot be made here. Without a log the
    // database file has everything, and no one can be writing to it.
    do throws(SyncError) {
      return try reading(path, .immutable, schema, checksTables, preparation)
    } catch {
      throw error.naming(file: path)
    }
  }

  private static func reading(
    _ path: String, _ mode: Mode, _ schema: SchemaMetadata, _ checksTables: Bool,
    _ preparation: Preparation?
  ) throws(SyncError) -> Connection {
    let connection = try Connection(path: path, mode: mode, preparing: preparation)
    if checksTables {
      try DatabaseSetup.checkReadable(connection, at: path, for: schema)
    } else {
      try DatabaseSetup.configure(connection)
      // SQLite looks for a log only when it reads.
      _ = try connection.integer("PRAGMA schema_version")
    }
    return connection
  }

  /// Why the database file alone is not the database; `nil` if it is.
  private static func unreadableLog(of path: String, _ error: SyncError) -> String? {
    if error.isOfInterruptedWrite {
      return
        "a program was interrupted while it wrote, and '\(path)-journal' contains what its "
        + "transaction replaced; open the database with that program first"
    }
    guard (FileStream.size(of: path + "-wal") ?? 0) > 0 else { return nil }
    return
      "its latest changes are in '\(path)-wal', which can be read only in a writable folder; "
      + "copy both files to a writable folder"
  }
}

extension SyncError {
  /// Whether SQLite could not create or open a file next to the database.
  fileprivate var needsOtherFiles: Bool {
    guard case .database(let failure) = self else { return false }
    return [SQLITE_CANTOPEN, SQLITE_READONLY].contains(failure.code & 0xFF)
  }

  /// Whether there is a transaction to roll back, which a connection that only reads cannot do.
  fileprivate var isOfInterruptedWrite: Bool {
    guard case .database(let failure) = self else { return false }
    // The macro `SQLITE_READONLY_ROLLBACK`, which Swift does not import.
    return failure.code == SQLITE_READONLY | 3 << 8
  }
}

import CSQLite

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
final class Statement {
  let pointer: OpaquePointer
  let sql: String
  /// `unowned`: the connection keeps statements, and whoever makes one besides keeps the connection.
  private unowned let connection: Connection

  init(_ sql: String, on connection: Connection) throws(SyncError) {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    var isWhole = false
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(connection.handle, start, -1, flags, &prepared, &tail)
      isWhole = tail?.pointee == 0
      return code
    }
    guard code == SQLITE_OK else { throw connection.failure(sql: sql) }
    guard let prepared else {
      throw .database(
        DatabaseFailure(code: SQLITE_ERROR, message: "there is no statement", sql: sql))
    }
    guard isWhole else {
      // A condition that was put into it has ended it, so it says less than it seems to.
      sqlite3_finalize(prepared)
      throw .database(
        DatabaseFailure(code: SQLITE_ERROR, message: "more than one statement", sql: sql))
    }
    pointer = prepared
    self.sql = sql
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  /// Whether there is a row to read.
  @inline(__always)
  func step() throws(SyncError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failureAfterStep()
  }

  /// Runs a statement that gives no row and makes it ready for the next run.
  @inline(__always)
  func run() throws(SyncError) {
    let code = sqlite3_step(pointer)
    if code == SQLITE_DONE {
      sqlite3_reset(pointer)
      return
    }
    throw failureAfterStep()
  }

  /// Runs a statement that writes, and tells whether it did: `false` means that a unique value or
  /// an identity is taken. Any other broken constraint is an error.
  @inline(__always)
  func runUnlessTaken() throws(SyncError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_DONE {
      sqlite3_reset(pointer)
      return true
    }
    // The connection of another library may give codes without the details.
    switch code == SQLITE_CONSTRAINT ? sqlite3_extended_errcode(connection.handle) : code {
    case ConstraintCode.unique, ConstraintCode.primaryKey, ConstraintCode.rowID:
      sqlite3_reset(pointer)
      return false
    default:
      throw failureAfterStep()
    }
  }

  /// Ends the run: no row is left to read, and parameters may be bound again.
  @inline(__always)
  func reset() {
    sqlite3_reset(pointer)
  }

  private func failureAfterStep() -> SyncError {
    let error = connection.failure(sql: sql)
    sqlite3_reset(pointer)
    return error
  }
}

/// SQLite's extended result codes for values that are taken; macros that Swift does not import.
private enum ConstraintCode {
  static let primaryKey = SQLITE_CONSTRAINT | 6 << 8
  static let unique = SQLITE_CONSTRAINT | 8 << 8
  static let rowID = SQLITE_CONSTRAINT | 10 << 8
}

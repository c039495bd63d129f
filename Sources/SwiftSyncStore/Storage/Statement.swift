import CSQLite
import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// A prepared statement. Parameters are numbered from 1, columns from 0, as in SQLite.
package final class Statement {
  let pointer: OpaquePointer
  package let sql: String
  /// `unowned`: the connection retains cached statements, and the creator of any other statement
  /// retains the connection.
  private unowned let connection: Connection

  package init(_ sql: String, on connection: Connection) throws(SyncError) {
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
        SyncError.DatabaseFailure(code: SQLITE_ERROR, message: "there is no statement", sql: sql))
    }
    guard isWhole else {
      // An inserted condition has ended the statement early, so it does not mean what it seems to.
      sqlite3_finalize(prepared)
      throw .database(
        SyncError.DatabaseFailure(code: SQLITE_ERROR, message: "more than one statement", sql: sql))
    }
    pointer = prepared
    self.sql = sql
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  /// Advances to the next row, and returns whether there is one.
  @inline(__always)
  package func step() throws(SyncError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failureAfterStep()
  }

  /// Runs a statement that returns no row, and resets it for the next run.
  @inline(__always)
  package func run() throws(SyncError) {
    let code = sqlite3_step(pointer)
    if code == SQLITE_DONE {
      sqlite3_reset(pointer)
      return
    }
    throw failureAfterStep()
  }

  /// Runs a writing statement. Returns `false` if a unique value or an identity is taken; any other
  /// broken constraint is an error.
  @inline(__always)
  package func runUnlessTaken() throws(SyncError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_DONE {
      sqlite3_reset(pointer)
      return true
    }
    // The connection of another library may return codes without the details.
    switch code == SQLITE_CONSTRAINT ? sqlite3_extended_errcode(connection.handle) : code {
    case ConstraintCode.unique, ConstraintCode.primaryKey, ConstraintCode.rowID:
      sqlite3_reset(pointer)
      return false
    default:
      throw failureAfterStep()
    }
  }

  /// Ends the run, so that parameters can be bound again.
  @inline(__always)
  package func reset() {
    sqlite3_reset(pointer)
  }

  // Called where a statement is run, which is inlined; this must not be.
  @inline(never)
  private func failureAfterStep() -> SyncError {
    let error = connection.failure(sql: sql)
    sqlite3_reset(pointer)
    return error
  }
}

/// SQLite's extended result codes for taken values, as macros that Swift does not import.
private enum ConstraintCode {
  static let primaryKey = SQLITE_CONSTRAINT | 6 << 8
  static let unique = SQLITE_CONSTRAINT | 8 << 8
  static let rowID = SQLITE_CONSTRAINT | 10 << 8
}

extension Statement {
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  @inline(__always)
  package func bind(_ parameter: Int32, _ value: Int64) {
    sqlite3_bind_int64(pointer, parameter, value)
  }

  /// Binds without copying: the bytes must exist until the statement has run.
  @inline(__always)
  package func bind(_ parameter: Int32, _ value: BoundValue) {
    switch value.kind {
    case .missing, .null:
      sqlite3_bind_null(pointer, parameter)
    case .integer:
      sqlite3_bind_int64(pointer, parameter, value.integer)
    case .real:
      sqlite3_bind_double(pointer, parameter, value.real)
    case .text:
      let slice = value.slice
      slice.start.withMemoryRebound(to: CChar.self, capacity: slice.count) {
        _ = sqlite3_bind_text(pointer, parameter, $0, Int32(slice.count), nil)
      }
    case .blob:
      sqlite3_bind_blob(pointer, parameter, value.slice.start, Int32(value.count), nil)
    }
  }

  /// Binds a copy of the value.
  @inline(never)
  package func bind(_ parameter: Int32, _ value: StoredValue) {
    switch value {
    case .null: sqlite3_bind_null(pointer, parameter)
    case .integer(let value): sqlite3_bind_int64(pointer, parameter, value)
    case .real(let value): sqlite3_bind_double(pointer, parameter, value)
    case .text(let value):
      sqlite3_bind_text(pointer, parameter, value, Int32(value.utf8.count), transient)
    case .blob(let value):
      // A null pointer would bind NULL in place of an empty blob.
      if value.isEmpty {
        sqlite3_bind_zeroblob(pointer, parameter, 0)
      } else {
        sqlite3_bind_blob(pointer, parameter, value, Int32(value.count), transient)
      }
    }
  }

  package func bind(_ parameter: Int32, _ text: String) {
    bind(parameter, .text(text))
  }
}

/// Makes SQLite copy the bound bytes (`SQLITE_TRANSIENT`, a macro that Swift does not import).
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Statement {
  @inline(__always)
  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  @inline(__always)
  package func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(pointer, column)
  }

  @inline(never)
  package func text(_ column: Int32) -> String? {
    sqlite3_column_text(pointer, column).map { String(cString: $0) }
  }

  /// The column's value without ownership, valid until the next step.
  @inline(never)
  package func value(_ column: Int32) -> BoundValue {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
    case SQLITE_TEXT: return .text(bytes(column))
    case SQLITE_BLOB: return .blob(bytes(column))
    default: return .null
    }
  }

  /// Whether the column holds a value, compared in stored form: no string equals a number.
  @inline(__always)
  func holds(_ value: BoundValue, in column: Int32) -> Bool {
    let type = sqlite3_column_type(pointer, column)
    switch value.kind {
    case .missing, .null: return type == SQLITE_NULL
    case .integer:
      return type == SQLITE_INTEGER && sqlite3_column_int64(pointer, column) == value.integer
    case .real:
      // A numeric column of another program stores whole numbers as integers.
      return (type == SQLITE_FLOAT || type == SQLITE_INTEGER)
        && sqlite3_column_double(pointer, column) == value.real
    case .text: return type == SQLITE_TEXT && bytes(column) == value.slice
    case .blob: return type == SQLITE_BLOB && bytes(column) == value.slice
    }
  }

  /// The bytes of a string or a blob.
  ///
  /// The length is read first: in a UTF-16 database, reading it converts the text to UTF-8, which
  /// would invalidate an earlier pointer.
  @inline(__always)
  private func bytes(_ column: Int32) -> JSONSlice {
    let count = Int(sqlite3_column_bytes(pointer, column))
    guard let start = sqlite3_column_blob(pointer, column) else { return .empty }
    return JSONSlice(start.assumingMemoryBound(to: UInt8.self), count)
  }
}

import CSQLite

extension Statement {
  @inline(__always)
  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  @inline(__always)
  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(pointer, column)
  }

  func text(_ column: Int32) -> String? {
    sqlite3_column_text(pointer, column).map { String(cString: $0) }
  }

  /// The column's value without ownership, valid until the next step.
  @inline(__always)
  func value(_ column: Int32) -> BoundValue {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER:
      return BoundValue(integer: sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT:
      return BoundValue(real: sqlite3_column_double(pointer, column))
    case SQLITE_TEXT:
      let bytes = sqlite3_column_text(pointer, column)
      let count = Int(sqlite3_column_bytes(pointer, column))
      return BoundValue(text: bytes, count: count)
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(pointer, column)
      let count = Int(sqlite3_column_bytes(pointer, column))
      return BoundValue(blob: bytes?.assumingMemoryBound(to: UInt8.self), count: count)
    default:
      return .null
    }
  }
}

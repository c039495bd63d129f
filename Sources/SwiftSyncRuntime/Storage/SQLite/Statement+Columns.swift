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
  func value(_ column: Int32) -> BoundValue {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
    case SQLITE_TEXT: return .text(bytes(column))
    case SQLITE_BLOB: return .blob(bytes(column))
    default: return .null
    }
  }

  /// Whether the column holds a value, by what is stored: no text equals a number.
  @inline(__always)
  func holds(_ value: BoundValue, in column: Int32) -> Bool {
    let type = sqlite3_column_type(pointer, column)
    switch value.kind {
    case .missing, .null: return type == SQLITE_NULL
    case .integer:
      return type == SQLITE_INTEGER && sqlite3_column_int64(pointer, column) == value.integer
    case .real: return type == SQLITE_FLOAT && sqlite3_column_double(pointer, column) == value.real
    case .text: return type == SQLITE_TEXT && bytes(column) == value.slice
    case .blob: return type == SQLITE_BLOB && bytes(column) == value.slice
    }
  }

  /// The bytes of a text or a blob.
  ///
  /// The length comes first: in a database of UTF-16 to ask for it makes the text UTF-8, and a
  /// pointer from before would are dangling.
  @inline(__always)
  private func bytes(_ column: Int32) -> JSONSlice {
    let count = Int(sqlite3_column_bytes(pointer, column))
    guard let start = sqlite3_column_blob(pointer, column) else { return .empty }
    return JSONSlice(start.assumingMemoryBound(to: UInt8.self), count)
  }
}

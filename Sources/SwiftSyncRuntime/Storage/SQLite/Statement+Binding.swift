import CSQLite

extension Statement {
  var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  @inline(__always)
  func bind(_ parameter: Int32, _ value: Int64) {
    sqlite3_bind_int64(pointer, parameter, value)
  }

  /// Binds without copying: the bytes must stay until the statement has run.
  @inline(__always)
  func bind(_ parameter: Int32, _ value: BoundValue) {
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
  func bind(_ parameter: Int32, _ value: StoredValue) {
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

  func bind(_ parameter: Int32, _ text: String) {
    bind(parameter, .text(text))
  }
}

/// Tells SQLite to copy what is bound (`SQLITE_TRANSIENT`, a macro that Swift does not import).
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

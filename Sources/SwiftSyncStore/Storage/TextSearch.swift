import CSQLite

/// The SQL function that searches text ignoring case. SQLite's own functions only know ASCII.
enum TextSearch {
  static let function = "swiftsync_contains"

  /// The form in which strings are compared.
  static func folded(_ text: String) -> String { text.lowercased() }

  /// Registers the function, which returns whether the first string contains the second, already
  /// folded one. Null if either is null.
  static func install(on handle: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    sqlite3_create_function(
      handle, function, 2, flags, nil,
      { context, _, arguments in
        guard let arguments, let text = sqlite3_value_text(arguments[0]),
          let searched = sqlite3_value_text(arguments[1])
        else { return sqlite3_result_null(context) }
        let isFound = TextSearch.folded(String(cString: text)).contains(String(cString: searched))
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil)
  }
}

import CSQLite
@_spi(Generated) import SwiftSyncREST

/// The SQL function that searches text whatever the case of its letters is. SQLite's own know only ASCII.
enum TextSearch {
  static let function = "swiftsync_contains"

  /// What texts are compared in.
  static func folded(_ text: String) -> String { text.lowercased() }

  /// Makes the function available: whether the first text contains the second, which is folded. Null if one is null.
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

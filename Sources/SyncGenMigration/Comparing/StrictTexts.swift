import SyncGenSchema

/// SQL conditions for strings that the runtime reads as another type, and for no other strings.
///
/// They are plain SQL, so that the file of a step runs in the `sqlite3` shell as it does in the
/// app.
enum StrictTexts {
  /// A day of the calendar, e.g. `2026-01-02`. Without a modifier, SQLite returns 31 February
  /// unchanged.
  static func isDay(_ column: String) -> String {
    "\(column) GLOB '\(pattern([4, 2, 2], of: "[0-9]"))' AND \(column) >= '0001-01-01' "
      + "AND date(\(column), '+0 days') = \(column)"
  }

  /// A UUID in any case. GLOB and `length` ignore everything after a NUL.
  static func isUUID(_ column: String) -> String {
    "length(CAST(\(column) AS BLOB)) = 36 "
      + "AND lower(\(column)) GLOB '\(pattern([8, 4, 4, 4, 12], of: "[0-9a-f]"))'"
  }

  private static func pattern(_ groups: [Int], of digit: String) -> String {
    groups.map { String(repeating: digit, count: $0) }.joined(separator: "-")
  }

  /// The rules of the runtime's `URLText`: no blanks and control characters, and a scheme, a host
  /// and a port that a parser accepts.
  ///
  /// The names of the inner queries denote parts of the text: `plain` has only one delimiter,
  /// `segment` ends at the first one, `rest` follows the scheme, and `host` follows the last `@`.
  static func isURL(_ column: String) -> String {
    let controls = "'*[' || char(1) || '-' || char(32) || char(127) || ']*'"
    let parts = """
      SELECT text, segment, rest, substr(authority, length(rtrim(authority, replace(authority, '@', ''))) + 1) AS host \
      FROM (SELECT text, segment, rest, substr(ending, 3, instr(substr(ending, 3) || '/', '/') - 1) AS authority \
      FROM (SELECT text, segment, substr(text, instr(segment, ':') + 1) AS rest, \
      substr(plain, instr(segment, ':') + 1) AS ending \
      FROM (SELECT text, plain, substr(plain, 1, instr(plain || '/', '/') - 1) AS segment \
      FROM (SELECT text, replace(replace(text, '?', '/'), '#', '/') AS plain FROM (SELECT \(column) AS text)))))
      """
    return "(SELECT rest <> '' AND instr(text, char(0)) = 0 AND text NOT GLOB \(controls) "
      + "AND (instr(segment, ':') = 0 OR \(isScheme)) "
      + "AND (rest NOT GLOB '//*' OR \(isHost)) FROM (\(parts)))"
  }

  private static let isScheme =
    "segment GLOB '[A-Za-z]*' "
    + "AND substr(segment, 1, instr(segment, ':') - 1) NOT GLOB '*[^-+.A-Za-z0-9]*'"

  /// A name without characters that are invalid in a host, or an address in brackets, each
  /// optionally with a port.
  private static var isHost: String {
    let bracketed =
      "instr(host, ']') > 3 AND substr(host, 2, instr(host, ']') - 2) NOT GLOB '*[^0-9A-Fa-f:.]*' "
      + "AND (substr(host, instr(host, ']') + 1) = '' OR substr(host, instr(host, ']') + 1, 1) = ':' "
      + "AND \(isPort("substr(host, instr(host, ']') + 2)")))"
    let name =
      "substr(host, 1, instr(host || ':', ':') - 1) NOT GLOB '*[[<>\"\\^`{|}%]*' "
      + "AND instr(substr(host, 1, instr(host || ':', ':') - 1), ']') = 0 "
      + "AND \(isPort("substr(host, instr(host || ':', ':') + 1)"))"
    return "CASE WHEN host GLOB '[[]*' THEN \(bracketed) ELSE \(name) END"
  }

  private static func isPort(_ text: String) -> String {
    "length(\(text)) <= 5 AND \(text) NOT GLOB '*[^0-9]*'"
  }
}

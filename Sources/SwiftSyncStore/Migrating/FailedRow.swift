import CSQLite
import SwiftSyncValues

/// Finds the row at which a statement of a step broke a constraint.
///
/// SQLite names the columns of the constraint, or its condition, but not the row. A trigger, however, runs before the
/// constraints of a row are checked, so the statement is run again with a trigger that records each
/// row. The last recorded row is the one in question. The cost is a second run of a failed
/// statement, and nothing otherwise.
struct FailedRow {
  private let connection: Connection
  let table: String
  let columnNames: [String]
  private var columns: [String] { columnNames.map { quoted($0) } }
  private let key: [String]
  /// The columns whose values are shown: those of the constraint, or those that a check names.
  private let shown: [String]
  /// Whether the identity is null, or not the integer that it has to be.
  private let lacksIdentity: Bool
  /// Whether it is an `INTEGER PRIMARY KEY`, for which SQLite's message is only about the type.
  let lacksInteger: Bool

  /// - Returns: `nil` if the error is not about a row, or names no table.
  init?(
    _ failure: SyncError.DatabaseFailure, of sql: String, on connection: Connection
  ) throws(SyncError) {
    guard connection.isInTransaction else { return nil }
    self.connection = connection
    lacksInteger = failure.code & 0xff == SQLITE_MISMATCH
    // SQLite does not name the table in these errors.
    if lacksInteger || failure.code == SQLITE_CONSTRAINT | 1 << 8 {
      guard let table = Self.target(of: sql) else { return nil }
      self.table = table
      key = try Self.key(of: table, on: connection)
      columnNames = lacksInteger ? key : []
      lacksIdentity = lacksInteger
      shown =
        lacksInteger ? [] : try Self.columns(of: table, named: failure.message, on: connection)
      return
    }
    guard failure.code & 0xff == SQLITE_CONSTRAINT,
      let named = Self.columns(in: failure.message), let table = named.first?.table
    else { return nil }
    self.table = String(table)
    columnNames = named.map { String($0.column) }
    let key = try Self.key(of: self.table, on: connection)
    self.key = key
    shown = failure.message.hasPrefix("NOT NULL ") ? [] : columnNames
    lacksIdentity =
      failure.message.hasPrefix("NOT NULL ") && named.contains { key.contains(String($0.column)) }
  }

  private static func key(
    of table: String, on connection: Connection
  ) throws(SyncError) -> [String] {
    let columns = try connection.columns(of: table)
    return columns.primaryKey.map { columns[$0].name }
  }

  /// The columns of a table that a message names.
  private static func columns(
    of table: String, named message: String, on connection: Connection
  ) throws(SyncError) -> [String] {
    let names = SQLToken.names(in: message)
    return try connection.columnNames(of: table).filter { names.contains($0.lowercased()) }
  }

  /// The table that `INSERT INTO notes (` or `UPDATE OR FAIL notes SET` writes.
  private static func target(of sql: String) -> String? {
    let verbs = ["insert", "replace", "update"]
    let words = verbs + ["into", "or", "abort", "fail", "ignore", "rollback"]
    let tokens = SQLStatement(sql).tokens
    guard let first = tokens.first, verbs.contains(where: first.isWord),
      let table = tokens.firstIndex(where: { token in !words.contains(where: token.isWord) })
    else { return nil }
    let isQualified = table + 2 < tokens.count && tokens[table + 1].isSign(".")
    return tokens[isQualified ? table + 2 : table].text
  }

  /// The columns in a message such as `UNIQUE constraint failed: notes.list_id, notes.title`.
  private static func columns(in message: String) -> [(table: Substring, column: Substring)]? {
    guard let start = message.firstRange(of: " constraint failed: ")?.upperBound else { return nil }
    let columns = message[start...].split(separator: ", ").map { name in
      name.split(separator: ".", maxSplits: 1)
    }
    guard columns.allSatisfy({ $0.count == 2 }) else { return nil }
    return columns.map { ($0[0], $0[1]) }
  }

  /// The place where the statement failed, e.g. `row id=7 of 'notes'`.
  ///
  /// The transaction must be rolled back afterwards, which removes the trigger.
  func place(of sql: String) throws(SyncError) -> String { try found(by: sql).place }

  /// The place where the statement failed, and the new values there, e.g. `title = 'a'`.
  fileprivate func found(by sql: String) throws(SyncError) -> (place: String, values: String?) {
    let statement = SQLStatement(sql)
    let notes = statement.createsUniqueIndex ? try equalRows(statement) : try lastRow(sql)
    let rows = notes.map { $0.prefix { $0 != Self.separator } }
    let values = notes.first.map { $0.dropFirst(rows[0].count).dropFirst() }
    let table = "'\(table.withoutTemporaryPrefix)'"
    let place =
      switch rows.count {
      case 0: "a row of \(table)"
      case 1: "row \(rows[0]) of \(table)"
      default: "rows \(rows.joined(separator: " and ")) of \(table)"
      }
    return (place, values.flatMap { $0.isEmpty ? nil : String($0) })
  }

  /// Separates the identity of a row from its values.
  private static let separator: Character = "\u{1F}"

  /// Two rows of which a unique index allows only one.
  private func equalRows(_ index: SQLStatement) throws(SyncError) -> [String] {
    guard !key.isEmpty else { return [] }
    let condition = index.indexCondition.map { "(\(index.text($0))) AND " } ?? ""
    let indexed = "FROM \(quoted(table)) WHERE \(condition)"
    let values = columns.joined(separator: ", ")
    let present = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return try connection.texts(
      """
      SELECT \(text(of: "", values: "")) \(indexed)(\(values)) = (
        SELECT \(values) \(indexed)\(present) GROUP BY \(values) HAVING count(*) > 1 LIMIT 1
      ) LIMIT 2
      """
    ).map(\.withVisibleCharacters)
  }

  /// The last row that the statement wrote.
  private func lastRow(_ sql: String) throws(SyncError) -> [String] {
    guard !key.isEmpty else { return [] }
    let note = Note()
    defer {
      sqlite3_create_function(connection.handle, Note.function, 1, SQLITE_UTF8, nil, nil, nil, nil)
      withExtendedLifetime(note) {}
    }
    try createTriggers(noting: note)
    // After a line break at the end, another statement could follow.
    var text = sql[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    let statement = try Statement(String(text), on: connection)
    _ = sqlite3_step(statement.pointer)
    statement.reset()
    // SQLite refuses a string as an integer before triggers run, so the row was not recorded.
    if lacksInteger { return ["number \(note.count + 1)"] }
    guard let text = note.text else { return [] }
    guard lacksIdentity else { return [text.withVisibleCharacters] }
    return [
      "number \(note.count)\(String(text.drop { $0 != Self.separator }).withVisibleCharacters)"
    ]
  }

  private func createTriggers(noting note: Note) throws(SyncError) {
    sqlite3_create_function(
      connection.handle, Note.function, 1, SQLITE_UTF8, Unmanaged.passUnretained(note).toOpaque(),
      { context, _, arguments in
        guard let note = sqlite3_user_data(context), let text = sqlite3_value_text(arguments?[0])
        else { return }
        Unmanaged<Note>.fromOpaque(note).takeUnretainedValue().add(String(cString: text))
      }, nil, nil)
    for (event, row) in [("INSERT", "NEW"), ("UPDATE", "OLD")] {
      try connection.execute(
        """
        CREATE TEMP TRIGGER swiftsync_noted_\(event) BEFORE \(event) ON \(quoted(table))
        BEGIN SELECT \(Note.function)(\(text(of: row + ".", values: "NEW."))); END
        """)
    }
  }

  /// The SQL for the identity of a row and the values that matter.
  private func text(of row: String, values: String) -> String {
    let identity = identity(of: row)
    if shown.isEmpty { return identity }
    let found = shown.map { name in
      "\(quotedText("\(name) = ")) || substr(quote(\(values)\(quoted(name))), 1, 60)"
    }
    return "\(identity) || char(31) || \(found.joined(separator: " || ', ' || "))"
  }

  /// The SQL for the text `id=7`.
  private func identity(of row: String) -> String {
    key.map { name in
      let label = quotedText("\(name)=")
      return "\(label) || substr(quote(\(row)\(quoted(name))), 1, 60)"
    }.joined(separator: " || ', ' || ")
  }

  private final class Note {
    static let function = "swiftsync_note"
    private(set) var text: String?
    private(set) var count = 0

    func add(_ text: String) {
      self.text = text
      count += 1
    }
  }
}

extension ScratchDatabase {
  /// The row that violated a constraint of a statement, and its columns.
  package struct BrokenRow {
    /// The place, e.g. `row id=7 of 'notes'`.
    package let place: String
    /// The table, under its final name.
    package let table: String
    package let columns: [String]
    /// The new values of the columns, or of those that a check names, e.g. `email = 'a@b.c'`.
    package let values: String?
    /// Whether the column is the identity, and its value is not the integer that it has to be.
    package let lacksInteger: Bool
  }

  /// The row that violated a constraint of a statement; `nil` if the statement failed for another
  /// reason.
  ///
  /// The transaction must be rolled back afterwards.
  package func brokenRow(_ error: SyncError, in statement: String) throws(SyncError) -> BrokenRow? {
    guard case .database(let failure) = error else { return nil }
    return try connection.unlimited { () throws(SyncError) in
      guard let row = try FailedRow(failure, of: statement, on: connection) else { return nil }
      let found = try row.found(by: statement)
      return BrokenRow(
        place: found.place, table: row.table.withoutTemporaryPrefix, columns: row.columnNames,
        values: found.values, lacksInteger: row.lacksInteger)
    }
  }
}

extension String {
  /// The name without the prefix that a table has until it replaces another one.
  var withoutTemporaryPrefix: String {
    var text = self
    while let range = text.firstRange(of: "swiftsync_new_") { text.removeSubrange(range) }
    return text
  }

  /// The text on one line, truncated to a number of characters.
  func abridged(to length: Int) -> String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }

  /// The text with characters escaped that would break the line or be invisible.
  fileprivate var withVisibleCharacters: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control where scalar == "\u{1F}": text.unicodeScalars.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

import SwiftSyncSQLite
import SwiftSyncValues
import SwiftSyncCoding

/// The tables, indexes and triggers of a database as reported by SQLite, with a line for each fact.
///
/// The runtime's own tables, `swiftsync_…`, are left out, because they are the same in all versions
/// of a schema. Column order is ignored, because `ALTER TABLE` adds new columns at the end, and so
/// is the text of a `CREATE TABLE` statement, which SQLite edits.
package struct DatabaseFacts {
  /// The facts by the table that they concern.
  private(set) var facts: [String: Set<String>] = [:]
  private var triggers: [String: [String: String]] = [:]

  var tables: Set<String> { Set(facts.keys) }

  /// The tables that can have triggers.
  var ordinaryTables: Set<String> { tables.subtracting(virtualTables) }

  private var virtualTables: Set<String> = []

  /// An SQL condition for the names of the tables to read.
  private let condition: String

  /// Reads the facts of a new database.
  package init(tables: String) throws(SyncError) {
    let connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    connection.limit(to: .script)
    try connection.execute(tables)
    try self.init(connection)
  }

  /// - Parameter names: The tables to read; `nil` for all except the runtime's own. Tables of other
  ///   programs may need functions that only those programs have.
  init(_ connection: Connection, only names: Set<String>? = nil) throws(SyncError) {
    let list = names?.compactlySorted().map(quotedText).joined(separator: ", ")
    condition = list.map { " IN (\($0))" } ?? " NOT NULL"
    try read(
      connection,
      """
      SELECT name, iif(upper(sql) LIKE '%WITHOUT ROWID', 'no rowids', 'rowids') FROM tables
      UNION ALL
      SELECT name, count || iif(count = 1, ' deferred reference', ' deferred references')
      FROM (SELECT name, (length(sql)
        - length(replace(upper(sql), 'DEFERRABLE INITIALLY DEFERRED', ''))) / 29 AS count FROM tables)
      """)
    try read(
      connection,
      """
      SELECT t.name, 'reference of ' || f."from" || ' to ' || f."table" || ' ('
        || coalesce(f."to",
          (SELECT name FROM pragma_table_info(f."table") WHERE pk = f.seq + 1), '')
        || ') on update ' || f.on_update || ' on delete ' || f.on_delete || ' match ' || f."match"
      FROM tables t, pragma_foreign_key_list(t.name) f
      """)
    try read(
      connection,
      """
      SELECT t.name, iif(i."unique", 'unique index ', 'index ') || i.name || ' on '
        || (SELECT group_concat(ifnull(x.name, '?') || iif(x."desc", ' DESC', '') || ' ' || x.coll, ', ')
          FROM (SELECT * FROM pragma_index_xinfo(i.name) WHERE "key" ORDER BY seqno) x)
        || iif(i.partial, ' WHERE ' || (SELECT substr(sql, instr(upper(sql), ' WHERE ') + 7)
          FROM sqlite_schema WHERE type = 'index' AND name = i.name), '')
      FROM tables t, pragma_index_list(t.name) i WHERE i.origin = 'c'
      """)
    try readSearches(connection)
    try readColumns(connection)
    try readConditions(connection)
    try readTriggers(connection)
  }

  /// Reads the options of full-text indexes.
  private mutating func readSearches(_ connection: Connection) throws(SyncError) {
    let query = try connection.statement(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name\(condition) "
        + "AND sql LIKE 'CREATE VIRTUAL TABLE%'")
    defer { query.reset() }
    while try query.step() {
      let (table, sql) = (query.text(0) ?? "", query.text(1) ?? "")
      virtualTables.insert(table)
      let tokens = SQLTokens(sql).tokens
      guard let module = tokens.firstIndex(of: "using") else { continue }
      facts[table, default: []].insert("module \(tokens[(module + 1)...].joined(separator: " "))")
    }
  }

  private mutating func readColumns(_ connection: Connection) throws(SyncError) {
    let query = try connection.statement(
      "\(tablesSQL) SELECT t.name, \(ColumnDefinition.terms) FROM tables t, pragma_table_xinfo(t.name) c"
    )
    defer { query.reset() }
    while try query.step() {
      let table = query.text(0) ?? ""
      let column = ColumnDefinition(query.pointer, from: 1, of: table)
      facts[table, default: []].formUnion(column.facts)
    }
  }

  /// Reads the conditions of `CHECK` constraints, and the expressions and conditions of indexes
  /// that are not on columns alone.
  private mutating func readConditions(_ connection: Connection) throws(SyncError) {
    let query = try connection.statement(
      "SELECT type, tbl_name, name, sql FROM sqlite_schema WHERE sql IS NOT NULL "
        + "AND type IN ('table', 'index') AND tbl_name\(condition) AND tbl_name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' "
        + "AND sql LIKE iif(type = 'table', '%check%', '%(%(%')")
    defer { query.reset() }
    while try query.step() {
      let (table, tokens) = (query.text(1) ?? "", SQLTokens(query.text(3) ?? ""))
      guard query.text(0) == "index" else {
        for check in tokens.checks { facts[table, default: []].insert("check (\(check))") }
        continue
      }
      guard let place = tokens.tokens.firstIndex(of: "on"),
        let expressions = tokens.group(after: place), expressions.contains("(")
      else { continue }
      facts[table, default: []].insert("index \(query.text(2) ?? "") of (\(expressions))")
    }
  }

  /// The SQL of the tables to read, before a query.
  private var tablesSQL: String {
    "WITH tables AS (SELECT name, sql FROM sqlite_schema WHERE type = 'table' "
      + "AND name\(condition) AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
      + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' AND \(SearchTables.isNoShadow))"
  }

  /// Reads facts, with their tables.
  private mutating func read(_ connection: Connection, _ sql: String) throws(SyncError) {
    let query = try connection.statement("\(tablesSQL) \(sql)")
    defer { query.reset() }
    while try query.step() { facts[query.text(0) ?? "", default: []].insert(query.text(1) ?? "") }
  }

  private mutating func readTriggers(_ connection: Connection) throws(SyncError) {
    let query = try connection.statement(
      "SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'trigger'")
    defer { query.reset() }
    while try query.step() {
      triggers[query.text(0) ?? "", default: [:]][query.text(1) ?? ""] = query.text(2)
    }
  }

  /// A description of the differences; `nil` if there are none. Unexpected tables are ignored: they
  /// are the app's own.
  ///
  /// - Parameter compared: Whether triggers must be identical. Otherwise, only the runtime may have
  ///   triggers, because a step would drop others with their table.
  package func difference(from expected: Self, triggers compared: Bool) -> String? {
    for table in expected.facts.keys.compactlySorted() {
      guard let found = facts[table] else { return "table '\(table)' is missing" }
      let wanted = expected.facts[table] ?? []
      let missing = wanted.subtracting(found).compactlySorted()
      let others = found.subtracting(wanted).compactlySorted()
      if !missing.isEmpty || !others.isEmpty { return Self.words(table, missing, others) }
      if let difference = triggerDifference(from: expected, of: table, compared) {
        return "table '\(table)' \(difference)"
      }
    }
    return nil
  }

  /// A description of what keeps rows of the expected tables from being stored in these: missing
  /// facts, and additional ones such as a column, which the migration to the next version also
  /// refuses. `nil` if there is nothing. Indexes that are not unique may be the app's own.
  func drift(from expected: Self) -> String? {
    for table in expected.facts.keys.compactlySorted() {
      guard let found = facts[table] else { return "table '\(table)' is missing" }
      let wanted = expected.facts[table] ?? []
      let missing = wanted.subtracting(found).compactlySorted()
      let others = found.subtracting(wanted)
      for fact in missing {
        if let other = Self.other(than: fact, among: others) {
          return "table '\(table)' has \(other), expected \(fact)"
        }
      }
      if !missing.isEmpty { return Self.words(table, missing, []) }
      let added = others.filter { !$0.hasPrefix("index ") }.compactlySorted()
      if !added.isEmpty { return Self.words(table, [], added.map { "the additional \($0)" }) }
    }
    return nil
  }

  /// The fact that states something else about the same column or index; `nil` if there is none.
  private static func other(than fact: String, among facts: Set<String>) -> String? {
    let words = fact.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[0] == "column" || words[0] == "index" else { return nil }
    let name = "\(words[0]) \(words[1])"
    return facts.filter { ($0 == name || $0.hasPrefix(name + " ")) && !$0.contains(" COLLATE ") }
      .compactlySorted().first
  }

  private static func words(_ table: String, _ missing: [String], _ others: [String]) -> String {
    let lacks = missing.isEmpty ? "" : "lacks \(missing.joined(separator: "; "))"
    let has = others.isEmpty ? "" : "has \(others.joined(separator: "; "))"
    return "table '\(table)' " + [lacks, has].filter { !$0.isEmpty }.joined(separator: ", and ")
  }

  private func triggerDifference(
    from expected: Self, of table: String, _ compared: Bool
  ) -> String? {
    let found = triggers[table] ?? [:]
    let wanted = expected.triggers[table] ?? [:]
    for name in found.keys.compactlySorted() where wanted[name] == nil {
      if compared || !name.hasPrefix("swiftsync_") { return "has the additional trigger '\(name)'" }
    }
    guard compared else { return nil }
    for (name, sql) in wanted.compactlySorted(by: { $0.key < $1.key }) where found[name] != sql {
      return found[name] == nil ? "lacks trigger '\(name)'" : "has a different trigger '\(name)'"
    }
    return nil
  }
}

extension ColumnDefinition {
  fileprivate var facts: [String] {
    let declared =
      "column \(name)" + (type.isEmpty ? "" : " \(type)") + (isRequired ? " NOT NULL" : "")
      + (quotedDefault.map { " DEFAULT \($0)" } ?? "")
      + (keyPosition > 0 ? " PRIMARY KEY \(keyPosition)" : "")
      + (hidden > 0 ? " hidden \(hidden)" : "")
    return [declared] + (collation.map { ["column \(name) COLLATE \($0)"] } ?? [])
  }

  /// The default, in quotation marks if it is a string that the DDL spells as bytes. Older
  /// generators wrote fewer strings as bytes.
  private var quotedDefault: String? {
    let (start, end) = ("CAST(x'", "' AS TEXT)")
    guard let sql = defaultSQL, sql.hasPrefix(start), sql.hasSuffix(end),
      let bytes = Self.bytes(
        ofHexadecimal: Array(sql.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)))
    else { return defaultSQL }
    return quotedText(String(decoding: bytes, as: UTF8.self))
  }

  private static func bytes(ofHexadecimal digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place].hexadecimalValue,
        let low = digits[place + 1].hexadecimalValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

extension ScratchDatabase {
  package func facts() throws(SyncError) -> DatabaseFacts { try DatabaseFacts(connection) }
}

import SwiftSyncSQLite
import SwiftSyncValues

/// The properties of a database's tables that a store needs.
package struct TableShapes {
  /// The shapes by table name.
  let shapes: [String: TableStructure]
  /// The indexes with their own statement, by name.
  let indexes: [Index]
  /// The full-text indexes, by name.
  let searches: [Index]
  let facts: DatabaseFacts

  struct Index {
    let name: String
    let table: String
    let sql: String
  }

  /// Reads the tables of a new database.
  package init(tables: String) throws(SyncError) {
    let connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    connection.limit(to: .script)
    try connection.execute(tables)
    try self.init(connection)
  }

  /// - Parameter names: The relevant tables; `nil` for all except the runtime's own.
  init(_ connection: Connection, only names: Set<String>? = nil) throws(SyncError) {
    facts = try DatabaseFacts(connection, only: names)
    var shapes: [String: TableStructure] = [:]
    for name in names ?? facts.tables { shapes[name] = try TableStructure(name, of: connection) }
    self.shapes = shapes
    indexes = try Self.indexes(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL "
        + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' ORDER BY name", connection)
    searches = try Self.indexes(
      """
      SELECT v.name, substr(v.name, 1, length(v.name) - length('_search')), v.sql || '; ' || r.sql
      FROM sqlite_schema v JOIN sqlite_schema r ON r.type = 'table' AND r.name = v.name || '_rows'
      WHERE v.type = 'table' AND v.sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'
        AND v.name LIKE '%\\_search' ESCAPE '\\' ORDER BY v.name
      """, connection)
  }

  private static func indexes(
    _ sql: String, _ connection: Connection
  ) throws(SyncError) -> [Index] {
    let query = try connection.statement(sql)
    defer { query.reset() }
    var indexes: [Index] = []
    while try query.step() {
      indexes.append(
        Index(name: query.text(0) ?? "", table: query.text(1) ?? "", sql: query.text(2) ?? ""))
    }
    return indexes
  }

  /// The facts about an index.
  func facts(of index: Index) -> Set<String> {
    let starts = ["index \(index.name) ", "unique index \(index.name) "]
    return (facts.facts[index.table] ?? []).filter { fact in
      starts.contains { fact.hasPrefix($0) }
    }
  }

  /// The facts about a table that begin with a word.
  func facts(of table: String, beginning word: String) -> Set<String> {
    (facts.facts[table] ?? []).filter { $0.hasPrefix(word) }
  }
}

/// The structure of a table.
struct TableStructure {
  struct Reference: Hashable {
    let columns: [String]
    /// The lowercase name, as in `targets`, because SQLite ignores case.
    let table: String
    /// The columns that identify the other row.
    let targets: [String]
  }

  /// `table`, `view` or `virtual`.
  let kind: String
  let hasRowIDs: Bool
  /// Whether rowids of deleted rows are never reused.
  let isAutoincremented: Bool
  /// Whether SQLite refuses values of other types.
  let isStrict: Bool
  let columns: [String: ColumnDefinition]
  let references: Set<Reference>
  /// The columns of each `UNIQUE` constraint.
  let uniqueConstraints: Set<Set<String>>
  /// The columns of unique indexes on all rows.
  let uniqueIndexes: Set<Set<String>>

  /// Returns `nil` if the file has no table or view with that name.
  init?(_ name: String, of connection: Connection) throws(SyncError) {
    let query = try connection.statement(
      """
      SELECT l.type, l.wr, s.sql LIKE '%AUTOINCREMENT%', l.strict FROM pragma_table_list l
      JOIN sqlite_schema s ON s.name = l.name WHERE l.schema = 'main' AND l.name = ?1
      """)
    query.bind(1, name)
    let isThere = try query.step()
    kind = query.text(0) ?? ""
    hasRowIDs = query.integer(1) == 0
    isAutoincremented = query.integer(2) != 0
    isStrict = query.integer(3) != 0
    query.reset()
    guard isThere else { return nil }
    columns = Dictionary(
      try connection.columns(of: name).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    references = try Self.references(of: name, connection)
    (uniqueConstraints, uniqueIndexes) = try Self.uniqueKeys(of: name, connection)
  }

  private static func references(
    of table: String, _ connection: Connection
  ) throws(SyncError) -> Set<Reference> {
    // A reference without columns refers to the primary key.
    let query = try connection.statement(
      #"""
      SELECT id, lower(f."table"), "from", lower(ifnull(f."to",
        (SELECT name FROM pragma_table_info(f."table") WHERE pk = f.seq + 1)))
      FROM pragma_foreign_key_list(?1) f ORDER BY id, seq
      """#)
    query.bind(1, table)
    defer { query.reset() }
    var found: [Int64: (table: String, columns: [String], targets: [String])] = [:]
    while try query.step() {
      let (id, table) = (query.integer(0), query.text(1) ?? "")
      found[id, default: (table, [], [])].columns.append(query.text(2) ?? "")
      found[id]?.targets.append(query.text(3) ?? "")
    }
    return Set(
      found.values.map { Reference(columns: $0.columns, table: $0.table, targets: $0.targets) })
  }

  private static func uniqueKeys(
    of table: String, _ connection: Connection
  ) throws(SyncError) -> (constraints: Set<Set<String>>, indexes: Set<Set<String>>) {
    let query = try connection.statement(
      #"""
      SELECT i.name, i.origin, x.name FROM pragma_index_list(?1) i, pragma_index_xinfo(i.name) x
      WHERE i."unique" AND NOT i.partial AND x."key"
      """#)
    query.bind(1, table)
    defer { query.reset() }
    var keys: [String: (origin: String, columns: Set<String>)] = [:]
    while try query.step() {
      // An expression has no name, so the columns of such an index are unknown.
      keys[query.text(0) ?? "", default: (query.text(1) ?? "", [])].columns
        .insert(query.text(2) ?? "")
    }
    let constraints = keys.values.filter { $0.origin == "u" }.map(\.columns)
    return (Set(constraints), Set(keys.values.filter { $0.origin == "c" }.map(\.columns)))
  }

  var primaryKey: Set<String> { Set(columns.values.filter { $0.keyPosition > 0 }.map(\.name)) }

  /// Whether the columns identify a row.
  func identifies(by columns: Set<String>) -> Bool {
    primaryKey == columns || uniqueConstraints.contains(columns) || uniqueIndexes.contains(columns)
  }
}

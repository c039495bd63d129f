import SwiftSyncSQLite
import SwiftSyncValues
import SyncGenDiagnostics

/// The tables of a database as described by its catalog.
struct SQLiteCatalog {
  struct ForeignKey: Equatable {
    let columns: [String]
    let table: String
    /// Empty if the statement leaves out the columns of the primary key.
    let targets: [String]
    /// The rule in capitals, as in SQLite: `NO ACTION`.
    let onDelete: String
    let onUpdate: String
  }

  struct Index: Equatable {
    let name: String
    let isUnique: Bool
    /// Nil for an expression.
    let columns: [String?]
    /// Whether it belongs to a table's constraint, which has no name of its own.
    let isConstraint: Bool
    /// Whether each column is in descending order.
    let descending: [Bool]
    let collations: [String]
    let condition: String?
    let conditionTokens: [SQLToken]

    /// The index in messages.
    var title: String { isConstraint ? "UNIQUE" : "index \(name)" }
  }

  struct Table {
    let name: String
    let columns: [ColumnDefinition]
    let foreignKeys: [ForeignKey]
    let indexes: [Index]
    let sql: SQLiteTableSQL
    let isWithoutRowID: Bool

    var key: [String] { columns.primaryKey.map { columns[$0].name } }

    func column(_ name: String) -> ColumnDefinition? {
      columns.first { $0.name.folded == name.folded }
    }
  }

  /// An object in the file other than a table.
  struct Other: Equatable {
    /// `view`, `virtual table` or `trigger`.
    let kind: String
    let name: String
    /// The table of a trigger.
    let table: String?
  }

  let tables: [Table]
  let others: [Other]
  /// Whether the runtime of this project created the file.
  let hasRuntimeTables: Bool
  /// Whether Core Data created the file.
  let hasCoreDataTables: Bool

  init(_ file: SQLiteFile) throws(FileReadError) {
    let listed = try file.list(
      """
      SELECT t.name, t.type, t.wr, s.sql FROM pragma_table_list t
      JOIN sqlite_schema s ON s.type IN ('table', 'view') AND s.name = t.name
      WHERE t.schema = 'main' ORDER BY s.rowid
      """
    ) { row in
      (
        name: row.text(0) ?? "", type: row.text(1) ?? "", isWithoutRowID: row.integer(2) != 0,
        sql: row.text(3) ?? ""
      )
    }
    hasRuntimeTables = listed.contains { $0.name.folded.hasPrefix("swiftsync_") }
    hasCoreDataTables = listed.contains { $0.name == "Z_METADATA" }
    var (tables, others): ([Table], [Other]) = ([], [])
    for item in listed where !Self.isInternal(item.name) {
      switch item.type {
      case "view": others.append(Other(kind: "view", name: item.name, table: nil))
      case "virtual": others.append(Other(kind: "virtual table", name: item.name, table: nil))
      case "table":
        tables.append(try Self.table(item.name, item.isWithoutRowID, item.sql, in: file))
      default: break
      }
    }
    let triggers = try file.list(
      "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
    ) { Other(kind: "trigger", name: $0.text(0) ?? "", table: $0.text(1)) }
    others += triggers.filter { !Self.isInternal($0.name) }
    self.tables = tables
    self.others = others
  }

  /// Whether a table belongs to SQLite or the runtime instead of the app.
  private static func isInternal(_ name: String) -> Bool {
    name.folded.hasPrefix("sqlite_") || name.folded.hasPrefix("swiftsync_")
  }

  /// The tables, in lower case, in which tools record migrations and their own settings.
  private static let toolTables: Set = [
    "grdb_migrations", "android_metadata", "room_master_table", "schema_migrations",
    "ar_internal_metadata", "django_migrations", "alembic_version", "flyway_schema_history",
    "databasechangelog", "databasechangeloglock", "knex_migrations", "knex_migrations_lock",
    "_prisma_migrations", "__efmigrationshistory", "goose_db_version", "__diesel_schema_migrations",
    "_sqlx_migrations", "phinxlog", "sequelizemeta", "migrate_version", "__drizzle_migrations",
    "mikro_orm_migrations",
  ]

  /// The tables, in lower case, that Core Data adds to those of a model.
  private static let coreDataTables: Set = [
    "z_metadata", "z_modelcache", "z_primarykey", "achange", "atransaction", "atransactionstring",
  ]

  /// Whether a table belongs to the tool that creates or migrates the database.
  func isOfTool(_ table: Table) -> Bool {
    Self.toolTables.contains(table.name.folded) || Self.isMigrations(table)
      || hasCoreDataTables && Self.coreDataTables.contains(table.name.folded)
  }

  /// Whether it is the table `migrations` of Laravel, TypeORM or the Node.js package `sqlite`.
  private static func isMigrations(_ table: Table) -> Bool {
    let forms: [Set] = [
      ["id", "migration", "batch"], ["id", "timestamp", "name"], ["id", "name", "up", "down"],
    ]
    return table.name.folded == "migrations"
      && forms.contains(Set(table.columns.map(\.name.folded)))
  }

  private static func table(
    _ name: String, _ isWithoutRowID: Bool, _ sql: String, in file: SQLiteFile
  ) throws(FileReadError) -> Table {
    let columns = try file.list(ColumnDefinition.query, [name]) { $0.column(of: name) }
    return Table(
      name: name, columns: columns, foreignKeys: try foreignKeys(of: name, in: file),
      indexes: try indexes(of: name, in: file), sql: SQLiteTableSQL(sql),
      isWithoutRowID: isWithoutRowID)
  }

  private static func foreignKeys(
    of table: String, in file: SQLiteFile
  ) throws(FileReadError) -> [ForeignKey] {
    let parts = try file.list(
      """
      SELECT id, "table", "from", "to", on_delete, on_update FROM pragma_foreign_key_list(?)
      ORDER BY id DESC, seq
      """, [table]
    ) { row in (row.integer(0), (1...5).map { row.text($0) }) }
    var keys: [(id: Int, key: ForeignKey)] = []
    for (id, texts) in parts {
      let isNext = keys.last?.id == id
      let before = isNext ? keys.removeLast().key : nil
      let key = ForeignKey(
        columns: (before?.columns ?? []) + [texts[1] ?? ""], table: texts[0] ?? "",
        targets: (before?.targets ?? []) + [texts[2]].compactMap(\.self),
        onDelete: texts[3] ?? "", onUpdate: texts[4] ?? "")
      keys.append((id, key))
    }
    return keys.map(\.key)
  }

  private static func indexes(
    of table: String, in file: SQLiteFile
  ) throws(FileReadError) -> [Index] {
    let listed = try file.list(
      """
      SELECT l.name, l."unique", l.origin, s.sql FROM pragma_index_list(?) l
      LEFT JOIN sqlite_schema s ON s.type = 'index' AND s.name = l.name
      WHERE l.origin <> 'pk' ORDER BY l.seq DESC
      """, [table]
    ) { ($0.text(0) ?? "", $0.integer(1) != 0, $0.text(2) ?? "", $0.text(3)) }
    var indexes: [Index] = []
    for (name, isUnique, origin, sql) in listed {
      let parts = try file.list(
        "SELECT name, \"desc\", coll FROM pragma_index_xinfo(?) WHERE key ORDER BY seqno", [name]
      ) { (name: $0.text(0), isDescending: $0.integer(1) != 0, collation: $0.text(2) ?? "BINARY") }
      let statement = SQLStatement(sql ?? "")
      let condition = statement.indexCondition
      indexes.append(
        Index(
          name: name, isUnique: isUnique, columns: parts.map(\.name), isConstraint: origin != "c",
          descending: parts.map(\.isDescending),
          collations: parts.map(\.collation), condition: condition.map(statement.text),
          conditionTokens: condition.map(Array.init) ?? []))
    }
    return indexes
  }
}

import TestHelpers

/// The structure of a database, so that two databases can be compared fact by fact.
struct DatabaseFacts {
  let lines: [String]

  init(_ database: Database) throws {
    let tables = try database.rows(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' "
        + "ORDER BY name")
    var lines: [String] = []
    for table in tables {
      let name = table[0] ?? ""
      lines.append("table \(name) \(table[1] ?? "")")
      lines += try Self.lines(
        database, "column \(name)",
        """
        SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo('\(name)')
        ORDER BY name
        """)
      lines += try Self.lines(
        database, "reference \(name)",
        """
        SELECT "table", "from", "to", on_update, on_delete, match
        FROM pragma_foreign_key_list('\(name)') ORDER BY "from"
        """)
      lines += try Self.lines(
        database, "index \(name)",
        """
        SELECT list.name, list."unique", list.origin, list.partial, info.seqno, info.name, info."desc",
          info.coll, info.key
        FROM pragma_index_list('\(name)') AS list, pragma_index_xinfo(list.name) AS info
        WHERE info.key ORDER BY list.name, info.seqno
        """)
    }
    lines += try Self.lines(
      database, "statement",
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT "
        + "NULL ORDER BY name")
    lines += try Self.lines(database, "version", "SELECT user_version FROM pragma_user_version")
    self.lines = lines
  }

  private static func lines(_ database: Database, _ title: String, _ sql: String) throws -> [String]
  {
    try database.rows(sql).map { row in
      title + ": " + row.map { $0 ?? "NULL" }.joined(separator: " | ")
    }
  }
}

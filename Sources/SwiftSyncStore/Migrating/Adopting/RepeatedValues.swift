@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// Values of another program's rows that a unique index of the schema does not allow.
struct RepeatedValues {
  /// The rows in a sentence.
  let problem: String

  /// Finds the rows for which SQLite refuses the index. The transaction must be rolled back
  /// afterwards.
  init(of index: TableShapes.Index, on connection: Connection) throws(SyncError) {
    let statement = SQLStatement(index.sql)
    // SQLite then tells the columns and their collations.
    if statement.createsUniqueIndex {
      try connection.execute("CREATE " + statement.text(statement.tokens[2...]))
    }
    let columns = try Self.columns(of: index.name, on: connection)
    let query = try Statement(Self.query(columns, index, statement), on: connection)
    let place = "table '\(index.table)'"
    let names = columns.map { "'\($0.name)'" }.joined(separator: ", ")
    guard try query.step() else {
      problem = "\(place) has rows for which SQLite refuses index '\(index.name)'"
      return
    }
    let values = columns.indices.map { query.value(Int32($0 + 3)).stored.shortText }
      .joined(separator: ", ")
    let groups = query.integer(2) - 1
    let others =
      groups == 0 ? "" : ", and \(groups) other repeated value\(groups == 1 ? "" : "s")"
    problem =
      "\(place) has \(query.integer(0)) rows with \(values) in \(names), the first of them row "
      + "\(query.integer(1))\(others), where index '\(index.name)' is unique"
  }

  /// The repeated values of the first rows, with the number of all that are repeated.
  private static func query(
    _ columns: [(name: String, collation: String)], _ index: TableShapes.Index,
    _ statement: SQLStatement
  ) -> String {
    let names = columns.map { quoted($0.name) }
    let keys = zip(names, columns).map { "\($0) COLLATE \(quoted($1.collation))" }
    // Nulls are distinct.
    let isThere = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let isIndexed = statement.indexCondition.map { " AND (\(statement.text($0)))" } ?? ""
    return "SELECT count(*), min(_rowid_) AS first, count(*) OVER (), "
      + "\(names.joined(separator: ", ")) FROM \(quoted(index.table)) WHERE \(isThere)\(isIndexed) "
      + "GROUP BY \(keys.joined(separator: ", ")) HAVING count(*) > 1 ORDER BY first LIMIT 1"
  }

  private static func columns(
    of index: String, on connection: Connection
  ) throws(SyncError) -> [(name: String, collation: String)] {
    let query = try connection.statement(
      "SELECT name, coll FROM pragma_index_xinfo(?1) WHERE key = 1 ORDER BY seqno")
    query.bind(1, index)
    defer { query.reset() }
    var columns: [(name: String, collation: String)] = []
    while try query.step() { columns.append((query.text(0) ?? "", query.text(1) ?? "BINARY")) }
    return columns
  }
}

extension SearchTables {
  /// Builds the content of the index from the rows of the table. Creating a new FTS5 table is
  /// faster than deleting all documents.
  func fill(_ connection: Connection) throws(SyncError) {
    connection.resetStatements()
    let query = try Statement(
      "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1", on: connection)
    query.bind(1, name)
    let ddl = try query.step() ? query.text(0) : nil
    query.reset()
    let identity = entity.identityList(as: quoted(entity.table))
    let columns = search.members.map { quoted($0.name) }.joined(separator: ", ")
    let values = search.members.map(\.value).joined(separator: ", ")
    try connection.execute(
      """
      DROP TABLE \(table);
      \(ddl ?? "");
      DELETE FROM \(rows);
      INSERT INTO \(rows) (\(keys.joined(separator: ", "))) SELECT \(identity) FROM \(quoted(entity.table));
      INSERT INTO \(table) (rowid, \(columns))
      SELECT \(rows).docid, \(values) FROM \(rows) CROSS JOIN \(quoted(entity.table))
      ON \(isDocument(keys.map { "\(rows).\($0)" }, of: quoted(entity.table)))
      """)
  }
}

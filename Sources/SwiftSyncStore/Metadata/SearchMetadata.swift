/// The full-text index of an entity: an FTS5 table, and a table with the identity of each document.
///
/// FTS5 stores the searched text itself. Rowids of the entity's table could not identify documents,
/// because `REPLACE` and `VACUUM` change them.
@_spi(Generated)
public struct SearchMetadata: Sendable {
  /// A searched value of a row.
  public struct Member: Sendable {
    /// The unquoted column of the index.
    public let name: String
    /// The position in the entity's `columns`.
    public let column: Int
    /// The path of a field in the column's value.
    public let path: [String]
    /// The SQL for the text of a row of the entity's table.
    public let value: String

    /// Creates a member. Called by generated code.
    public init(_ name: String, column: Int, path: [String], value: String) {
      self.name = name
      self.column = column
      self.path = path
      self.value = value
    }
  }

  /// The members in the order of the index's columns.
  public let members: [Member]

  /// Creates the metadata. Called by generated code.
  public init(members: [Member]) {
    self.members = members
  }
}

/// The SQL tables of an entity's full-text index.
package struct SearchTables {
  /// The suffixes of the tables in which FTS5 stores the content of a table.
  static let shadowEndings = ["_data", "_idx", "_content", "_docsize", "_config"]

  /// An SQL condition for rows of `sqlite_schema` that are not shadow tables created by FTS5.
  package static let isNoShadow = isNot(shadowEndings)

  /// An SQL condition for rows of `sqlite_schema` that are not tables of a full-text index.
  package static let isNoSearch = isNot(["", "_rows"] + shadowEndings)

  private static func isNot(_ endings: [String]) -> String {
    let list = endings.map { "('\($0)')" }.joined(separator: ", ")
    return "name NOT IN (SELECT f.name || e.column1 FROM sqlite_schema AS f, (VALUES \(list)) AS e "
      + "WHERE f.type = 'table' AND f.sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%')"
  }

  /// The unquoted name of the FTS5 table.
  let name: String
  let entity: EntityMetadata
  let search: SearchMetadata

  /// Returns `nil` for an entity that is not searched.
  package init?(_ entity: EntityMetadata) {
    guard let search = entity.search else { return nil }
    name = entity.table + "_search"
    self.entity = entity
    self.search = search
  }

  var table: String { quoted(name) }
  var rows: String { quoted(name + "_rows") }

  /// The columns of `rows` with an identity.
  var keys: [String] { entity.identity.indices.map { "key_\($0 + 1)" } }

  /// The condition that a document belongs to a row of the entity's table.
  func isDocument(_ keys: [String], of table: String) -> String {
    zip(keys, entity.identity).map { "\($0) = \(table).\(quoted(entity.columns[$1].name))" }
      .joined(separator: " AND ")
  }

  /// The unquoted names of the triggers that maintain the index.
  var triggers: [String] { Self.events.map { "swiftsync_\(name)_\($0)" } }

  /// The events after which the triggers fire.
  static let events = ["insert", "update", "delete"]

  /// The FTS5 command that checks the index and reports damage as an error.
  package var integrityCheck: String {
    "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')"
  }

  /// A query for the number of rows without a document or with different text, and of documents
  /// without a row.
  package var differences: String {
    let source = quoted(entity.table)
    let texts = search.members.map { "\(table).\(quoted($0.name)) IS NOT \($0.value)" }
    return """
      SELECT (SELECT count(*) FROM \(source)
          LEFT JOIN \(rows) ON \(isDocument(keys.map { "\(rows).\($0)" }, of: source))
          LEFT JOIN \(table) ON \(table).rowid = \(rows).docid
          WHERE \(table).rowid IS NULL OR \(texts.joined(separator: " OR ")))
        + abs((SELECT count(*) FROM \(rows)) - (SELECT count(*) FROM \(source)))
        + abs((SELECT count(*) FROM \(table)) - (SELECT count(*) FROM \(rows))) AS count
      """
  }
}

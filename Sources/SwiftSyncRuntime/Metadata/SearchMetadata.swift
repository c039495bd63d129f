@_spi(Generated) import SwiftSyncREST

/// The full-text index of an entity: a table of FTS5, and a table with the identity of each document.
///
/// FTS5 keeps the texts itself. Rowids of the entity's table could not name documents: `REPLACE` and `VACUUM` change
/// them.
@_spi(Generated)
public struct SearchMetadata: Hashable, Sendable {
  /// A text of a row that is searched.
  public struct Member: Hashable, Sendable {
    /// The column of the index, not quoted.
    public let name: String
    /// Position in the entity's `columns`.
    public let column: Int
    /// The keys that lead to a field in the column's value.
    public let path: [String]
    /// The text of a row of the entity's table, as SQL.
    public let value: String

    /// Generated code states it.
    public init(_ name: String, column: Int, path: [String], value: String) {
      self.name = name
      self.column = column
      self.path = path
      self.value = value
    }
  }

  /// In the order of the index's columns.
  public let members: [Member]

  /// Generated code states it.
  public init(members: [Member]) {
    self.members = members
  }
}

/// The tables of an entity's full-text index in SQL.
package struct SearchTables {
  /// The endings of the tables in which FTS5 keeps the content of a table.
  static let shadowEndings = ["_data", "_idx", "_content", "_docsize", "_config"]

  /// A condition in SQL for rows of `sqlite_schema`: whether it is not a table that FTS5 has made for another one.
  package static let isNoShadow = isNot(shadowEndings)

  /// A condition in SQL for rows of `sqlite_schema`: whether it is not a table of a full-text index.
  package static let isNoSearch = isNot(["", "_rows"] + shadowEndings)

  private static func isNot(_ endings: [String]) -> String {
    let list = endings.map { "('\($0)')" }.joined(separator: ", ")
    return "name NOT IN (SELECT f.name || e.column1 FROM sqlite_schema AS f, (VALUES \(list)) AS e "
      + "WHERE f.type = 'table' AND f.sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%')"
  }

  /// The table of FTS5, not quoted.
  let name: String
  let entity: EntityMetadata
  let search: SearchMetadata

  /// `nil` for an entity that is not searched.
  package init?(_ entity: EntityMetadata) {
    guard let search = entity.search else { return nil }
    name = entity.table + "_search"
    self.entity = entity
    self.search = search
  }

  var table: String { quoted(name) }
  var rows: String { quoted(name + "_rows") }

  /// The columns of `rows` that hold an identity.
  var keys: [String] { entity.identity.indices.map { "key_\($0 + 1)" } }

  /// The condition that a document is that of a row of the entity's table.
  func isDocument(_ keys: [String], of table: String) -> String {
    zip(keys, entity.identity).map { "\($0) = \(table).\(quoted(entity.columns[$1].name))" }
      .joined(separator: " AND ")
  }

  /// The triggers that keep the index, not quoted.
  var triggers: [String] { Self.events.map { "swiftsync_\(name)_\($0)" } }

  /// What the triggers fire after.
  static let events = ["insert", "update", "delete"]

  /// What FTS5 checks an index by; it reports damage as an error.
  package var integrityCheck: String {
    "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')"
  }

  /// A query for the number of rows without a document or with other texts, and of documents without a row.
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

import TestHelpers
import Foundation
import Programs

/// A database with more than a thousand rows in its own folder, and payloads that change all of
/// them.
final class Shelf: Sendable {
  static let rowCount = 1_000
  /// Enough rows that a first fill creates its indexes at the end.
  private static let searchedRowCount = 2_200

  let scratch: Scratch

  /// - Parameter isSearched: Whether the items have a full-text index.
  init(isSearched: Bool = false) throws {
    scratch = try Scratch()
    let search = isSearched ? "search: [name, note]" : ""
    try scratch.write("schema.yaml", Self.schema.replacing("SEARCH", with: search))
    for generation in 0...1 {
      let count = isSearched ? Self.searchedRowCount : Self.rowCount
      try scratch.write("rows\(generation).json", Self.rows(generation, count))
    }
    try scratch.write("one.json", #"[{"id": 1, "name": "one"}]"#)
  }

  /// The arguments that apply a payload from the folder.
  func arguments(_ payload: String, to database: String) -> [String] {
    [
      "apply", scratch.path(payload), "--schema", scratch.path("schema.yaml"), "--entity", "Item",
      "--database", scratch.path(database),
    ]
  }

  /// Creates a database with the rows of the first payload, in one file.
  func fill(_ database: String) async throws {
    let outcome = try await Tool.run(arguments("rows0.json", to: database), in: scratch)
    guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
    _ = try content(of: database)
  }

  /// The whole content of a database as text; `nil` if it has no rows or no tables yet.
  ///
  /// Checks the integrity of the database. Closing the connection leaves one file.
  func content(of database: String) throws -> String? {
    let connection = try Database(at: scratch.path(database))
    for (check, expected) in [("integrity_check", #"[["ok"]]"#), ("foreign_key_check", "[]")] {
      let found = try connection.json("PRAGMA \(check)").description
      guard found == expected else { throw Failure(description: "\(check): \(found)") }
    }
    let version = try connection.json("PRAGMA user_version").description
    guard version != "[[0]]" else { return nil }
    guard try connection.json("SELECT 1 FROM items LIMIT 1") != .array([]) else { return nil }
    return try connection.json(Self.everything).description
  }

  /// Checks that the full-text index, if there is one, has exactly the texts of the rows.
  func checkIndex(of database: String) throws {
    let connection = try Database(at: scratch.path(database))
    let tables = "SELECT 1 FROM sqlite_schema WHERE name = 'items_search'"
    guard try connection.json(tables) != .array([]) else { return }
    try connection.execute("INSERT INTO items_search (items_search) VALUES ('integrity-check')")
    let found = try connection.json(Self.indexDifferences).description
    guard found == "[[0,0,0,0]]" else { throw Failure(description: "items_search: \(found)") }
  }

  func copy(_ source: String, to target: String) throws {
    for suffix in ["", "-wal", "-shm"] {
      let path = scratch.path(target + suffix)
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
    guard !source.isEmpty else { return }
    try FileManager.default.copyItem(atPath: scratch.path(source), toPath: scratch.path(target))
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

extension Shelf {
  private static let schema = """
    swiftsync: 1
    name: Shelf
    version: 1
    entities:
      Item:
        attributes: { id: int, name: string, note: "string?" }
        relations:
          box: { to: Box, inverse: items, foreign-key: true }
          tags: { to: [Tag], inverse: none }
        indexes: [[name]]
        SEARCH
      Box:
        attributes: { id: int, label: "string?" }
        relations: { items: { to: [Item], inverse: box, ordered: true } }
      Tag:
        attributes: { id: int }
    """

  /// One value that contains every row of every table.
  private static let everything = """
    SELECT (SELECT group_concat(id || '|' || name || '|' || note || '|' || box_id, ';')
              FROM (SELECT * FROM items ORDER BY id)),
           (SELECT group_concat(id || '|' || label, ';') FROM (SELECT * FROM boxes ORDER BY id)),
           (SELECT group_concat(id, ';') FROM (SELECT * FROM tags ORDER BY id)),
           (SELECT group_concat(item_id || '|' || tag_id, ';')
              FROM (SELECT * FROM item_tags ORDER BY item_id, tag_id))
    """

  /// Rows without a document, documents and identities without a row, and rows that a search does
  /// not find.
  private static let indexDifferences = """
    SELECT (SELECT count(*) FROM items LEFT JOIN items_search_rows AS r ON r.key_1 = items.id
              LEFT JOIN items_search AS s ON s.rowid = r.docid
              WHERE s.rowid IS NULL OR s.name IS NOT items.name OR s.note IS NOT items.note),
           (SELECT count(*) FROM items_search) - (SELECT count(*) FROM items),
           (SELECT count(*) FROM items_search_rows) - (SELECT count(*) FROM items),
           (SELECT count(*) FROM items_search('"name 1"'))
              - (SELECT count(*) FROM items WHERE name LIKE 'name 1 %')
    """

  /// The same items with other names, boxes and tags; some are added and some are removed.
  private static func rows(_ generation: Int, _ count: Int) -> String {
    let items = (generation * 200..<count).map { id in
      """
      {"id": \(id), "name": "name \(generation) \(id)", "note": "\(note(id, generation))",
       "box": {"id": \((id + generation) % 50), "label": "box \(generation)"},
       "tags": [{"id": \((id + generation) % 40)}, {"id": \(id % 7)}]}
      """
    }
    return "[\(items.joined(separator: ",\n"))]"
  }

  private static func note(_ id: Int, _ generation: Int) -> String {
    String(repeating: "x", count: (id * 7 + generation * 13) % 90)
  }
}

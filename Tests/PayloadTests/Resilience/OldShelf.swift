import TestHelpers
import CSQLite
import Foundation
import Programs

/// A database of version 1 of a schema with three versions, in its own folder.
final class OldShelf: Sendable {
  static let rowCount = 8_000

  let scratch: Scratch

  /// Freezes the first two versions, and fills a database of the first one, `base`.
  init() async throws {
    scratch = try Scratch()
    for version in 1...3 {
      try scratch.write("v\(version).yaml", Self.schema(version))
      try scratch.write("schema.yaml", Self.schema(version))
      if version < 3 { try await run(["freeze", scratch.path("schema.yaml")]) }
    }
    try await run(opening("base", version: 1, making: true))
    try Database(at: scratch.path("base")).run(Self.rows)
    // A killed app has a write-ahead log, but the file that it starts from is complete.
    try Database(at: scratch.path("base")).run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The arguments that open a database of any version with the newest schema, and so migrate it.
  func migrating(_ database: String) -> [String] {
    arguments("schema.yaml", database)
  }

  /// The arguments that open a database with a schema that knows only one version.
  func opening(_ database: String, version: Int, making: Bool = false) -> [String] {
    guard making else { return arguments("v\(version).yaml", database) }
    return [
      "apply", "--schema", scratch.path("v\(version).yaml"), "--entity", "Item", "--database",
      scratch.path(database), "--missing-rows", "keep", scratch.path("one.json"),
    ]
  }

  private func arguments(_ schema: String, _ database: String) -> [String] {
    [
      "export", "--schema", scratch.path(schema), "--entity", "Item", "--database",
      scratch.path(database), "--id", "1",
    ]
  }

  func run(_ arguments: [String]) async throws {
    try scratch.write("one.json", #"[{"id": 1, "name": "one", "note": "n"}]"#)
    let outcome = try await Tool.run(arguments, in: scratch)
    guard outcome.status == 0 else { throw Shelf.Failure(description: outcome.errors) }
  }

  /// Restores the original file, and removes all others.
  func restore() throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      let path = scratch.path("killed" + suffix)
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
    try FileManager.default.copyItem(
      atPath: scratch.path("base"), toPath: scratch.path("killed"))
  }

  /// The version of a database, and all of its tables and rows as text.
  ///
  /// Checks the integrity of the database.
  func state(of database: String) throws -> (version: Int, content: String) {
    let connection = try Database(at: scratch.path(database))
    for (check, expected) in [("integrity_check", #"[["ok"]]"#), ("foreign_key_check", "[]")] {
      let found = try connection.json("PRAGMA \(check)").description
      guard found == expected else {
        throw Shelf.Failure(description: "\(check): \(found)")
      }
    }
    let version = try connection.json("PRAGMA user_version").description
    guard let number = Int(version.filter(\.isNumber)) else {
      throw Shelf.Failure(description: version)
    }
    // The triggers are those of the app that last opened the database, or missing between two
    // steps.
    let tables = try connection.json(
      "SELECT sql FROM sqlite_schema WHERE type <> 'trigger' ORDER BY type, name")
    let columns = [
      ["id", "name", "note", "box_id"], ["id", "title", "note", "box_id", "length"],
      ["id", "title", "note", "box_id", "length"],
    ][number - 1]
    // One text for all rows: SQLite builds it faster than a test reads thousands of rows.
    let row = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
    let items = try connection.json(
      "SELECT group_concat(row, char(10)) FROM (SELECT \(row) AS row FROM items ORDER BY id)")
    let changes = try connection.json("SELECT entity, id, fields FROM swiftsync_changes")
    return (number, "\(tables)\n\(items)\n\(changes)")
  }

  /// Whether writes are refused because a migration was interrupted between two steps.
  func isGuarded(_ database: String) throws -> Bool {
    let connection = try Database(at: scratch.path(database))
    let guards = try connection.json(
      "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'swiftsync\\_guard\\_%' ESCAPE '\\'")
    return guards.description != "[[0]]"
  }

  /// Changes an item as another program would.
  func edit(_ database: String, version: Int) throws {
    let column = version == 1 ? "name" : "title"
    try Database(at: scratch.path(database)).run(
      "UPDATE items SET \(column) = 'edited' WHERE id = 500")
  }

  /// The entry of the change queue for an item.
  func entry(_ database: String, id: Int) throws -> String {
    try Database(at: scratch.path(database)).json(
      "SELECT operation, fields FROM swiftsync_changes WHERE entity = 'Item' AND id = \(id)"
    ).description
  }
}

extension OldShelf {
  /// Version 2 renames a member and adds one with a backfill; version 3 changes a type and an
  /// index.
  private static func schema(_ version: Int) -> String {
    let attributes = [
      "id: int, name: string, note: string",
      "id: int, title: { type: string, renamed-from: name, remote: name }, note: string, "
        + #"length: { type: int, backfill: "length(note)" }"#,
      "id: int, title: { type: string, remote: name }, note: string, length: string",
    ][version - 1]
    return """
      swiftsync: 1
      name: OldShelf
      version: \(version)
      entities:
        Item:
          attributes: { \(attributes) }
          relations:
            box: { to: Box?, inverse: items }
          indexes: [[\(version == 1 ? "name" : "title")\(version == 3 ? ", length" : "")]]
          sync: { push: true }
        Box:
          attributes: { id: int, label: "string?" }
          relations: { items: { to: [Item], inverse: box } }
      """
  }

  /// Items in boxes; a hundred of them have a pending change.
  private static var rows: String {
    """
    BEGIN;
    INSERT INTO swiftsync_applying (is_on) VALUES (1);
    WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(rowCount))
    INSERT INTO items (id, name, note, box_id)
    SELECT n, 'name ' || n, substr('\(String(repeating: "x", count: 90))', 1, n % 90), n % 50 FROM numbers;
    DELETE FROM swiftsync_applying;
    UPDATE items SET name = name || '!' WHERE id <= 100;
    COMMIT;
    """
  }
}

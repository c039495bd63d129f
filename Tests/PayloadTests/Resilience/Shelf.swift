import TestHelpers
import Foundation
import Programs

/// A database of some thousand rows in a folder of its own, and payloads that change all of them.
final class Shelf: Sendable {
  static let rowCount = 1_000

  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("schema.yaml", Self.schema)
    for generation in 0...1 {
      try scratch.write("rows\(generation).json", Self.rows(generation))
    }
    try scratch.write("one.json", #"[{"id": 1, "name": "one"}]"#)
  }

  /// The arguments that apply a payload of the folder.
  func arguments(_ payload: String, to database: String) -> [String] {
    [
      "apply", scratch.path(payload), "--schema", scratch.path("schema.yaml"), "--entity", "Item",
      "--database", scratch.path(database),
    ]
  }

  /// Makes a database with the rows of the first payload, in one file.
  func fill(_ database: String) async throws {
    let outcome = try await Tool.run(arguments("rows0.json", to: database), in: scratch)
    guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
    _ = try content(of: database)
  }

  /// All that is in a database, as text; `nil` if it has no rows or not even tables yet.
  ///
  /// Checks that SQLite finds nothing wrong with it. Closing it leaves one file.
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
          box: { to: Box, inverse: items, enforced: true }
          tags: { to: [Tag], inverse: none }
        indexes: [[name]]
      Box:
        attributes: { id: int, label: "string?" }
        relations: { items: { to: [Item], inverse: box, ordered: true } }
      Tag:
        attributes: { id: int }
    """

  /// One value that holds every row of every table.
  private static let everything = """
    SELECT (SELECT group_concat(id || '|' || name || '|' || note || '|' || box_id, ';')
              FROM (SELECT * FROM items ORDER BY id)),
           (SELECT group_concat(id || '|' || label, ';') FROM (SELECT * FROM boxes ORDER BY id)),
           (SELECT group_concat(id, ';') FROM (SELECT * FROM tags ORDER BY id)),
           (SELECT group_concat(item_id || '|' || tag_id, ';')
              FROM (SELECT * FROM item_tags ORDER BY item_id, tag_id))
    """

  /// The same items with other names, in other boxes and with other tags; some come and some go.
  private static func rows(_ generation: Int) -> String {
    let items = (generation * 200..<rowCount).map { id in
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

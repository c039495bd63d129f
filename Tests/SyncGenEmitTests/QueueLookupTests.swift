import TestHelpers
import Foundation
import SyncGenEmit
import Testing

/// The cost of a local write when there are many pending changes.
@Suite struct QueueLookupTests {
  private static let schema = """
    swiftsync: 1
    name: A
    version: 1
    entities:
      Note:
        attributes: { id: KIND, title: string, at: "date?" }
        relations: { tags: { to: [Tag], inverse: none, ordered: true } }
        sync: { push: true, clock: at }
      Tag: { attributes: { id: int } }
    """

  private func database(_ kind: String) throws -> Database {
    let schema = Self.schema.replacingOccurrences(of: "KIND", with: kind)
    let files = try SchemaFixture.files(schema)
    let script = try #require(files.first { $0.path == "schema.sql" })
    let database = try Database()
    try database.run(String(decoding: script.bytes, as: UTF8.self))
    try database.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO notes (id, title) SELECT i, 't' FROM n;
      INSERT INTO tags (id) VALUES (1);
      """)
    return database
  }

  private static let writes = [
    "INSERT INTO notes (id, title) VALUES (9001, 't')",
    "INSERT OR REPLACE INTO notes (id, title) VALUES (7, 'other')",
    "UPDATE notes SET title = 'u' WHERE id = 8",
    "UPDATE notes SET id = 9002 WHERE id = 9",
    "INSERT INTO note_tags (note_id, tag_id, position) VALUES (10, 1, 0)",
    "UPDATE note_tags SET position = 3 WHERE note_id = 10",
    "UPDATE note_tags SET note_id = 11 WHERE note_id = 10",
    "DELETE FROM note_tags WHERE note_id = 11",
    "DELETE FROM notes WHERE id = 12",
  ]

  /// Reading 2,000 entries would take more steps.
  @Test(arguments: ["int", "string"])
  func localWriteDoesNotScanQueue(_ kind: String) throws {
    let database = try database(kind)
    #expect(try database.rows("SELECT count(*) FROM swiftsync_changes") == [["2000"]])
    for write in Self.writes {
      let steps = try database.steps(of: write)
      #expect(steps < 600, "\(write) takes \(steps) steps")
    }
    let entries =
      "SELECT id, fields FROM swiftsync_changes WHERE CAST(id AS INTEGER) BETWEEN 8 AND 12"
    #expect(
      try database.rows("\(entries) ORDER BY sequence")
        == [["8", ",title,"], ["10", ",tags,"], ["11", ",tags,"]])
  }
}

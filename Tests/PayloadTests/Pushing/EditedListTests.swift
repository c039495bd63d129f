import SwiftSyncRuntime
import TestHelpers
import Testing

/// Which side of a many-to-many relationship is recorded and sent.
@Suite struct EditedListTests {
  private static let schema = """
    entities:
      Item:
        attributes: { id: int, title: string }
        relations: { labels: { to: [Label], inverse: items } }
        sync: { push: true }
      Label:
        attributes: { id: int, name: string }
        relations: { items: { to: [Item], inverse: labels } }
        sync: { push: true }
    """

  /// SQL that is not the runtime's does not tell which list it writes.
  @Test func writeToJoinTableRecordsBothSides() async throws {
    let sync = try await ScriptedSync(Self.schema)
    try await sync.apply("Item", #"[{"id": 1, "title": "a"}]"#)
    try await sync.apply("Label", #"[{"id": 5, "name": "x"}]"#)
    let table = try #require(
      try sync.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%label_id%'")
        .first)
    try sync.write("INSERT INTO \(table) (item_id, label_id) VALUES (1, 5)")
    #expect(try await sync.queue() == ["update Item 1: labels", "update Label 5: items"])
  }

  /// The triggers of a join table obey the runtime's mark of the side whose list it writes.
  @Test(arguments: [(2, ["update Item 1: labels"]), (3, ["update Label 5: items"]), (1, [])])
  func markedWriteRecordsOneSide(_ mark: Int, _ queue: [String]) async throws {
    let sync = try await ScriptedSync(Self.schema)
    try await sync.apply("Item", #"[{"id": 1, "title": "a"}]"#)
    try await sync.apply("Label", #"[{"id": 5, "name": "x"}]"#)
    let table = try #require(
      try sync.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%label_id%'")
        .first)
    for sql in ["INSERT INTO \(table) (item_id, label_id) VALUES (1, 5)", "DELETE FROM \(table)"] {
      try sync.write("DELETE FROM swiftsync_changes")
      try sync.write(
        "INSERT INTO swiftsync_applying VALUES (\(mark)); \(sql); DELETE FROM swiftsync_applying")
      #expect(try await sync.queue() == queue)
    }
  }
}

import SwiftSyncRuntime
import TestHelpers
import Testing

/// Ids in responses that a device cannot use. The error names the row.
@Suite struct UnusableIDTests {
  private static let schema = """
    entities:
      Item:
        attributes: { id: { type: int, default: temporary }, title: string }
        relations:
          parent: { to: Item?, inverse: parts }
          parts: { to: [Item], inverse: parent }
          tags: { to: [Tag], inverse: items }
        sync: { push: true }
      Tag:
        attributes: { id: { type: int, default: temporary }, name: string }
        relations: { items: { to: [Item], inverse: tags } }
        sync: { push: true }
    """

  private func newRows() async throws -> ScriptedSync {
    let sync = try await ScriptedSync(Self.schema)
    try await sync.apply("Item", #"[{"id": 7, "title": "known"}]"#)
    try sync.write(
      """
      INSERT INTO items (id, title) VALUES (-1, 'one');
      INSERT INTO items (id, title, parent_id) VALUES (-2, 'two', -1);
      UPDATE items SET title = 'edited' WHERE id = 7
      """)
    return sync
  }

  private static let pending = [
    "insert Item -1", "insert Item -2", "update Item 7: title",
  ]

  private static func row(_ id: Int, _ sent: Int, _ more: String = "") -> String {
    #"{"id": \#(id), "temporary_id": \#(sent), "title": "t"\#(more)}"#
  }

  @Test(arguments: [
    (
      [row(-1, -1), row(102, -2)],
      "the row for Item -1 has the temporary id -1, not one of the server"
    ),
    (
      [#"{"id": -1, "title": "one"}"#, row(102, -2)],
      "the row for Item -1 has the temporary id -1, not one of the server"
    ),
    (
      [row(-12_345, -1), row(102, -2)],
      "the row for Item -1 has the temporary id -12345, not one of the server"
    ),
    ([row(100, -1), row(100, -2)], "Item -1 and Item -2 have the same id, 100"),
    ([row(100, -1), row(101, -1)], "it contains two ids for Item -1: 100 and 101"),
    (
      [row(101, -1), row(102, -2, #", "parent_id": -1"#)],
      "'parent' of Item 102 contains the temporary id -1, not one of the server"
    ),
    (
      [row(101, -1), row(102, -2, #", "tag_ids": [3, -4]"#)],
      "'tags' of Item 102 contains the temporary id -4, not one of the server"
    ),
  ])
  func batchResponseIsNotUsed(_ rows: [String], _ reason: String) async throws {
    let sync = try await newRows()
    sync.answer(
      #"{"items": {"success": [\#(rows.joined(separator: ", "))]}, "tags": {"success": []}}"#)
    let outcome = await sync.push(.batch)
    #expect(outcome.hasPrefix("error: the response does not match the protocol: \(reason): {"))
    #expect(try await sync.queue() == Self.pending)
    #expect(try sync.rows("SELECT id FROM items ORDER BY id") == ["-2", "-1", "7"])
    #expect(
      sync.log.lines == ["push /api/sync: the response does not match the protocol: \(reason)"])
  }

  @Test(arguments: [
    (
      -1, #"{"id": -1, "title": "one"}"#,
      "the row for Item -1 has the temporary id -1, not one of the server"
    ),
    (
      -1, #"{"id": -5, "title": "one"}"#,
      "the row for Item -1 has the temporary id -5, not one of the server"
    ),
    (-1, #"{"id": 102, "title": "one"}"#, "Item -1 and Item -2 have the same id, 102"),
    (-1, #"{"title": "one"}"#, "'data' in the result for Item -1 has no readable identity"),
    (7, #"{"title": "other"}"#, "'data' in the result for Item 7 has no readable identity"),
    (
      7, #"{"id": "zzz", "title": "other"}"#,
      "'data' in the result for Item 7 has no readable identity"
    ),
    (
      7, #"{"id": null, "title": "other"}"#,
      "'data' in the result for Item 7 has no readable identity"
    ),
    (
      7, #"{"id": 7, "parent_id": -1}"#,
      "'parent' of Item 7 contains the temporary id -1, not one of the server"
    ),
  ])
  func operationsResponseIsNotUsed(_ id: Int, _ data: String, _ reason: String) async throws {
    let sync = try await newRows()
    let rows = [
      -1: #"{"id": 101, "title": "one"}"#, -2: #"{"id": 102, "title": "two"}"#, 7: "null",
    ]
    let results = rows.merging([id: data]) { $1 }.sorted { $0.key > $1.key }.map {
      #"{"type": "Item", "id": \#($0.key), "status": "applied", "data": \#($0.value)}"#
    }
    sync.answer(#"{"results": [\#(results.joined(separator: ", "))]}"#)
    let outcome = await sync.push(.operations)
    #expect(outcome.hasPrefix("error: the response does not match the protocol: \(reason): {"))
    #expect(try await sync.queue() == Self.pending)
    #expect(try sync.rows("SELECT id FROM items ORDER BY id") == ["-2", "-1", "7"])
  }

  /// A deletion is confirmed by the id that was sent, because there may be no other.
  @Test func deletionOfTemporaryRowIsConfirmedByItsID() async throws {
    let sync = try await ScriptedSync(Self.schema)
    try sync.write("INSERT INTO items (id, title) VALUES (-1, 'one')")
    sync.answer("{}", status: 503)
    await sync.push(.operations)
    try sync.write("DELETE FROM items")
    #expect(try await sync.queue() == ["delete Item -1"])
    sync.answer(
      #"{"results": [{"type": "Item", "id": -1, "status": "applied", "data": {"id": -1}}]}"#)
    await sync.push(.operations)
    #expect(try await sync.queue() == [])
  }
}

import SwiftSyncRuntime
import TestHelpers
import Testing

/// Rows that the device deletes together with another row although the server still has them.
@Suite struct CascadedRowTests {
  private static let schema = """
    entities:
      Project:
        attributes: { id: int, name: string, updatedAt: date?, deletedAt: date? }
        relations: { items: { to: [Item], inverse: project } }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
      Item:
        attributes: { id: int, title: string, updatedAt: date?, deletedAt: date? }
        relations:
          project: { to: Project, inverse: items, on-delete: cascade }
          notes: { to: [Note], inverse: item }
          pins: { to: [Pin], inverse: item }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
      Note:
        attributes: { id: int, text: string, updatedAt: date?, deletedAt: date? }
        relations: { item: { to: Item, inverse: notes, on-delete: cascade } }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
      Pin:
        attributes: { id: int, updatedAt: date?, deletedAt: date? }
        relations: { item: { to: Item?, inverse: pins, on-delete: nullify } }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
    """

  private static let first = """
    {"projects": {"success": [{"id": 1, "name": "P1", "updated_at": "2026-03-01T01:00:00Z"},
      {"id": 2, "name": "P2", "updated_at": "2026-03-01T02:00:00Z"}]},
     "items": {"success": [
      {"id": 7, "title": "kept", "project_id": 1, "updated_at": "2026-03-01T03:00:00Z"},
      {"id": 8, "title": "last", "project_id": 1, "updated_at": "2026-03-01T09:00:00Z"}]},
     "notes": {"success": [
      {"id": 5, "text": "of 7", "item_id": 7, "updated_at": "2026-03-01T03:00:00Z"},
      {"id": 6, "text": "of 8", "item_id": 8, "updated_at": "2026-03-01T09:00:00Z"}]},
     "pins": {"success": [
      {"id": 3, "item_id": 7, "updated_at": "2026-03-01T03:00:00Z"},
      {"id": 4, "item_id": 8, "updated_at": "2026-03-01T09:00:00Z"}]}}
    """

  /// A server with the rows of `first`, of which a request gets those since its watermark. It
  /// rejects items of the deleted project, and has tombstones.
  private static func serve(_ sync: ScriptedSync, _ tombstones: [String: [JSON]]) throws {
    let rows = try JSON(text: first)
    sync.answer { request in
      let since = request["updated_at"]?.text ?? ""
      var answer: [String: JSON] = [:]
      for (key, pushed) in request.members where key != "updated_at" {
        let all = (rows[key]?["success"]?.list ?? []) + (tombstones[key] ?? [])
        let deleted = Set((tombstones[key] ?? []).compactMap { $0["id"] })
        let new = all.filter { row in
          (row["updated_at"]?.text ?? "") >= since
            && (row["deleted_at"] != nil || row["id"].map(deleted.contains) == false)
        }
        let errors = pushed.list.map { row in
          JSON.object(["id": row["id"] ?? .null, "code": .string("no-project")])
        }
        answer[key] = .object(["success": .array(new), "error": .array(errors)])
      }
      return (200, .object(answer))
    }
  }

  private static let deletedProject: [String: [JSON]] = [
    "projects": [
      .object([
        "id": .number(2), "updated_at": .string("2026-03-02T08:00:00Z"),
        "deleted_at": .string("2026-03-02T08:00:00Z"),
      ])
    ]
  ]

  private func movedItem() async throws -> ScriptedSync {
    let sync = try await ScriptedSync(Self.schema)
    sync.answer(Self.first)
    await sync.push(.batch)
    #expect(try sync.rows("SELECT count(*) FROM items") == ["2"])
    try sync.write("UPDATE items SET project_id = 2 WHERE id = 7")
    return sync
  }

  /// The response also leaves the row's own children and the rows that refer to it incomplete.
  @Test func rowMovedToDeletedParentComesBackInTheSamePush() async throws {
    let sync = try await movedItem()
    try Self.serve(sync, Self.deletedProject)
    await sync.push(.batch)
    #expect(
      try sync.rows("SELECT id, title, project_id FROM items ORDER BY id")
        == ["7|kept|1", "8|last|1"])
    #expect(try sync.rows("SELECT id, item_id FROM notes ORDER BY id") == ["5|7", "6|8"])
    #expect(try sync.rows("SELECT id, item_id FROM pins ORDER BY id") == ["3|7", "4|8"])
    #expect(try await sync.queue() == [])
    #expect(try sync.rows("SELECT count(*) FROM swiftsync_rejected") == ["0"])
  }

  /// The app has moved pin 3 to item 8, which the server has deleted: the null that remains is not
  /// what the app has written.
  @Test func referenceToDeletedRowIsNotPushedAsNull() async throws {
    let sync = try await ScriptedSync(Self.schema)
    sync.answer(Self.first)
    await sync.push(.batch)
    try sync.write("UPDATE pins SET item_id = 8 WHERE id = 3")
    try Self.serve(
      sync,
      [
        "items": [
          .object([
            "id": .number(8), "updated_at": .string("2026-03-02T08:00:00Z"),
            "deleted_at": .string("2026-03-02T08:00:00Z"),
          ])
        ]
      ])
    await sync.push(.batch)
    #expect(try sync.rows("SELECT item_id FROM pins WHERE id = 3") == ["7"])
    #expect(try await sync.queue() == [])
  }

  /// The tombstone of the parent arrives by another request than those that pull the row.
  @Test func rowDeletedByAnotherCallIsPulledAgain() async throws {
    let sync = try await movedItem()
    try await sync.apply(
      "Project",
      #"{"id": 2, "deleted_at": "2026-03-02T08:00:00Z", "updated_at": "2026-03-02T08:00:00Z"}"#)
    #expect(try sync.rows("SELECT id FROM items") == ["8"])
    try Self.serve(sync, Self.deletedProject)
    await sync.push(.batch)
    #expect(try sync.rows("SELECT id, project_id FROM items ORDER BY id") == ["7|1", "8|1"])
    #expect(try sync.rows("SELECT id, item_id FROM notes ORDER BY id") == ["5|7", "6|8"])
    let count = try sync.sent().count
    await sync.push(.batch)
    #expect(try sync.sent().dropFirst(count).allSatisfy { $0["updated_at"] != .null })
  }

  /// The server has deleted the row together with its parent, so nothing is missing.
  @Test func rowWithTombstoneOfItsOwnIsNotPulledAgain() async throws {
    let sync = try await movedItem()
    var tombstones = Self.deletedProject
    tombstones["items"] = [
      .object([
        "id": .number(7), "updated_at": .string("2026-03-02T08:00:00Z"),
        "deleted_at": .string("2026-03-02T08:00:00Z"),
      ])
    ]
    try Self.serve(sync, tombstones)
    await sync.push(.batch)
    #expect(try sync.rows("SELECT id FROM items") == ["8"])
    #expect(try await sync.queue() == [])
  }

  /// A pull from the beginning receives the row before it loses it.
  @Test func rowLostDuringFirstPullIsPulledAgain() async throws {
    let sync = try await ScriptedSync(Self.schema)
    sync.answer(Self.first)
    await sync.push(.batch)
    try sync.write(
      "UPDATE items SET project_id = 2 WHERE id = 7; DELETE FROM swiftsync_watermarks")
    try Self.serve(sync, Self.deletedProject)
    await sync.push(.batch)
    #expect(try sync.rows("SELECT id, project_id FROM items ORDER BY id") == ["7|1", "8|1"])
    #expect(try sync.rows("SELECT id, item_id FROM pins ORDER BY id") == ["3|7", "4|8"])
  }

  /// Only the app knows a new row, so no server can return it.
  @Test func newRowIsNotPulledAgain() async throws {
    let sync = try await movedItem()
    try sync.write(
      """
      DELETE FROM swiftsync_changes;
      INSERT INTO items (id, title, project_id) VALUES (9, 'new', 2)
      """)
    try await sync.apply(
      "Project",
      #"{"id": 2, "deleted_at": "2026-03-02T08:00:00Z", "updated_at": "2026-03-02T08:00:00Z"}"#)
    #expect(try await sync.queue() == [])
    #expect(
      try sync.rows("SELECT entity FROM swiftsync_watermarks WHERE source <> '' ORDER BY entity")
        == ["Item", "Note", "Pin", "Project"])
    #expect(try sync.rows("SELECT count(*) FROM swiftsync_rejected") == ["0"])
  }
}

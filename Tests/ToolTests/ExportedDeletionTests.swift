import Foundation
import Programs
import Testing

/// Exports of soft-deleted and archived rows: applying them does not revive any.
@Suite struct ExportedDeletionTests {
  /// Tombstones that are written like other attributes, and those that servers set: a date under a
  /// path, and a flag.
  private static let schema = """
    swiftsync: 1
    name: Shop
    version: 1
    entities:
      Shelf:
        attributes: { id: int, goneAt: date?, isOld: bool, oldSince: date? }
        relations: { items: { to: [Item], inverse: shelf } }
        sync:
          tombstone: { attribute: goneAt, soft-delete: true }
          archive: { flag: isOld, date: oldSince }
      Item:
        attributes: { id: int, goneAt: { type: date?, direction: pull, remote: meta.gone_at } }
        relations: { shelf: Shelf?, lots: { to: [Lot], inverse: item } }
        sync: { tombstone: { attribute: goneAt, soft-delete: true } }
      Lot:
        attributes: { isGone: { type: bool, default: false, direction: pull }, id: int }
        relations: { item: Item? }
        sync: { tombstone: { flag: isGone, soft-delete: true } }
    """

  private static let rows = """
    INSERT INTO shelves (id, gone_at, is_old, old_since) VALUES
      (1, NULL, 0, NULL), (2, '2026-01-02T00:00:00.000000Z', 0, NULL),
      (3, NULL, 1, '2026-01-01T00:00:00.000000Z');
    INSERT INTO items (id, gone_at, shelf_id) VALUES
      (1, NULL, 1), (2, '2026-01-02T00:00:00.000000Z', 1);
    INSERT INTO lots (id, is_gone, item_id) VALUES (1, 0, 1), (2, 1, 1);
    """

  private static let shown = [
    "SELECT * FROM shelves", "SELECT * FROM items", "SELECT * FROM lots",
  ]

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema)
    for database in ["shop.sqlite", "new.sqlite"] {
      let outcome = try await workspace.run(
        "apply", "-", "--entity", "Lot", "--database", database, input: "[]")
      #expect(outcome.status == 0)
    }
    #expect(try workspace.execute(Self.rows, on: "shop.sqlite") == nil)
    return workspace
  }

  private func export(
    _ entity: String, _ relations: String, from workspace: Workspace
  ) async throws -> String {
    let outcome = try await workspace.run(
      "export", "--entity", entity, "--database", "shop.sqlite", "--relations", relations)
    #expect(outcome.status == 0)
    return outcome.output
  }

  @Test func writesTombstones() async throws {
    let workspace = try await workspace()
    #expect(
      try await export("Shelf", "none", from: workspace) == """
        [{"id":1,"gone_at":null,"is_old":false,"old_since":null},\
        {"id":2,"gone_at":"2026-01-02T00:00:00Z","is_old":false,"old_since":null},\
        {"id":3,"gone_at":null,"is_old":true,"old_since":"2026-01-01T00:00:00Z"}]

        """)
    #expect(
      try await export("Item", "ids", from: workspace) == """
        [{"id":1,"shelf_id":1,"lot_ids":[1,2]},\
        {"id":2,"shelf_id":1,"lot_ids":[],"meta":{"gone_at":"2026-01-02T00:00:00Z"}}]

        """)
    #expect(
      try await export("Lot", "none", from: workspace) == """
        [{"id":1},{"id":2,"is_gone":true}]

        """)
  }

  @Test(arguments: ["ids", "nested", "none"])
  func applyingRevivesNothing(relations: String) async throws {
    let workspace = try await workspace()
    let before = try Self.shown.map { try workspace.rows(of: "shop.sqlite", $0) }
    for entity in ["Shelf", "Item", "Lot"] {
      let rows = try await export(entity, relations, from: workspace)
      for database in ["shop.sqlite", "new.sqlite"] {
        let outcome = try await workspace.run(
          "apply", "-", "--entity", entity, "--database", database, input: rows)
        #expect(outcome.status == 0)
      }
    }
    #expect(try Self.shown.map { try workspace.rows(of: "shop.sqlite", $0) } == before)
    let ids = try ["shelves", "items", "lots"].map { table in
      try workspace.rows(of: "new.sqlite", "SELECT id FROM \(table) ORDER BY id").map { $0[0] }
    }
    #expect(ids == [["1", "3"], ["1"], ["1"]])
    #expect(
      try workspace.rows(of: "new.sqlite", "SELECT is_old FROM shelves WHERE id = 3") == [["1"]])
  }
}

import Foundation
import Programs
import Testing

/// The command's own part: options, streams, exit status. What is exported is tested with the runtime.
@Suite struct ExportTests {
  private static let schema = """
    swiftsync: 1
    name: Shop
    version: 1
    entities:
      Shelf:
        attributes: { id: int, builtOn: day?, seenAt: date? }
        relations:
          items: { to: [Item], inverse: shelf, on-delete: cascade }
          slots: { to: [Slot], inverse: shelf, on-delete: cascade }
      Item:
        attributes: { id: int, title: string }
        relations: { shelf: Shelf? }
      Slot:
        identity: [shelf, id]
        attributes: { id: int, text: string? }
        relations: { shelf: Shelf }
    """

  private static let payload = """
    [{"id": 1, "seen_at": "1970-01-01T00:00:01.5Z", "items": [{"id": 8, "title": "b"},
      {"id": 7, "title": "a"}], "slots": [{"id": 4, "text": "x"}]}, {"id": 2, "slots": [{"id": 4}]}]
    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema)
    let applied = try await workspace.run(
      "apply", "-", "--entity", "Shelf", "--database", "shop.sqlite", input: Self.payload)
    #expect(applied.status == 0)
    return workspace
  }

  private func export(_ entity: String, _ options: String...) async throws -> Outcome {
    try await workspace().run(
      ["export", "--entity", entity, "--database", "shop.sqlite"] + options)
  }

  @Test func writesAllRowsByIdentity() async throws {
    let expected = """
      [{"id":1,"built_on":null,"seen_at":"1970-01-01T00:00:01.500Z","item_ids":[7,8],"slot_ids":[4]},\
      {"id":2,"built_on":null,"seen_at":null,"item_ids":[],"slot_ids":[4]}]

      """
    #expect(try await export("Shelf") == Outcome(0, output: expected))
  }

  @Test func writesOneRow() async throws {
    let nested = """
      {"id":1,"builtOn":null,"seenAt":1.5,"items":[{"id":7,"title":"a"},{"id":8,"title":"b"}],\
      "slots":[{"id":4,"text":"x"}]}

      """
    let found = try await export(
      "Shelf", "--id", "1", "--relations", "nested", "--keys", "camelCase", "--dates", "unix")
    #expect(found == Outcome(0, output: nested))
    let scoped = try await export("Slot", "--id", "4", "--scope", "shelf=2")
    #expect(scoped == Outcome(0, output: "{\"id\":4,\"text\":null,\"shelf_id\":2}\n"))
  }

  @Test func endsWithOneWhereThereIsNothingToExport() async throws {
    #expect(
      try await export("Shelf", "--id", "9")
        == Outcome(1, errors: "swiftsync-gen: error: 'Shelf' has no row with the identity 9\n"))
    #expect(
      try await export("Shelv")
        == Outcome(
          1,
          errors: "swiftsync-gen: error: Schemas/shop.yaml has no entity 'Shelv'; "
            + "did you mean 'Shelf'?\n"))
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema)
    let missing = try await workspace.run(
      "export", "--entity", "Shelf", "--database", "none.sqlite")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("none.sqlite"))
    #expect(!workspace.exists("none.sqlite"))
  }
}

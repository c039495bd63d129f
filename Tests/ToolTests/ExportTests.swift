import Foundation
import Programs
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Only the command itself: options, streams, exit status. Tests of the runtime cover exports.
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

  @Test func exportsRowsInIdentityOrder() async throws {
    let expected = """
      [{"id":1,"built_on":null,"seen_at":"1970-01-01T00:00:01.500Z","item_ids":[7,8],"slot_ids":[4]},\
      {"id":2,"built_on":null,"seen_at":null,"item_ids":[],"slot_ids":[4]}]

      """
    #expect(try await export("Shelf") == Outcome(0, output: expected))
  }

  /// Runs the export as an unprivileged user, to whom permissions apply.
  private func exportAsAnybody(_ database: String, in workspace: Workspace) async throws -> Outcome
  {
    try await workspace.runAsAnybody(["export", "--entity", "Item", "--database", database])
  }

  private static func setMode(_ mode: Int, of path: String, in workspace: Workspace) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: workspace.url(path).path)
  }

  @Test(arguments: [(0o444, 0o555), (0o444, 0o777), (0o666, 0o555)])
  func readsReadOnlyFilesAndFolders(file: Int, folder: Int) async throws {
    let workspace = try await workspace()
    let name = "read only? 100%#"
    try FileManager.default.createDirectory(
      at: workspace.url(name), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: workspace.url("shop.sqlite"), to: workspace.url("\(name)/shop.sqlite"))
    try Self.setMode(file, of: "\(name)/shop.sqlite", in: workspace)
    try Self.setMode(folder, of: name, in: workspace)
    let outcome = try await exportAsAnybody("\(name)/shop.sqlite", in: workspace)
    try Self.setMode(0o755, of: name, in: workspace)
    let rows = #"[{"id":7,"title":"a","shelf_id":1},{"id":8,"title":"b","shelf_id":1}]"#
    #expect(outcome == Outcome(0, output: rows + "\n"))
  }

  /// Without the log, the export would have older rows.
  @Test func failsIfWriteAheadLogIsUnreadable() async throws {
    let workspace = try await workspace()
    try workspace.write("d/shop.sqlite-wal", "not empty")
    try FileManager.default.copyItem(
      at: workspace.url("shop.sqlite"), to: workspace.url("d/shop.sqlite"))
    try Self.setMode(0o555, of: "d", in: workspace)
    let outcome = try await exportAsAnybody("d/shop.sqlite", in: workspace)
    try Self.setMode(0o755, of: "d", in: workspace)
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(
      outcome.errors == """
        swiftsync-gen: error: the database d/shop.sqlite cannot be used: its latest changes are in \
        'd/shop.sqlite-wal', which can be read only in a writable folder; copy both files to a writable \
        folder

        """)
  }

  @Test func exportsOneRow() async throws {
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

  @Test func failsIfNothingToExport() async throws {
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

import TestHelpers
import Foundation
import SyncGenDiagnostics
import SyncGenEmit
import Testing

/// Values with line endings and hidden characters, which no statement of a migration contains
/// literally.
@Suite struct HiddenTextTests {
  private static let old = """
    enums: { Kind: { cases: { one: { value: one }, two: { value: "2\\r" } } } }
    entities: { Note: { attributes: { id: int, title: string?, kind: { type: Kind, default: one } } } }
    """

  private static let new = """
    enums: { Kind: { cases: { one: { value: one }, two: { value: "2\\u202E" } } } }
    entities:
      Note:
        attributes:
          id: int
          title: { type: string, default: "a\\rb" }
          kind: { type: Kind, default: two }
          added: { type: string, default: "\\u200Ex\\r\\n" }
          kinds: { type: "[Kind]", default: [two] }
          more: { type: Kind, default: two }
    migrations: { 2: [{ remote-changed: [Kind.two] }] }
    """

  @Test func rowsGetExactValues() throws {
    let database = try MigratedDatabase(
      Self.old, Self.new,
      rows: "INSERT INTO notes (id, title, kind) VALUES (1, NULL, '2' || char(13)), (2, 't', 'one')"
    )
    #expect(
      try database.rows(
        "SELECT hex(title), hex(kind), hex(added), hex(kinds), hex(more) FROM notes ORDER BY id")
        == [
          "610D62|32E280AE|E2808E780D0A|5B2232E280AE225D|32E280AE",
          "74|6F6E65|E2808E780D0A|5B2232E280AE225D|32E280AE",
        ])
    try database.database.run("INSERT INTO notes (id) VALUES (3)")
    #expect(
      try database.rows("SELECT hex(title), hex(kind), hex(added) FROM notes WHERE id = 3")
        == ["610D62|32E280AE|E2808E780D0A"])
  }

  @Test func filesContainNoHiddenCharacters() throws {
    let files = try SchemaFixture.files(
      "swiftsync: 1\nname: App\nversion: 2\ngenerate: { sets: [swift, sql] }\n\(Self.new)",
      after: "swiftsync: 1\nname: App\nversion: 1\n\(Self.old)")
    #expect(files.contains { $0.path == "migrations/2.sql" })
    for file in files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let hidden = text.unicodeScalars.filter { $0.isDeceptive || $0 == "\r" }
      #expect(hidden.isEmpty, "\(file.path)")
    }
  }
}

import Foundation
import Programs
import Testing

/// An unknown name in double quotes is an error in all SQL of a schema, at the place of the name.
@Suite struct DoubleQuoteTests {
  private static func workspace(_ schema: String, frozen: String? = nil) async throws -> Workspace {
    let workspace = try Workspace()
    if let frozen {
      try workspace.write("Schemas/app.yaml", frozen)
      try #require(try await workspace.run("freeze").status == 0)
    }
    try workspace.write("Schemas/app.yaml", schema)
    return workspace
  }

  private static let head = "swiftsync: 1\nname: App\n"
  private static let frozen =
    head + """
      version: 1
      entities:
        Item:
          attributes: { id: int, price: int, title: string, note: string? }

      """

  @Test func unknownNameInCheckAndWhere() async throws {
    let workspace = try await Self.workspace(
      Self.head + """
        version: 1
        entities:
          Item:
            attributes: { id: int, price: int, title: string, note: string? }
            check: "\\"prise\\" >= 0"
            indexes:
              - { on: [title], where: '"noet" IS NOT NULL' }
              - { on: [price], where: 'title = "draft"', unique: true }

        """)
    try await workspace.expect(
      "validate",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:7:15: error: SQLite refuses the check of entity 'Item': no such column: prise [invalid-check]
          Schemas/app.yaml:7:15: note: did you mean 'price'?
          Schemas/app.yaml:9:33: error: SQLite refuses the condition of this index: no such column: noet [invalid-predicate]
          Schemas/app.yaml:9:33: note: did you mean 'note'?
          Schemas/app.yaml:10:41: error: SQLite refuses the condition of this index: no such column: draft [invalid-predicate]
          Schemas/app.yaml:10:41: note: in SQL, double quotes enclose a name; a string has single quotes

          """))
  }

  @Test func unknownNameInBackfill() async throws {
    let workspace = try await Self.workspace(
      Self.head + """
        version: 2
        entities:
          Item:
            attributes:
              id: int
              price: int
              title: string
              note: string?
              slug: { type: string, backfill: "lower(\\"titel\\")" }

        """, frozen: Self.frozen)
    for command in ["validate", "plan", "verify"] {
      try await workspace.expect(
        [command],
        gives: Outcome(
          1,
          errors: """
            Schemas/app.yaml:11:48: error: SQLite refuses the 'backfill' of 'Item.slug': no such column: titel [refused-sql]
            Schemas/app.yaml:11:48: note: did you mean 'title'?
            Schemas/app.yaml:11:7: note: it is an expression over table 'items' of version 1, with 'id', 'price', 'title', 'note'

            """))
    }
  }

  /// SQL after a function of the app cannot be run here, but its names in double quotes are decided.
  @Test(arguments: ["", "    - custom: fillNotes\n"])
  func unknownNameInSQL(before: String) async throws {
    let line = before.isEmpty ? 11 : 12
    let workspace = try await Self.workspace(
      Self.frozen.replacingOccurrences(of: "version: 1", with: "version: 2") + """
        migrations:
          2:
        \(before)    - sql: |
                UPDATE items SET note = "title";
                UPDATE items SET price = 1
                  WHERE note = "titel"

        """, frozen: Self.frozen)
    try await workspace.expect(
      "plan",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:\(line + 1):25: error: SQLite refuses this 'sql': no such column: titel [refused-sql]
          Schemas/app.yaml:\(line + 1):25: note: did you mean 'title'?

          """))
  }
}

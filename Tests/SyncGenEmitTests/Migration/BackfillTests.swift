import Testing

/// Which rows get the value of `backfill`: all rows if the type changes, otherwise those without a
/// value.
@Suite struct BackfillTests {
  private static func person(_ attributes: String, types: String, end: String = "") -> String {
    """
    enums: { Mood: { cases: \(types == "old" ? "{ calm: c, mad: m }" : "{ calm: c, mad: furious }") } }
    types:
      Address: \(types == "old" ? "{ street: string? }" : "{ street: string?, country: { type: string, default: DE } }")
    entities:
      Person:
        attributes: { id: int, \(attributes) }
    \(end)
    """
  }

  private static let optional =
    #"home: "Address?", past: "[Address]?", mood: "Mood?", born: "date?", key: "uuid?""#
  private static let filled = """
    home: { type: Address, backfill: "'{\\"country\\":\\"DE\\"}'" },
          past: { type: "[Address]", backfill: "'[]'" }, mood: { type: Mood, backfill: "'c'" },
          born: { type: date, storage: integer, backfill: "0" },
          key: { type: uuid, storage: blob, backfill: "zeroblob(16)" }
    """
  private static let steps = "migrations: { 2: [{ remote-changed: [Mood.mad] }] }"

  /// Stored values may be rewritten in the same step for another reason.
  @Test func fillsOnlyMissingValuesIfTheTypeStays() throws {
    let database = try MigratedDatabase(
      Self.person(Self.optional, types: "old"),
      Self.person(Self.filled, types: "new", end: Self.steps),
      rows: """
        INSERT INTO people (id, home, past, mood, born, "key") VALUES
          (1, '{"street":"Main"}', '[{"street":"Old"}]', 'm', '2001-02-03T04:05:06.000000Z',
            '0a000000-0000-4000-8000-000000000001'),
          (2, NULL, NULL, NULL, NULL, NULL)
        """)
    #expect(
      try database.rows(#"SELECT id, home, past, mood, born, hex("key") FROM people ORDER BY id"#)
        == [
          #"1|{"country":"DE","street":"Main"}|[{"country":"DE","street":"Old"}]|furious|"#
            + "981173106000000|0A000000000040008000000000000001",
          #"2|{"country":"DE"}|[]|c|0|00000000000000000000000000000000"#,
        ])
  }

  @Test func planSaysWhichValuesAreKept() throws {
    let changes = try MigratedDatabase.changes(
      Self.person(Self.optional, types: "old"),
      Self.person(Self.filled, types: "new", end: Self.steps))
    #expect(
      changes.filter { $0.contains("Person.born") || $0.contains("Person.key") } == [
        "changes the storage of attribute 'Person.born' from 'text' to 'integer': "
          + "values are converted",
        "makes attribute 'Person.born' required: rows without one get 0; new rows of a server that "
          + "does not send 'born' are rejected",
        "changes the storage of attribute 'Person.key' from 'text' to 'blob': values are converted",
        "makes attribute 'Person.key' required: rows without one get zeroblob(16); new rows of a "
          + "server that does not send 'key' are rejected",
      ])
  }

  private static let oldTypes =
    #"a: bool, b: "bool?", c: "url?", d: "day?", e: "int?", f: "uuid?", g: "[string]", "#
    + #"h: "string?", i: "date?", j: "int?""#
  private static let newTypes = """
    a: { type: int, backfill: "a + 41" }, b: { type: "int?", backfill: "7" },
          c: { type: "string?", backfill: "'bf'" }, d: { type: "string?", backfill: "'bf'" },
          e: { type: "string?", backfill: "'bf'" }, f: { type: "string?", backfill: "'bf'" },
          g: { type: json, backfill: "'\\"bf\\"'" }, h: { type: "json?", backfill: "'\\"bf\\"'" },
          i: { type: "string?", backfill: "'bf'" }, j: { type: string, backfill: "'bf'" }
    """

  /// Even if the column keeps its form.
  @Test func fillsEveryRowIfTheTypeChanges() throws {
    let database = try MigratedDatabase(
      Self.person(Self.oldTypes, types: "old"), Self.person(Self.newTypes, types: "old"),
      rows: """
        INSERT INTO people (id, a, b, c, d, e, f, g, h, i, j) VALUES
          (1, 1, 0, 'https://x', '2026-01-02', 7, '0a000000-0000-4000-8000-000000000001', '["x"]',
            '{}', '2026-01-02T00:00:00.000000Z', 1)
        """)
    #expect(
      try database.rows("SELECT a, b, c, d, e, f, g, h, i, j FROM people")
        == [#"42|7|bf|bf|bf|bf|"bf"|"bf"|bf|bf"#])
  }

  /// The change of the type already says what rows get.
  @Test func planSaysOnceWhatEveryRowGets() throws {
    let changes = try MigratedDatabase.changes(
      Self.person(Self.oldTypes, types: "old"), Self.person(Self.newTypes, types: "old"))
    #expect(
      changes.filter { $0.contains("'Person.j'") } == [
        "changes the type of attribute 'Person.j' from 'int' to 'string': rows get 'bf'",
        "makes attribute 'Person.j' required: new rows of a server that does not send 'j' are "
          + "rejected",
      ])
  }

  /// Rows are not changed, but the server may have relied on the default. One that is not constant
  /// was never for its rows.
  @Test func planSaysThatServerNeedsValueWithoutDefault() throws {
    let changes = try MigratedDatabase.changes(
      Self.person(
        """
        a: { type: bool, default: false }, b: { type: bool, default: false },
              c: { type: "bool?", default: false }, d: { type: uuid, default: new }
        """, types: "old"),
      Self.person(
        #"a: bool, b: { type: bool, default: true }, c: "bool?", d: uuid"#, types: "old"))
    #expect(
      changes == [
        "changes the default of attribute 'Person.a' from false to none: new rows of a server that "
          + "does not send 'a' are rejected",
        "changes the default of attribute 'Person.b' from false to true",
        "changes the default of attribute 'Person.c' from false to none",
        "changes the default of attribute 'Person.d' from new to none",
      ])
  }

  private static func tags(_ id: String, end: String = "") -> String {
    """
    entities:
      Tag: { attributes: { id: \(id), name: string }, sync: { push: true } }
      Note: { attributes: { id: int }, relations: { tag: "Tag?" }, sync: { push: true } }
    \(end)
    """
  }

  /// The column of the identity keeps its form, but not its values.
  @Test func identitiesOfAnotherTypeAreComputed() throws {
    let (first, second) = (
      Self.tags("uuid"),
      Self.tags(
        #"{ type: string, backfill: "'tag-' || id" }"#)
    )
    #expect(try MigratedDatabase.problems(first, second) == [])
    let database = try MigratedDatabase(
      first, second,
      rows: """
        INSERT INTO tags (id, name) VALUES ('0a000000-0000-4000-8000-000000000001', 'x');
        INSERT INTO notes (id, tag_id) VALUES (1, '0a000000-0000-4000-8000-000000000001');
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Tag', '0a000000-0000-4000-8000-000000000001', 'update', ',name,', '')
        """)
    let id = "tag-0a000000-0000-4000-8000-000000000001"
    #expect(try database.rows("SELECT id FROM tags") == [id])
    #expect(try database.rows("SELECT tag_id FROM notes") == [id])
    #expect(try database.rows("SELECT id FROM swiftsync_changes") == [id])
  }

  private static func slugs(_ tag: String, end: String = "") -> String {
    """
    entities:
      Tag: \(tag)
      Note: { attributes: { id: int }, relations: { tag: "Tag?" } }
    \(end)
    """
  }

  /// References follow an identity whose missing values are filled.
  @Test func referencesFollowFilledIdentities() throws {
    let database = try MigratedDatabase(
      Self.slugs(#"{ attributes: { number: int, slug: "string?" }, identity: number }"#),
      Self.slugs(
        #"""
        { attributes: { number: int, slug: { type: string, backfill: "'tag-' || number" } },
              identity: slug }
        """#,
        end: "migrations: { 2: [{ allow-lossy: [Tag, Note.tag] }] }"),
      rows: """
        INSERT INTO tags (number, slug) VALUES (1, 'one'), (2, NULL);
        INSERT INTO notes (id, tag_id) VALUES (1, 1), (2, 2)
        """)
    #expect(try database.rows("SELECT slug FROM tags ORDER BY number") == ["one", "tag-2"])
    #expect(try database.rows("SELECT tag_id FROM notes ORDER BY id") == ["one", "tag-2"])
  }

  /// A value that does not fit gets the value of `backfill`, which is not a local write.
  @Test func filledValueIsNotPushed() throws {
    func yaml(_ cases: String, _ attribute: String, _ end: String = "") -> String {
      """
      enums: { Mood: { unknown: reject, cases: \(cases) } }
      entities:
        Note: { attributes: { id: int, mood: \(attribute) }, sync: { push: true } }
      \(end)
      """
    }
    let database = try MigratedDatabase(
      yaml("[calm, mad]", "Mood"),
      yaml(
        "[calm]", #"{ type: Mood, backfill: "'calm'" }"#,
        "migrations: { 2: [{ allow-lossy: [Mood.mad] }] }"),
      rows: """
        INSERT INTO notes (id, mood) VALUES (1, 'mad'), (2, 'calm');
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Note', 1, 'update', ',mood,', ''), ('Note', 2, 'update', ',mood,', '')
        """)
    #expect(try database.rows("SELECT mood FROM notes ORDER BY id") == ["calm", "calm"])
    #expect(try database.rows("SELECT id FROM swiftsync_changes") == ["2"])
  }
}

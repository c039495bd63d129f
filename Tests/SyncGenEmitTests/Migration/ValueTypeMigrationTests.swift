import SyncGenMigration
import Testing

/// The conversion of invalid values in a step, and the changes that it refuses.
@Suite struct ValueTypeMigrationTests {
  private static func schema(_ types: String, _ attributes: String, _ rest: String = "") -> String {
    "types:\n  Note: \(types)\nentities:\n"
      + "  Item: { attributes: { id: int, \(attributes) }, sync: { push: true } }\n\(rest)"
  }

  private static func allowing(_ words: String...) -> String {
    "migrations: { 2: [ " + words.map { "{ \($0) }" }.joined(separator: ", ") + " ] }"
  }

  // MARK: Invalid values

  @Test func inconvertibleFieldIsNullOrDefault() throws {
    let migrated = try MigratedDatabase(
      Self.schema("{ a: string, b: string }", "one: Note, many: [Note]"),
      Self.schema(
        "{ a: \"int?\", b: { type: int, default: 7 } }", "one: Note, many: [Note]",
        Self.allowing("allow-lossy: [Note.a]", "allow-lossy: [Note.b]")),
      rows: """
        INSERT INTO items VALUES (1, '{"a":"1","b":"2"}', '[{"a":"x","b":"2"},{"a":"3","b":"y"}]');
        INSERT INTO items VALUES (2, '{"a":"x","b":"y"}', '[]');
        """)
    #expect(
      try migrated.rows("SELECT one, many FROM items ORDER BY id") == [
        #"{"a":1,"b":2}|[{"b":2},{"a":3,"b":7}]"#, #"{"b":7}|[]"#,
      ])
  }

  @Test func valueWithoutRequiredFieldIsLost() throws {
    let migrated = try MigratedDatabase(
      Self.schema("{ a: \"string?\" }", "one: \"Note?\", many: [Note], named: \"[string: Note]\""),
      Self.schema(
        "{ a: string }", "one: \"Note?\", many: [Note], named: \"[string: Note]\"",
        Self.allowing("allow-lossy: [Note.a]")),
      rows: """
        INSERT INTO items VALUES (1, '{}', '[{},{"a":"x"}]', '{"k":{},"l":{"a":""}}');
        INSERT INTO items VALUES (2, '{"a":"y"}', '[{}]', '{}');
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Item', 1, 'update', ',one,', ''), ('Item', 2, 'update', ',one,', '');
        """)
    #expect(
      try migrated.rows("SELECT one, many, named FROM items ORDER BY id") == [
        #"null|[{"a":"x"}]|{"l":{"a":""}}"#, #"{"a":"y"}|[]|{}"#,
      ])
    // No one has written null.
    #expect(try migrated.rows("SELECT id FROM swiftsync_changes") == ["2"])
  }

  @Test func lostRequiredValueStopsStep() throws {
    #expect(throws: (any Error).self) {
      try MigratedDatabase(
        Self.schema("{ a: \"string?\" }", "one: Note"),
        Self.schema("{ a: string }", "one: Note", Self.allowing("allow-lossy: [Note.a]")),
        rows: "INSERT INTO items VALUES (1, '{}');")
    }
  }

  @Test func keepsPendingChangesOfRewrittenValues() throws {
    let migrated = try MigratedDatabase(
      Self.schema("{ a: string, b: bool }", "one: Note"),
      Self.schema(
        "{ z: { type: string, renamed-from: a, remote: a }, b: int }",
        "last: { type: Note, renamed-from: one, remote: one }"),
      rows: """
        INSERT INTO items VALUES (1, '{"a":"x","b":true}');
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Item', 1, 'update', ',one,', '');
        """)
    #expect(try migrated.rows("SELECT last FROM items") == [#"{"b":1,"z":"x"}"#])
    #expect(try migrated.rows("SELECT fields FROM swiftsync_changes") == [",last,"])
  }

  @Test func indexesFollowRenamedFields() throws {
    func schema(_ types: String, _ field: String) -> String {
      "types:\n  Note: \(types)\nentities:\n"
        + "  Item: { attributes: { id: int, one: Note }, indexes: [[one.\(field)], [one.b]] }"
    }
    let migrated = try MigratedDatabase(
      schema("{ a: string, b: bool }", "a"),
      schema("{ z: { type: string, renamed-from: a, remote: a }, b: int }", "z"),
      rows: #"INSERT INTO items VALUES (1, '{"a":"x","b":true}');"#)
    let fresh = try migrated.rows(
      "SELECT substr(sql, instr(sql, ' ON ')) FROM sqlite_schema WHERE type = 'index' "
        + "AND tbl_name = 'items' AND sql IS NOT NULL ORDER BY 1")
    #expect(
      fresh == [" ON items (json_extract(one, '$.b'))", " ON items (json_extract(one, '$.z'))"])
    #expect(
      try migrated.rows("SELECT id FROM items WHERE json_extract(one, '$.z') = 'x'") == ["1"])
  }

  @Test func integersInexactAsDoublesAreLost() throws {
    let migrated = try MigratedDatabase(
      Self.schema("{ n: int }", "one: Note"),
      Self.schema("{ n: \"double?\" }", "one: Note", Self.allowing("allow-lossy: [Note.n]")),
      rows: """
        INSERT INTO items VALUES (1, '{"n":9007199254740992}'), (2, '{"n":9007199254740993}'),
          (3, '{"n":-5}');
        """)
    #expect(
      try migrated.rows("SELECT one FROM items ORDER BY id") == [
        #"{"n":9007199254740992}"#, "{}", #"{"n":-5}"#,
      ])
  }

  // MARK: Refused changes

  @Test func recursiveTypesRequireFunction() throws {
    let before = Self.schema("{ text: string, children: [Note] }", "one: \"Note?\"")
    let types = "{ body: { type: string, renamed-from: text, remote: text }, children: [Note] }"
    let problems = try MigratedDatabase.problems(before, Self.schema(types, "one: \"Note?\""))
    #expect(problems.count == 1)
    #expect(problems.first?.contains("attribute 'Item.one', whose type contains itself") == true)
    #expect(
      try MigratedDatabase.problems(
        before, Self.schema(types, "one: \"Note?\"", Self.allowing("drops: [Item.one]"))) == [])
    // A missing field is null.
    #expect(
      try MigratedDatabase.problems(
        before,
        Self.schema("{ text: string, children: [Note], more: \"int?\" }", "one: \"Note?\"")) == [])
  }

  @Test func inconvertibleTypesRequireDrops() throws {
    let before = Self.schema("{ a: string, b: json }", "one: \"json?\", two: \"Note?\"")
    for (types, attributes, name) in [
      ("{ a: \"data?\", b: json }", "one: \"json?\", two: \"Note?\"", "Note.a"),
      ("{ a: string, b: \"[string]?\" }", "one: \"json?\", two: \"Note?\"", "Note.b"),
      ("{ a: string, b: json }", "one: \"Note?\", two: \"Note?\"", "Item.one"),
      ("{ a: string, b: json }", "one: \"json?\", two: \"string?\"", "Item.two"),
    ] {
      let problems = try MigratedDatabase.problems(before, Self.schema(types, attributes))
      #expect(problems.count == 1 && problems[0].contains("drops: [\(name)]"), "\(problems)")
      let allowed = Self.schema(types, attributes, Self.allowing("drops: [\(name)]"))
      #expect(try MigratedDatabase.problems(before, allowed) == [])
    }
  }

  @Test func newFieldRequiresDefault() throws {
    let problems = try MigratedDatabase.problems(
      Self.schema("{ a: string }", "one: Note"),
      Self.schema("{ a: string, b: int }", "one: Note"))
    #expect(problems.count == 1 && problems[0].contains("adds field 'Note.b'"), "\(problems)")
  }
}

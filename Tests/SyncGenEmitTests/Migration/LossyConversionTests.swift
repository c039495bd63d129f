import Testing

/// Values that the new type does not accept, local writes of such values, and soft deletes that a
/// version gives up.
@Suite struct LossyConversionTests {
  private static func notes(_ type: String, end: String = "", sync: String = "{ push: true }")
    -> String
  {
    """
    entities:
      Note: { attributes: { id: int, title: string, value: \(type) }, sync: \(sync) }
    \(end)
    """
  }

  private static let allowLossy = "migrations: { 2: [{ allow-lossy: [Note.value] }] }"

  private func converted(_ values: [String], to type: String) throws -> [String] {
    let rows = values.enumerated().map { "(\($0), 't', '\($1.replacing("'", with: "''"))')" }
    return try MigratedDatabase(
      Self.notes("string?"), Self.notes(type, end: Self.allowLossy),
      rows: "INSERT INTO notes (id, title, value) VALUES \(rows.joined(separator: ", "))"
    ).rows("SELECT ifnull(value, 'null') FROM notes ORDER BY id")
  }

  /// A text that matches no case has no integer.
  @Test func unknownCasesAreLostWhenValuesBecomeIntegers() throws {
    func wine(_ cases: String, _ end: String = "") -> String {
      """
      enums:
        Colour: { cases: \(cases) }
      entities:
        Wine: { attributes: { id: int, colour: "Colour?" } }
      \(end)
      """
    }
    let step = "migrations: { 2: [{ remote-changed: [Colour.red] }"
    let (texts, integers) = ("[red]", "{ red: 1 }")
    let problems = try MigratedDatabase.problems(wine(texts), wine(integers, step + "] }"))
    #expect(problems.count == 1 && problems[0].contains("allow-lossy: [Colour]"), "\(problems)")
    let database = try MigratedDatabase(
      wine(texts), wine(integers, step + ", { allow-lossy: [Colour] }] }"),
      rows: "INSERT INTO wines VALUES (1, 'red'), (2, 'pink')")
    let rows = try database.rows(
      "SELECT id || ' ' || ifnull(colour, 'null') FROM wines ORDER BY id")
    #expect(rows == ["1 1", "2 null"])
  }

  @Test func convertsOnlyCalendarDays() throws {
    let good = ["2026-01-02", "2024-02-29", "0001-01-01", "9999-12-31"]
    #expect(try converted(good, to: "day?") == good)
    let bad = [
      "2026-02-31", "2023-02-29", "2026-13-01", "0000-01-01", "2026-1-2", "2026-01-02 ", "", "now",
      "2026-01-02T00:00:00", "-001-01-01", "20260102",
    ]
    #expect(try converted(bad, to: "day?") == bad.map { _ in "null" })
  }

  @Test func convertsOnlyValidURLs() throws {
    let good = [
      "http://a.b/c?d#e", "https://u:p@h:8080/x", "http://[::1]:80/", "mailto:a@b.c", "a/b",
      "/x?y:z", "?q=:",
      "http://höst/ü", "//host/x", "http://h:", "x-y+1.z:rest", "a?b/c:d", "http://h?x@y:z",
    ]
    #expect(try converted(good, to: "url?") == good)
    let bad = [
      "", "http://[::1", "http://a b", "http://a:x/", "http://a:123456/", "1a:b", ":x", "http:",
      "ht tp://x",
      "http://a<b/", "http://a]b/", "http://[:]/", "http://[::1]x/", "http://a%b/", "tab\u{9}",
      "a\u{7F}",
    ]
    #expect(try converted(bad, to: "url?") == bad.map { _ in "null" })
  }

  @Test func convertsOnlyValidUUIDs() throws {
    let uuid = "0123ABCD-0000-4000-8000-0000000000FF"
    #expect(
      try converted([uuid, uuid + "0", "x", uuid.replacing("-", with: "")], to: "uuid?") == [
        uuid.lowercased(), "null", "null", "null",
      ])
  }

  /// 2^63 - 1 is not a double, although a cast back returns it.
  @Test func convertsOnlyExactIntegersToDoubles() throws {
    let database = try MigratedDatabase(
      Self.notes("int?"), Self.notes("double?", end: Self.allowLossy),
      rows:
        "INSERT INTO notes (id, title, value) VALUES (1, '', 9223372036854775807), (2, '', 9007199254740992)"
    )
    #expect(
      try database.rows("SELECT CAST(value AS TEXT) FROM notes ORDER BY id")
        == ["null", "9.00719925474099e+15"])
  }

  @Test func listsBecomeJSONWithoutAllowLossy() throws {
    let database = try MigratedDatabase(
      Self.notes("[string]"), Self.notes("json"),
      rows: "INSERT INTO notes (id, title, value) VALUES (1, '', '[\"a\"]')")
    #expect(try database.rows("SELECT value FROM notes") == ["[\"a\"]"])
  }

  /// A null that no one wrote is not pushed.
  @Test func lostValueIsNotPushed() throws {
    let entries = [
      "(1, 'update', ',value,')", "(2, 'update', ',title,value,')", "(3, 'update', ',value,')",
      "(4, 'update', ',value,')", "(5, 'insert', ',value,')",
    ].map { "('Note', \($0.dropFirst().dropLast()), '')" }.joined(separator: ", ")
    let database = try MigratedDatabase(
      Self.notes("string?"), Self.notes("day?", end: Self.allowLossy),
      rows: """
        INSERT INTO notes (id, title, value) VALUES (1, '', 'soon'), (2, '', 'soon'), (3, '', '2026-01-02'), (4, '', NULL),
          (5, '', 'soon');
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES \(entries)
        """)
    #expect(
      try database.rows("SELECT id, operation, fields FROM swiftsync_changes ORDER BY id") == [
        "2|update|,title,", "3|update|,value,", "4|update|,value,", "5|insert|,",
      ])
  }

  /// Without a conversion, all values are deleted, which nobody wrote either.
  @Test func deletedValuesAreNotPushed() throws {
    let entries = [
      "(1, 'update', ',value,')", "(2, 'update', ',title,value,')", "(3, 'insert', ',value,')",
    ].map { "('Note', \($0.dropFirst().dropLast()), '')" }.joined(separator: ", ")
    let database = try MigratedDatabase(
      Self.notes("string?"),
      Self.notes("date?", end: "migrations: { 2: [{ drops: [Note.value] }] }"),
      rows: """
        INSERT INTO notes (id, title, value) VALUES (1, '', 'soon'), (2, '', 'soon'), (3, '', 'soon');
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES \(entries)
        """)
    #expect(try database.rows("SELECT count(*), count(value) FROM notes") == ["3|0"])
    #expect(
      try database.rows("SELECT id, operation, fields FROM swiftsync_changes ORDER BY id")
        == ["2|update|,title,", "3|insert|,"])
  }

  /// Local changes of a list cannot be pushed once the rows of its `through` entity are pushed.
  @Test func changesOfAListAreLostIfItsRowsArePushed() throws {
    func yaml(_ sync: String, _ end: String = "") -> String {
      """
      entities:
        Todo:
          attributes: { id: int }
          relations: { people: { to: [Person], inverse: none, through: Task } }
          sync: { push: true }
        Person: { attributes: { id: int } }
        Task:
          identity: [todo, person]
          attributes: { role: { type: string, default: member } }
          relations: { todo: Todo, person: Person }
      \(sync)
      \(end)
      """
    }
    let offline = "    sync: { push: true }"
    let problems = try MigratedDatabase.problems(yaml(""), yaml(offline))
    #expect(
      problems == [
        "schema.yaml:3:10: error: pushes the rows of entity 'Task' instead of relationship "
          + "'Todo.people': local changes of the list that are not pushed yet are lost [data-loss]\n"
          + "  note: to accept this, add 'migrations: { 2: [{ allow-lossy: [Todo.people] }] }'"
      ])
    let allowed = yaml(offline, "migrations: { 2: [{ allow-lossy: [Todo.people] }] }")
    #expect(try MigratedDatabase.problems(yaml(""), allowed) == [])
  }

  /// A local write of a reference to a composite identity is kept if the identity gets other parts.
  @Test(arguments: [
    ("[n, code]", "memberN,memberCode", "{ allow-lossy: [Member] }, "),
    ("[team, n]", "memberTeam,memberN", "{ allow-lossy: [Member] }, "),
    ("[team, nick, n]", "memberTeam,memberNick,memberN", ""),
  ])
  func pendingCompositeReferencesFollow(identity: String, fields: String, steps: String) throws {
    func yaml(_ identity: String, _ end: String = "") -> String {
      """
      entities:
        Member:
          attributes: { team: int, nick: string, n: int, code: string }
          identity: \(identity)
        Note: { attributes: { id: int }, relations: { member: "Member?" }, sync: { push: true } }
      \(end)
      """
    }
    let end = "migrations: { 2: [\(steps){ allow-lossy: [Note.member] }] }"
    let database = try MigratedDatabase(
      yaml("[team, nick]"), yaml(identity, end),
      rows: """
        INSERT INTO members (team, nick, n, code) VALUES (2, 'a', 5, 'x'), (2, 'b', 6, 'y');
        INSERT INTO notes (id, member_team, member_nick) VALUES (1, 2, 'a'), (2, 2, 'missing'), (3, 2, 'b');
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Note', 1, 'update', ',memberNick,', ''), ('Note', 2, 'update', ',memberNick,', ''),
          ('Note', 3, 'insert', ',', '')
        """)
    #expect(
      try database.rows("SELECT id, operation, fields FROM swiftsync_changes ORDER BY id")
        == ["1|update|,\(fields),", "3|insert|,"])
  }

  private static let kept = "{ tombstone: { attribute: value, soft-delete: true }, push: true }"

  @Test(arguments: ["{ tombstone: value, push: true }", "{ push: true }"])
  func endingSoftDeleteRequiresDrops(sync: String) throws {
    let (first, second) = (Self.notes("date?", sync: Self.kept), Self.notes("date?", sync: sync))
    #expect(
      try MigratedDatabase.problems(first, second) == [
        "schema.yaml:3:10: error: no longer keeps deleted rows of entity 'Note': "
          + "soft-deleted rows are deleted [data-loss]\n  note: to accept this, add "
          + "'migrations: { 2: [{ drops: [Note.value] }] }'\n  note: to keep them, add 'tombstone: { attribute: value, soft-delete: true }'"
      ])
    let end = "migrations: { 2: [{ drops: [Note.value] }] }"
    let database = try MigratedDatabase(
      first, Self.notes("date?", end: end, sync: sync),
      rows: """
        INSERT INTO notes (id, title, value) VALUES (1, '', NULL), (2, '', '2026-01-02T00:00:00.000000Z'),
          (3, '', '2026-01-02T00:00:00.000000Z');
        INSERT INTO swiftsync_changes (entity, id, operation, changed_at) VALUES ('Note', 1, 'insert', ''),
          ('Note', 2, 'insert', ''), ('Note', 3, 'delete', '')
        """)
    #expect(try database.rows("SELECT id FROM notes") == ["1"])
    #expect(
      try database.rows("SELECT id, operation FROM swiftsync_changes ORDER BY id")
        == ["1|insert", "3|delete"])
  }

  @Test func archivedRowsBecomeSoftDeletedWithTheSameFlag() throws {
    func yaml(_ sync: String) -> String {
      """
      entities:
        Note: { attributes: { id: int, isOld: bool, oldAt: date? }, sync: { \(sync) } }
      """
    }
    for tombstone in [
      "{ flag: isOld, soft-delete: true }", "{ attribute: oldAt, soft-delete: true }",
    ] {
      let problems = try MigratedDatabase.problems(
        yaml("archive: { flag: isOld, date: oldAt }"), yaml("tombstone: \(tombstone)"))
      #expect(
        problems.contains { $0.contains("archived rows become soft-deleted rows [data-loss]") },
        "\(problems)")
    }
  }

  @Test func reportsDataLossWhenArchiveEnds() throws {
    func yaml(_ sync: String) -> String {
      """
      entities:
        Note: { attributes: { id: int, isOld: bool, oldAt: date? }\(sync) }
      """
    }
    let problems = try MigratedDatabase.problems(
      yaml(", sync: { archive: { flag: isOld, date: oldAt } }"), yaml(""))
    #expect(problems.count == 1)
    #expect(
      problems.first?.contains(
        "no longer archives rows of entity 'Note': archived rows become ordinary rows [data-loss]"
      )
        == true, "\(problems)")
  }

  @Test func renamedRelationCanKeepRemoteKeys() throws {
    func yaml(_ relation: String) -> String {
      """
      entities:
        Note: { attributes: { id: int }, relations: { \(relation) } }
        Tag: { attributes: { id: int } }
      """
    }
    let first = yaml("tags: { to: [Tag], inverse: none }")
    let kept = yaml(
      "labels: { to: [Tag], inverse: none, renamed-from: tags, remote: [tag_ids, tags_ids, tags] }")
    #expect(try MigratedDatabase.problems(first, kept) == [])
    #expect(
      try MigratedDatabase.changes(first, kept).contains(
        "reads ids and objects from each of the remote keys 'tag_ids', 'tags_ids', 'tags' of relationship 'Note.labels'"
      ))
    let moved = yaml("labels: { to: [Tag], inverse: none, renamed-from: tags }")
    let problems = try MigratedDatabase.problems(first, moved)
    #expect(problems.count == 1)
    #expect(
      problems.first?.contains("to keep them, add 'remote: [tag_ids, tags_ids, tags]'") == true,
      "\(problems)")
  }
}

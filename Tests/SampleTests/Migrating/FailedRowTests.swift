import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing

/// The error of a step if a row breaks a constraint.
@Suite struct FailedRowTests {
  private static func schema(_ version: Int, _ ddl: String) -> SchemaMetadata {
    SchemaMetadata(
      name: "Notes", version: version, fingerprint: "\(version)", entities: [],
      tables: "\(ddl);")
  }

  /// The reason with which the step fails on a database with these rows.
  private func reason(
    of statements: [MigrationStatement], on ddl: String, with rows: String
  ) async throws -> String? {
    let database = try Database()
    let program = try OtherProgram(at: database)
    let (old, new) = (Self.schema(1, ddl), Self.schema(2, "CREATE TABLE other (id INTEGER)"))
    try await SyncStore.open(old, at: database.url.path).close()
    try program.run(rows)
    let plan = MigrationPlan(
      from: 1, tables: ddl + ";",
      steps: [MigrationStep(from: 1, to: 2, stages: [.lightweight(statements)])])
    do {
      try await SyncStore.open(new, at: database.url.path, plan: plan).close()
      return nil
    } catch SyncError.migrationFailed(let failure) {
      #expect(try program.rows("SELECT user_version FROM pragma_user_version") == ["1"])
      #expect(try program.rows("SELECT count(*) FROM sqlite_temp_schema") == ["0"])
      return failure.reason
    }
  }

  private let notes = "CREATE TABLE notes (id INTEGER NOT NULL PRIMARY KEY, title TEXT)"
  private let copy: [MigrationStatement] = [
    "CREATE TABLE swiftsync_new_notes (\n  id INTEGER NOT NULL PRIMARY KEY,\n  title TEXT NOT NULL\n);",
    "INSERT INTO swiftsync_new_notes (\n  id,\n  title\n)\nSELECT\n  id,\n  upper(title)\nFROM notes;",
  ]

  @Test func namesRowWithNull() async throws {
    let reason = try await reason(
      of: copy, on: notes, with: "INSERT INTO notes VALUES (5, 'a'), (7, NULL), (9, 'b')")
    #expect(
      reason == """
        the statement "INSERT INTO swiftsync_new_notes ( id, title ) SELECT id, upper(title) FROM note…" \
        failed at row id=7 of 'notes': NOT NULL constraint failed: notes.title (SQLite error 1299)
        """)
  }

  @Test func namesRowOfFailedUpdate() async throws {
    let reason = try await reason(
      of: ["UPDATE lists SET name = name || note;"],
      on: """
        CREATE TABLE lists (owner TEXT NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, note TEXT,
          PRIMARY KEY (owner, place))
        """,
      with: "INSERT INTO lists VALUES ('o''b', 1, 'n', 'x'), ('o''b\u{202e}', 2, 'n', NULL)")
    #expect(
      reason == """
        the statement "UPDATE lists SET name = name || note;" failed at row owner='o''b\\u{202e}', place=2 \
        of 'lists': NOT NULL constraint failed: lists.name (SQLite error 1299)
        """)
  }

  @Test func namesDuplicateRow() async throws {
    let statements = [copy[0], "INSERT INTO swiftsync_new_notes SELECT id / 2, title FROM notes;"]
    let reason = try await reason(
      of: statements, on: notes, with: "INSERT INTO notes VALUES (1, 'a'), (4, 'b'), (5, 'c')")
    #expect(
      reason == """
        the statement "INSERT INTO swiftsync_new_notes SELECT id / 2, title FROM notes;" failed at row \
        id=2 of 'notes': UNIQUE constraint failed: notes.id (SQLite error 1555)
        """)
  }

  @Test func usesRowNumberIfIdentityIsNull() async throws {
    let statements: [MigrationStatement] = [
      "CREATE TABLE swiftsync_new_notes (id TEXT NOT NULL PRIMARY KEY);",
      "INSERT INTO swiftsync_new_notes SELECT title FROM notes;",
    ]
    let reason = try await reason(
      of: statements, on: notes, with: "INSERT INTO notes VALUES (1, 'a'), (4, NULL)")
    #expect(
      reason == """
        the statement "INSERT INTO swiftsync_new_notes SELECT title FROM notes;" failed at row number 2 \
        of 'notes': NOT NULL constraint failed: notes.id (SQLite error 1299)
        """)
  }

  @Test func countsTheRowsIfTheIdentityIsNotAnInteger() async throws {
    let statements: [MigrationStatement] = [
      "CREATE TABLE swiftsync_new_notes (id INTEGER NOT NULL PRIMARY KEY);",
      "INSERT INTO swiftsync_new_notes (id) SELECT coalesce(title, 'null') FROM notes;",
    ]
    let reason = try await reason(
      of: statements, on: notes, with: "INSERT INTO notes VALUES (1, '7'), (4, NULL)")
    #expect(
      reason == """
        the statement "INSERT INTO swiftsync_new_notes (id) SELECT coalesce(title, 'null') FROM notes;" \
        failed at row number 2 of 'notes': the new value of 'id' is null or not an integer
        """)
  }

  @Test func namesBothRowsOfUniqueConflict() async throws {
    let reason = try await reason(
      of: ["CREATE UNIQUE INDEX notes_title ON notes (title) WHERE id > 1;"], on: notes,
      with: "INSERT INTO notes VALUES (1, 'b'), (2, NULL), (3, NULL), (4, 'b'), (8, 'b')")
    #expect(
      reason == """
        the statement "CREATE UNIQUE INDEX notes_title ON notes (title) WHERE id > 1;" failed at rows \
        id=4 and id=8 of 'notes': UNIQUE constraint failed: notes.title (SQLite error 2067)
        """)
  }

  @Test func namesBothRowsHoweverTheIndexIsSpelled() async throws {
    let reason = try await reason(
      of: ["create unique index notes_title on notes(title)where id > 1;"], on: notes,
      with: "INSERT INTO notes VALUES (1, 'b'), (4, 'b'), (8, 'b')")
    #expect(
      reason == """
        the statement "create unique index notes_title on notes(title)where id > 1;" failed at rows \
        id=4 and id=8 of 'notes': UNIQUE constraint failed: notes.title (SQLite error 2067)
        """)
  }

  @Test func namesTableIfRowsHaveNoIdentity() async throws {
    let reason = try await reason(
      of: ["UPDATE marks SET name = NULL;"], on: "CREATE TABLE marks (name TEXT NOT NULL)",
      with: "INSERT INTO marks VALUES ('a')")
    #expect(
      reason == """
        the statement "UPDATE marks SET name = NULL;" failed at a row of 'marks': NOT NULL constraint \
        failed: marks.name (SQLite error 1299)
        """)
  }

  @Test func namesRowThatViolatesCheck() async throws {
    let statements: [MigrationStatement] = [
      "CREATE TABLE swiftsync_new_notes (id INTEGER NOT NULL PRIMARY KEY, title TEXT, CHECK (title > 'b'));",
      "INSERT INTO swiftsync_new_notes (id, title) SELECT id, title FROM notes;",
    ]
    let reason = try await reason(
      of: statements, on: notes, with: "INSERT INTO notes VALUES (5, 'c'), (7, 'a'), (9, 'd')")
    #expect(
      reason == """
        the statement "INSERT INTO swiftsync_new_notes (id, title) SELECT id, title FROM notes;" failed \
        at row id=7 of 'notes': CHECK constraint failed: title > 'b' (SQLite error 275)
        """)
  }

  @Test(arguments: [
    "UPDATE lists SET place = place - 1", "update or fail `lists` set place = place - 1",
    "\n  UPDATE \"lists\"\n  SET place = place - 1;\n",
  ])
  func namesRowThatViolatesCheckInUpdate(statement: String) async throws {
    let reason = try await reason(
      of: [MigrationStatement(statement)],
      on: """
        CREATE TABLE lists (owner TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (owner),
          CONSTRAINT positive CHECK (place > 0))
        """,
      with: "INSERT INTO lists VALUES ('a', 5), ('b', 1), ('c', 2)")
    let text = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      reason == """
        the statement "\(text)" failed at row owner='b' of 'lists': CHECK constraint failed: positive \
        (SQLite error 275)
        """)
  }

  /// The statement that failed is not known, and the first one must not be run again in its place.
  @Test func omitsRowOfSeveralStatements() async throws {
    let reason = try await reason(
      of: ["UPDATE lists SET place = place + 1; UPDATE lists SET place = place - 2;"],
      on: "CREATE TABLE lists (id INTEGER NOT NULL PRIMARY KEY, place INTEGER CHECK (place > 0))",
      with: "INSERT INTO lists VALUES (1, 5), (2, 1), (3, 2)")
    #expect(
      reason == """
        the statement "UPDATE lists SET place = place + 1; UPDATE lists SET place = place - 2;" failed: \
        CHECK constraint failed: place > 0 (SQLite error 275)
        """)
  }

  @Test func omitsRowForOtherErrors() async throws {
    let reason = try await reason(
      of: ["UPDATE notes SET title = abs(-9223372036854775807 - 1);"], on: notes,
      with: "INSERT INTO notes VALUES (1, 'a')")
    #expect(
      reason == """
        the statement "UPDATE notes SET title = abs(-9223372036854775807 - 1);" failed: integer \
        overflow (SQLite error 1)
        """)
  }
}

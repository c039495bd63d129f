import Foundation
import Programs
import Testing

/// Tables, columns and indexes that a new version adds, and that the other program has already
/// created.
@Suite struct ExistingObjectsTests {
  private static let failure =
    "swiftsync-gen: error: the database desk.sqlite remains at version 1 of 'Desk', because it "
    + "could not be migrated to version 2: "

  private static let advice =
    "; change version 2 of the schema so that it fits, or let the other program change this\n"

  /// Version 2 adds a column, a table, a join table, and indexes.
  private static let second =
    SharedDatabaseTests.schema(version: 2, task: "      note: string?")
    .replacing(
      "    sync: { push: true }\n", with: "    sync: { push: true }\n    indexes: [[note]]\n"
    )
    .replacing("author: {", with: "places: { to: [Place], inverse: todos }\n      author: {")
      + """
        Place:
          attributes: { id: int, name: string, opened: date? }
          relations: { todos: [Todo] }
          search: [name]
          sync: { push: true }

      """

  /// What version 2 needs, in the other program's words.
  private static let created = """
    ALTER TABLE task ADD COLUMN note VARCHAR(80) DEFAULT 'none';
    CREATE INDEX task_note ON task (note);
    CREATE TABLE places (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, opened DATETIME, visits INTEGER DEFAULT 0);
    CREATE TRIGGER place_audit AFTER INSERT ON places BEGIN INSERT INTO audit VALUES ('place'); END;
    CREATE TABLE todo_places (todo_id INTEGER NOT NULL, place_id INTEGER NOT NULL, PRIMARY KEY (todo_id, place_id));
    UPDATE task SET note = 'hot';
    INSERT INTO places VALUES (1, 'Oslo', '2026-01-02 03:04:05', 7);
    INSERT INTO todo_places VALUES (1, 1);
    """

  /// A database of version 1 in which the other program has run some SQL, with version 2 of the
  /// schema.
  private static func workspace(_ sql: String) async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/desk.yaml", SharedDatabaseTests.schema(version: 1))
    let theirs = SharedDatabaseTests.theirs.components(separatedBy: "-- What only")[0]
    #expect(
      try workspace.execute(
        theirs + "INSERT INTO task (id, headline) VALUES (1, 'Tea');", on: "desk.sqlite") == nil)
    try await workspace.run(
      "baseline", "--version", "1", "--database", "desk.sqlite", "--add-indexes")
    try await workspace.run("freeze")
    #expect(try workspace.execute(sql, on: "desk.sqlite") == nil)
    try workspace.write("Schemas/desk.yaml", second)
    return workspace
  }

  private static let export = ["export", "--entity", "Place", "--database", "desk.sqlite"]

  @Test func usesWhatFits() async throws {
    let workspace = try await Self.workspace(Self.created)
    try await workspace.expect(
      Self.export,
      gives: Outcome(
        0,
        output: #"[{"id":1,"name":"Oslo","opened":"2026-01-02T03:04:05Z","todo_ids":[1]}]"# + "\n",
        errors: "desk.sqlite: migrated from version 1 to 2\n"))
    let rows = { try workspace.rows(of: "desk.sqlite", $0) }
    #expect(try rows("SELECT version FROM swiftsync_schema") == [["2"]])
    #expect(try rows("SELECT headline, note FROM task") == [["Tea", "hot"]])
    #expect(try rows("SELECT * FROM places") == [["1", "Oslo", "2026-01-02 03:04:05", "7"]])
    #expect(try rows("SELECT rowid FROM places_search('oslo')") == [["1"]])
    // The triggers of both programs see the next row.
    #expect(
      try workspace.execute(
        "INSERT INTO places (id, name) VALUES (2, 'Bergen'); UPDATE task SET note = 'cold'",
        on: "desk.sqlite") == nil)
    #expect(try rows("SELECT what FROM audit") == [["place"], ["place"]])
    #expect(
      try rows("SELECT entity, id, operation FROM swiftsync_changes ORDER BY entity")
        == [["Place", "2", "insert"], ["Todo", "1", "update"]])
  }

  @Test(arguments: [
    (
      "ALTER TABLE task ADD COLUMN note INTEGER",
      "the step adds column 'note' to table 'task', which another program has added, which is "
        + "INTEGER, where the schema says TEXT"
    ),
    (
      "ALTER TABLE task ADD COLUMN Note TEXT",
      "the step adds column 'note' to table 'task', but the database already has 'Note'"
    ),
    (
      "CREATE TABLE places (id INTEGER PRIMARY KEY, name TEXT, opened TEXT)",
      "the step adds table 'places', which another program has created, and which has column "
        + "'name', which may be null, where the schema requires a value"
    ),
    (
      "CREATE TABLE places (id INTEGER PRIMARY KEY)",
      "the step adds table 'places', which another program has created, and which lacks column 'name'"
    ),
    (
      "CREATE TABLE places (id INTEGER, name TEXT NOT NULL, opened TEXT)",
      "the step adds table 'places', which another program has created, and which has column 'id', "
        + "which may be null, where the schema requires a value"
    ),
    (
      "CREATE VIEW places AS SELECT id, headline AS name, NULL AS opened FROM task",
      "the step adds table 'places', which another program has created, and which is a view, and a "
        + "store writes to tables only"
    ),
    (
      "CREATE TABLE Places (id INTEGER PRIMARY KEY)",
      "the step adds table 'places', but the database already has 'Places'"
    ),
    (
      "CREATE INDEX task_note ON task (done)",
      "the step adds index 'task_note' to table 'task', but another program has created a "
        + "different index with that name"
    ),
    (
      "CREATE TABLE places_search_rows (id INTEGER PRIMARY KEY)",
      "the step adds table 'places_search', but the database already has 'places_search_rows'"
    ),
    (
      "CREATE TABLE places (id INTEGER PRIMARY KEY, name TEXT NOT NULL, opened TEXT); "
        + "INSERT INTO places VALUES (1, 'Oslo', 'soon')",
      "table 'places' has column 'opened', which holds 'soon' in row 1, where the schema says a date"
    ),
  ])
  func stopsAtWhatDoesNotFit(sql: String, problem: String) async throws {
    let workspace = try await Self.workspace(sql)
    try await workspace.expect(
      Self.export, gives: Outcome(1, errors: Self.failure + problem + Self.advice))
    #expect(
      try workspace.rows(of: "desk.sqlite", "SELECT version FROM swiftsync_schema") == [["1"]])
  }

  /// The remedy of the error: version 2 states the type that the column has.
  @Test func goesOnWithTheTypeOfTheOtherProgram() async throws {
    let workspace = try await Self.workspace(
      "ALTER TABLE task ADD COLUMN note INTEGER; UPDATE task SET note = 5")
    try workspace.write(
      "Schemas/desk.yaml",
      Self.second.replacing("note: string?", with: "note: \"int?\""))
    try await workspace.expect(
      Self.export,
      gives: Outcome(0, output: "[]\n", errors: "desk.sqlite: migrated from version 1 to 2\n"))
    #expect(
      try workspace.rows(of: "desk.sqlite", "SELECT version, note FROM swiftsync_schema, task")
        == [["2", "5"]])
  }

  /// Values of another column of the table are not checked again.
  @Test func checksOnlyTheColumnThatIsUsed() async throws {
    let workspace = try await Self.workspace(
      "ALTER TABLE task ADD COLUMN note BLOB; UPDATE task SET created_at = 'late', note = x'00'")
    let problem =
      "table 'task' has column 'note', which holds 1 byte in row 1, where the schema says a string"
    try await workspace.expect(
      Self.export, gives: Outcome(1, errors: Self.failure + problem + Self.advice))
  }
}

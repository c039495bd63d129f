import Foundation
import Programs
import Testing

/// A database of another program, which continues to use it.
@Suite struct SharedDatabaseTests {
  /// The other program's tables, with their own keys, names and types, and objects of its own.
  static let theirs = """
    PRAGMA user_version = 42;
    CREATE TABLE author (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(80) NOT NULL);
    CREATE TABLE task (
      id INTEGER PRIMARY KEY,
      headline VARCHAR(200) NOT NULL CHECK (headline <> ''),
      created_at INTEGER NOT NULL DEFAULT 1700000000,
      done BOOLEAN NOT NULL DEFAULT 0,
      author_id INTEGER REFERENCES author (id) ON DELETE CASCADE,
      color TEXT DEFAULT 'red'
    );
    CREATE INDEX task_by_headline ON task (headline);
    CREATE TABLE label (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE INDEX label_by_text ON label (text);
    CREATE TABLE audit (what TEXT NOT NULL);
    CREATE TABLE settings (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TRIGGER task_audit AFTER UPDATE OF headline ON task BEGIN
      INSERT INTO audit VALUES ('task ' || new.id || ' is called ' || new.headline);
    END;
    CREATE TRIGGER label_audit AFTER INSERT ON label BEGIN
      INSERT INTO audit VALUES ('label ' || new.id);
    END;
    CREATE VIEW open_tasks AS SELECT id, headline FROM task WHERE NOT done;
    -- What only the other program has the module of.
    PRAGMA writable_schema = ON;
    INSERT INTO sqlite_schema VALUES ('table', 'places', 'places', 0, 'CREATE VIRTUAL TABLE places USING spatial(x)');
    PRAGMA writable_schema = RESET;
    INSERT INTO settings VALUES ('theme', 'dark');
    INSERT INTO author (name) VALUES ('Jane');
    INSERT INTO task (id, headline, author_id, color) VALUES (1, 'Tea', 1, 'green');
    INSERT INTO label VALUES (1, 'home');
    """

  static func schema(version: Int, task: String = "", label: String = "string") -> String {
    """
    swiftsync: 1
    name: Desk
    version: \(version)
    adopt: true
    scalars:
      UnixTime: { type: int, range: [0, null] }
    entities:
      Author:
        table: author
        attributes: { id: int, name: string }
        relations: { tasks: { to: [Todo], inverse: author } }
      Todo:
        table: task
        sync: { push: true }
        attributes:
          id: int
          title: { type: string, column: headline }
          createdAt: { type: UnixTime, column: created_at }
          done: bool
    \(task)
        relations:
          author: { to: "Author?", foreign-key: true, on-delete: cascade }
      Label:
        table: label
        attributes: { id: int, text: "\(label)" }

    """
  }

  private static let failure =
    "swiftsync-gen: error: the database desk.sqlite remains at version 1 of 'Desk', because it "
    + "could not be "
    + "migrated to version 2: "

  private static let baseline = ["baseline", "--version", "1", "--database", "desk.sqlite"]

  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/desk.yaml", schema(version: 1))
    #expect(try workspace.execute(theirs, on: "desk.sqlite") == nil)
    return workspace
  }

  private static func apply(
    _ payload: String, to entity: String, in workspace: Workspace
  ) async throws {
    let outcome = try await workspace.run(
      "apply", "-", "--entity", entity, "--database", "desk.sqlite", "--missing-rows", "keep",
      input: payload)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  /// Both programs write in turns, the schema gets two more versions, and foreign objects stay.
  @Test func bothWriteInTurnAcrossTwoMigrations() async throws {
    let workspace = try Self.workspace()
    let before = try Self.foreignObjects(workspace)
    try await workspace.expect(
      Self.baseline,
      gives: Outcome(
        1, output: "table 'task' lacks index 'task_author_id'\n",
        errors: "swiftsync-gen: error: desk.sqlite is not version 1 of Desk\n"
          + "'--add-indexes' creates the indexes\n"))
    try await workspace.expect(
      Self.baseline + ["--add-indexes"],
      gives: Outcome(
        0, errors: "recorded version 1 of Desk in desk.sqlite; created 'task_author_id'\n"))
    try await Self.apply(
      #"[{"id": 1, "title": "Green tea", "created_at": 5, "done": false, "author": {"id": 1, "name": "Jane"}}]"#,
      to: "Todo", in: workspace)
    #expect(
      try workspace.execute(
        "UPDATE task SET headline = 'Black tea' WHERE id = 1; INSERT INTO task (id, headline) VALUES (2, 'Cups')",
        on: "desk.sqlite") == nil)

    try await workspace.run("freeze")
    try workspace.write("Schemas/desk.yaml", Self.schema(version: 2, task: "      note: string?"))
    try await Self.apply(#"[{"id": 2, "text": "work"}]"#, to: "Label", in: workspace)
    #expect(
      try workspace.execute(
        "UPDATE task SET note = 'in a pot' WHERE id = 1; INSERT INTO label VALUES (3, 'garden')",
        on: "desk.sqlite") == nil)

    try await workspace.run("freeze")
    try workspace.write(
      "Schemas/desk.yaml", Self.schema(version: 3, task: "      note: string?", label: "string?"))
    try await Self.apply(#"[{"id": 4, "text": null}]"#, to: "Label", in: workspace)
    #expect(try workspace.execute("INSERT INTO label VALUES (5, NULL)", on: "desk.sqlite") == nil)
    try Self.checkRows(workspace)
    #expect(try Self.foreignObjects(workspace) == before)
  }

  private static func checkRows(_ workspace: Workspace) throws {
    let rows = { try workspace.rows(of: "desk.sqlite", $0) }
    #expect(
      try rows("SELECT id, headline, created_at, done, author_id, color, note FROM task") == [
        ["1", "Black tea", "5", "0", "1", "green", "in a pot"],
        ["2", "Cups", "1700000000", "0", "NULL", "red", "NULL"],
      ])
    #expect(
      try rows("SELECT id, text FROM label").map { $0.joined(separator: " ") }
        == ["1 home", "2 work", "3 garden", "4 NULL", "5 NULL"])
    #expect(
      try rows("SELECT what FROM audit").map { $0[0] } == [
        "label 1", "task 1 is called Green tea", "task 1 is called Black tea", "label 2", "label 3",
        "label 4",
        "label 5",
      ])
    #expect(
      try rows("SELECT id, operation, fields FROM swiftsync_changes ORDER BY id") == [
        ["1", "update", ",title,note,"], ["2", "insert", ","],
      ])
    #expect(try rows("SELECT * FROM settings") == [["theme", "dark"]])
    #expect(try rows("SELECT * FROM open_tasks") == [["1", "Black tea"], ["2", "Cups"]])
    #expect(
      try rows("SELECT user_version, version FROM pragma_user_version, swiftsync_schema")
        == [["42", "3"]])
  }

  /// The SQL of all objects that are not in the schema.
  private static func foreignObjects(_ workspace: Workspace) throws -> [[String]] {
    try workspace.rows(
      of: "desk.sqlite",
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'swiftsync%' "
        + "AND tbl_name NOT LIKE 'swiftsync%' AND name NOT IN ('author', 'task', 'label', 'task_author_id') ORDER BY name"
    )
  }

  @Test func rejectsStepThatLosesUndeclaredParts() async throws {
    let workspace = try Self.workspace()
    try await workspace.run(Self.baseline + ["--add-indexes"])
    try await workspace.run("freeze")
    try workspace.write(
      "Schemas/desk.yaml",
      Self.schema(version: 2).replacing("done: bool", with: "done: \"bool?\""))
    try await workspace.expect(
      "export", "--entity", "Todo", "--database", "desk.sqlite",
      gives: Outcome(
        1,
        errors:
          "\(Self.failure)it rebuilds table 'task', "
          + "which would lose what the schema does not declare: column 'color'; the default "
          + "1700000000 of "
          + "column 'created_at'; the default 0 of column 'done'; reference of author_id to author (id) on update "
          + "NO ACTION on delete CASCADE match NONE; check (headline <> ''). Let the code that "
          + "created the table change it; a schema cannot declare all of this\n"))
    #expect(
      try workspace.rows(of: "desk.sqlite", "SELECT version, headline FROM swiftsync_schema, task")
        == [["1", "Tea"]])
  }

  /// If no table is rebuilt, SQLite itself protects the columns of views, triggers and indexes.
  @Test func rejectsStepThatBreaksForeignView() async throws {
    let workspace = try Self.workspace()
    try await workspace.run(Self.baseline + ["--add-indexes"])
    try await workspace.run("freeze")
    let schema = Self.schema(version: 2).replacing("      done: bool\n", with: "")
    try workspace.write(
      "Schemas/desk.yaml", schema + "migrations: { 2: [{ drops: [Todo.done] }] }\n")
    try await workspace.expect(
      "export", "--entity", "Todo", "--database", "desk.sqlite",
      gives: Outcome(
        1,
        errors:
          "\(Self.failure)the statement \"ALTER TABLE task DROP COLUMN done;\" failed: error in view open_tasks "
          + "after drop column: no such column: done (SQLite error 1)\n"))
    #expect(try workspace.execute("DROP VIEW open_tasks", on: "desk.sqlite") == nil)
    try await workspace.expect(
      "export", "--entity", "Todo", "--database", "desk.sqlite",
      gives: Outcome(
        0, output: #"[{"id":1,"title":"Tea","created_at":1700000000,"author_id":1}]"# + "\n",
        errors: "desk.sqlite: migrated from version 1 to 2\n"))
  }

  @Test func rejectsStepThatBreaksForeignTrigger() async throws {
    let workspace = try Self.workspace()
    #expect(
      try workspace.execute(
        "CREATE TRIGGER label_copy AFTER DELETE ON audit BEGIN INSERT INTO label (text) VALUES (old.what); END",
        on: "desk.sqlite") == nil)
    try await workspace.run(Self.baseline + ["--add-indexes"])
    try await workspace.run("freeze")
    let renamed = Self.schema(version: 2, label: "string?")
      .replacing(
        "text: \"string?\"", with: "words: { type: \"string?\", renamed-from: text, remote: text }")
    try workspace.write("Schemas/desk.yaml", renamed)
    let outcome = try await workspace.run(
      "export", "--entity", "Label", "--database", "desk.sqlite")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "\(Self.failure)index 'label_by_text' "
        + "of another program cannot be recreated: no such column: text; drop the index before "
        + "the database is opened, and recreate it afterwards in a form that fits the new tables\n")
    #expect(try workspace.execute("DROP INDEX label_by_text", on: "desk.sqlite") == nil)
    let second = try await workspace.run(
      "export", "--entity", "Label", "--database", "desk.sqlite")
    #expect(
      second.errors
        == "\(Self.failure)a trigger of another "
        + "program on 'audit' no longer works: table label has no column named text; drop the trigger before the "
        + "database is opened, and recreate it afterwards in a form that fits the new tables\n")
    #expect(
      try workspace.execute(
        "DROP TRIGGER label_copy; CREATE TRIGGER label_renamed AFTER UPDATE OF id, text ON label BEGIN SELECT 1; END",
        on: "desk.sqlite") == nil)
    let third = try await workspace.run("export", "--entity", "Label", "--database", "desk.sqlite")
    #expect(
      third.errors
        == "\(Self.failure)trigger 'label_renamed' of "
        + "another program fires on updates of column 'text', which table 'label' no longer has; drop the trigger before "
        + "the database is opened, and recreate it afterwards in a form that fits the new tables\n")
    #expect(try workspace.rows(of: "desk.sqlite", "SELECT text FROM label") == [["home"]])
    #expect(try workspace.execute("DROP TRIGGER label_renamed", on: "desk.sqlite") == nil)
    try await workspace.expect(
      "export", "--entity", "Label", "--database", "desk.sqlite",
      gives: Outcome(
        0, output: #"[{"id":1,"text":"home"}]"# + "\n",
        errors: "desk.sqlite: migrated from version 1 to 2\n"))
  }

  /// The schema in `docs/existing-databases.md` also fits the database.
  @Test func documentedSchemaFitsDatabase() async throws {
    let workspace = try Self.workspace()
    let page = try String(contentsOf: Repository.url("docs/existing-databases.md"), encoding: .utf8)
    let schema = page.components(separatedBy: "```yaml\n").dropFirst().first?
      .components(separatedBy: "```").first
    try workspace.write("Schemas/desk.yaml", try #require(schema))
    try await workspace.expect(
      Self.baseline + ["--add-indexes"],
      gives: Outcome(
        0, errors: "recorded version 1 of Desk in desk.sqlite; created 'task_author_id'\n"))
  }

  /// The scripts store the version where a store looks for it.
  @Test func scriptsKeepVersionInRuntimeTable() async throws {
    let workspace = try Self.workspace()
    try await workspace.run("freeze")
    try workspace.write("Schemas/desk.yaml", Self.schema(version: 2, task: "      note: string?"))
    try await workspace.run("generate")
    try await workspace.expect(
      "verify", gives: Outcome(0, output: "Desk 1 to 2: verified with 1015 rows\n"))
    let folder = "Generated/Desk/"
    for file in ["schema.sql", "migrations/2.sql"] {
      #expect(try !workspace.read(folder + file).contains("user_version"))
    }
    try await workspace.run(Self.baseline + ["--add-indexes"])
    let step = try workspace.read(folder + "migrations/2.sql")
    #expect(try workspace.execute(step, on: "desk.sqlite") == nil)
    try await Self.apply(#"[{"id": 1, "note": "hot"}]"#, to: "Todo", in: workspace)
    #expect(
      try workspace.rows(
        of: "desk.sqlite",
        "SELECT user_version, version, note FROM pragma_user_version, swiftsync_schema, task")
        == [["42", "2", "hot"]])
    #expect(
      try workspace.execute(step, on: "desk.sqlite")
        == "CHECK constraint failed: the version of this database is not 1")
    let script = try workspace.read(folder + "schema.sql")
    #expect(try workspace.execute(script, on: "new.sqlite") == nil)
    try await workspace.run("freeze")
    try workspace.write(
      "Schemas/desk.yaml", Self.schema(version: 3, task: "      note: string?", label: "string?"))
    try await workspace.run("generate")
    let rebuild = try workspace.read(folder + "migrations/3.sql")
    #expect(
      try workspace.execute(rebuild, on: "desk.sqlite")
        == "CHECK constraint failed: another program has columns, indexes or triggers in a table that this step "
        + "rebuilds")
    #expect(try workspace.execute(rebuild, on: "new.sqlite") == nil)
    #expect(
      try workspace.rows(
        of: "new.sqlite", "SELECT user_version, version FROM pragma_user_version, swiftsync_schema")
        == [["0", "3"]])
  }
}

import Foundation
import Programs
import Testing

/// A database fits the schema that `import` creates from it, unless the import lists the reason.
@Suite struct ImportedBaselineTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    /// The reasons that the import and `baseline` give if the database does not fit.
    var reason: (listed: String, found: String)?

    init(_ name: String, _ sql: String, _ reason: (listed: String, found: String)? = nil) {
      testDescription = name
      self.sql = sql
      self.reason = reason
    }
  }

  static let cases = [
    Case(
      "composite keys",
      """
      CREATE TABLE seat (row TEXT NOT NULL, number INTEGER NOT NULL, note TEXT, PRIMARY KEY (row, number));
      INSERT INTO seat VALUES ('a', 1, 'x'), ('a', 2, NULL);
      """),
    Case(
      "foreign key actions",
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (
        id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES parent ON DELETE CASCADE,
        b INTEGER REFERENCES parent ON DELETE SET NULL ON UPDATE CASCADE,
        c_id INTEGER REFERENCES parent (id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
        d INTEGER DEFAULT 1 REFERENCES parent ON DELETE SET DEFAULT, parent_id INTEGER REFERENCES parent
      );
      INSERT INTO parent VALUES (1);
      INSERT INTO child VALUES (1, 1, 1, 1, 1, NULL);
      """),
    Case(
      "checks",
      """
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, n INTEGER CHECK (n > 0), m INTEGER, "order" INTEGER,
        state TEXT CHECK (state IN ('a', 'b')), flag INTEGER CHECK (flag IN (0, 1)),
        doc TEXT CHECK (json_valid(doc)), CHECK ((m > 0)), CHECK (n BETWEEN 1 AND 9 AND m < 5),
        CHECK (CASE WHEN n > 3 AND m > 3 THEN 1 ELSE n > 0 END), CHECK (n > 1 OR m > 1),
        CONSTRAINT ordered CHECK ("order" >= 0 /* AND nothing */), CHECK (length('a ) AND (') > 0)
      );
      """),
    Case(
      "one check", "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, m INT, CHECK (n > 0 AND m > 0));"
    ),
    Case(
      "collations",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b TEXT COLLATE BINARY);"),
    Case(
      "another collation", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE RTRIM);",
      ("column a: COLLATE RTRIM", "whose collation is RTRIM")),
    Case(
      "defaults",
      """
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, a TEXT NOT NULL DEFAULT 'x', b INTEGER NOT NULL DEFAULT (1 + 1),
        c REAL DEFAULT 1e3, d TEXT DEFAULT CURRENT_TIMESTAMP, e BLOB DEFAULT x'00', f BOOLEAN DEFAULT TRUE,
        g TEXT DEFAULT NULL, h INTEGER DEFAULT (unixepoch())
      );
      INSERT INTO t (id) VALUES (1);
      """),
    Case(
      "indexes",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c TEXT, deleted INTEGER, UNIQUE (a, b));
      CREATE INDEX one ON t (a);
      CREATE UNIQUE INDEX two ON t (b) WHERE deleted IS NULL;
      CREATE INDEX three ON t (lower(c));
      CREATE INDEX four ON t (a DESC, c);
      CREATE UNIQUE INDEX t_c ON t (c);
      """),
    Case(
      "generated columns",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER AS (a * 2), c TEXT AS (a || 'x') STORED);
      INSERT INTO t (id, a) VALUES (1, 2);
      """),
    Case(
      "join tables",
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, label TEXT);
      CREATE TABLE book_tag (
        book_id INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
        tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE, PRIMARY KEY (book_id, tag_id)
      );
      CREATE TABLE friends (
        a INTEGER NOT NULL REFERENCES tag, b INTEGER NOT NULL REFERENCES tag, PRIMARY KEY (a, b)
      );
      CREATE TABLE tag_books (tag_id INTEGER NOT NULL, book_id INTEGER NOT NULL, PRIMARY KEY (tag_id, book_id));
      INSERT INTO book VALUES (1, 'x');
      INSERT INTO tag VALUES (1, 'y');
      INSERT INTO book_tag VALUES (1, 1);
      INSERT INTO friends VALUES (1, 1);
      INSERT INTO tag_books VALUES (1, 1);
      """),
    Case(
      "a join table without rowids",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY);
      CREATE TABLE ab (
        a_id INTEGER NOT NULL REFERENCES a, b_id INTEGER NOT NULL REFERENCES b, PRIMARY KEY (a_id, b_id)
      ) WITHOUT ROWID;
      """, ("table ab: WITHOUT ROWID: a store needs rowids", "table 'ab' is WITHOUT ROWID")),
    Case(
      "strict tables and other types",
      """
      CREATE TABLE s (id INTEGER PRIMARY KEY, a TEXT, b INT, c REAL, d BLOB) STRICT;
      CREATE TABLE t (
        id INT PRIMARY KEY, a VARCHAR(80), b NVARCHAR(5), c BIGINT, d BOOLEAN, e DOUBLE PRECISION,
        f DATETIME, g DATE, h TIMESTAMP, i UNSIGNED BIG INT, j CLOB, k, l FLOAT
      );
      INSERT INTO s VALUES (1, 'a', 1, 1.5, x'00');
      INSERT INTO t VALUES (1, 'a', 'b', 1, 1, 1.5, '2026-01-02 03:04:05', '2026-01-02', 1760000000, 1, 'x', 'y', 2);
      """),
    Case(
      "columns of another kind",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INT);
      INSERT INTO t VALUES (1, 'x');
      """, ("column a is declared as INT, where a store has text", "column 'a', which is INT")),
    Case(
      "references of another kind",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id TEXT REFERENCES a);
      """,
      (
        "column a_id is declared as TEXT, where a store has integers",
        "column 'a_id', which is TEXT"
      )),
    Case(
      "text keys",
      """
      CREATE TABLE t (id TEXT PRIMARY KEY, other TEXT NOT NULL UNIQUE, parent TEXT REFERENCES t);
      CREATE TABLE u (code TEXT NOT NULL UNIQUE, n INT);
      INSERT INTO t VALUES ('0a0b0c0d-0e0f-4a1b-8c2d-3e4f50617281', 'x', NULL);
      """),
    Case(
      "numbers of decimals", "CREATE TABLE t (id INTEGER PRIMARY KEY, price DECIMAL(10, 2));",
      ("column price has numbers, but a store writes", "where the schema says TEXT")),
    Case(
      "dangling references",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a);
      INSERT INTO b VALUES (1, 9);
      """, ("column a_id refers to missing rows of 'a'", "has a foreign key of 'a_id'")),
    Case(
      "foreign keys of several columns",
      """
      CREATE TABLE a (x TEXT NOT NULL, y TEXT NOT NULL, PRIMARY KEY (x, y));
      CREATE TABLE b (id INTEGER PRIMARY KEY, p TEXT, q TEXT, FOREIGN KEY (p, q) REFERENCES a);
      """, ("the foreign key (p, q) has several columns", "has a foreign key of 'p', 'q'")),
    Case(
      "references to other columns",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE);
      CREATE TABLE b (id INTEGER PRIMARY KEY, code TEXT REFERENCES a (code));
      """,
      ("column code does not refer to the primary key of 'a'", "has a foreign key of 'code'")),
    Case(
      "keys that are references",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE d (a_id INTEGER PRIMARY KEY REFERENCES a, note TEXT);
      """, ("column a_id is the primary key", "has a foreign key of 'a_id'")),
    Case(
      "join tables without a key",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY);
      CREATE TABLE j (a_id INTEGER NOT NULL REFERENCES a, b_id INTEGER NOT NULL REFERENCES b);
      """,
      ("table j: it has no primary key", "table 'j' needs a primary key or a UNIQUE constraint")),
    Case(
      "one to one, and several references",
      """
      CREATE TABLE Users (Id INTEGER PRIMARY KEY);
      CREATE TABLE profiles (
        id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE
      );
      CREATE TABLE texts (
        user_id INTEGER NOT NULL REFERENCES users, lang TEXT NOT NULL, text TEXT, PRIMARY KEY (user_id, lang)
      );
      CREATE TABLE members (
        user_id INTEGER NOT NULL REFERENCES users, text_lang TEXT NOT NULL, since DATETIME DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (user_id, text_lang)
      );
      INSERT INTO Users VALUES (1);
      INSERT INTO profiles VALUES (1, 1);
      INSERT INTO texts VALUES (1, 'de', 'x');
      """),
    Case(
      "tables that are left out",
      """
      CREATE TABLE u (k BLOB PRIMARY KEY NOT NULL, n TEXT);
      CREATE TABLE loose (a INT);
      CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT);
      CREATE VIEW v AS SELECT * FROM p;
      CREATE TRIGGER cut AFTER DELETE ON p BEGIN SELECT 1; END;
      CREATE TABLE schema_migrations (version TEXT PRIMARY KEY);
      """),
    Case(
      "names",
      """
      CREATE TABLE "Group" ("Id" INTEGER PRIMARY KEY, "Order" INTEGER, "isOn" INTEGER, "select" TEXT, URL TEXT);
      CREATE TABLE Member (MemberId INTEGER PRIMARY KEY, GroupId INTEGER REFERENCES "Group", "Values" TEXT);
      CREATE INDEX "my index" ON "Group" ("Order");
      """),
  ]

  @Test(arguments: cases)
  func importedSchemaFitsDatabase(_ one: Case) async throws {
    let workspace = try Workspace()
    #expect(try workspace.execute(one.sql, on: "app.sqlite") == nil)
    let imported = try await workspace.run("import", "app.sqlite")
    #expect(imported.status == 0, "\(imported.errors)")
    let schema = try workspace.read("Schemas/app.yaml")
      .replacing("swiftsync: 1\n", with: "swiftsync: 1\nadopt: true\n")
    try workspace.write("Schemas/app.yaml", schema)
    let baseline = try await workspace.run(
      "baseline", "--version", "1", "--database", "app.sqlite", "--add-indexes")
    if let reason = one.reason {
      #expect(imported.errors.contains(reason.listed), "\(imported.errors)")
      #expect(baseline.output.contains(reason.found), "\(baseline.output)")
      #expect(baseline.output.split(separator: "\n").count == 1, "\(baseline.output)")
    } else {
      #expect(baseline.output == "", "\(imported.errors)\n\(schema)")
      #expect(baseline.status == 0, "\(baseline.errors)\n\(schema)")
    }
  }
}

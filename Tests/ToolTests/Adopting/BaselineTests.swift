import Foundation
import Programs
import Testing

/// The report of `baseline` about databases that differ from the schema.
@Suite struct BaselineTests {
  private static func schema(_ entities: String, adopt: String = "adopt: true\n") -> String {
    "swiftsync: 1\nname: Shop\nversion: 1\n\(adopt)entities:\n\(entities)"
  }

  private static let item =
    "  Item: { attributes: { id: int, title: string, price: \"double?\" } }\n"

  private static func workspace(_ entities: String, _ sql: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", schema(entities))
    #expect(try workspace.execute(sql, on: "shop.sqlite") == nil)
    return workspace
  }

  private static let command = ["baseline", "--version", "1", "--database", "shop.sqlite"]

  /// Tables, and the problem that is reported about them.
  static let mistakes = [
    ("CREATE TABLE goods (id INTEGER)", "table 'items' is missing"),
    (
      "CREATE TABLE goods (id, title, price); CREATE VIEW items AS SELECT * FROM goods",
      "table 'items' is a view, and a store writes to tables only"
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL) WITHOUT ROWID",
      "table 'items' is WITHOUT ROWID, and a store needs the rowids of its rows"
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL)",
      "table 'items' lacks column 'price'"
    ),
    (
      "CREATE TABLE items (id VARCHAR(36) PRIMARY KEY, title TEXT NOT NULL, price REAL)",
      "table 'items' has column 'id', which is VARCHAR(36), where the schema says INTEGER"
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT, price REAL)",
      "table 'items' has column 'title', which may be null, where the schema requires a value"
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL NOT NULL)",
      "table 'items' has column 'price', which is NOT NULL, where the schema says that it is optional"
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL, shelf INT NOT NULL)",
      "table 'items' has column 'shelf', which the schema does not declare and which needs a value"
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price AS (1.5))",
      "table 'items' has column 'price', which is generated: a store cannot write it"
    ),
    (
      "CREATE TABLE items (id INTEGER NOT NULL, title TEXT NOT NULL, price REAL)",
      "table 'items' needs a primary key or a UNIQUE constraint on 'id'"
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL COLLATE NOCASE, price REAL)",
      "table 'items' has column 'title', whose collation is NOCASE, where the schema says BINARY"
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price NUMERIC(10,2)); "
        + "INSERT INTO items VALUES (1, x'00', 2), (2, 'Tea', 'much'), (3, 'Cup', 'little')",
      "table 'items' has column 'title', which holds 1 byte in row 1, where the schema says a string\n"
        + "table 'items' has column 'price', which holds 'much' in row 2 and 1 other row, where the schema says a number"
    ),
  ]

  @Test(arguments: mistakes)
  func reportsDifferences(sql: String, problem: String) async throws {
    let workspace = try Self.workspace(Self.item, sql)
    try await workspace.expect(
      Self.command,
      gives: Outcome(
        1, output: problem + "\n",
        errors: "swiftsync-gen: error: shop.sqlite is not version 1 of Shop\n"))
    #expect(
      try workspace.rows(
        of: "shop.sqlite", "SELECT name FROM sqlite_schema WHERE name LIKE 'swiftsync%'") == [])
  }

  @Test func reportsReferenceDifferences() async throws {
    let entities = """
        Item: { attributes: { id: int }, relations: { shelf: { to: "Shelf?" }, box: { to: "Box?", foreign-key: true }, crate: { to: "Crate?", foreign-key: true } } }
        Crate: { attributes: { id: int } }
        Shelf: { attributes: { id: int } }
        Box: { attributes: { id: int } }

      """
    let workspace = try Self.workspace(
      entities,
      """
      CREATE TABLE shelves (id INTEGER PRIMARY KEY);
      CREATE TABLE boxes (id INTEGER PRIMARY KEY);
      CREATE TABLE crates (id INTEGER PRIMARY KEY, number INTEGER UNIQUE);
      CREATE TABLE items (
        id INTEGER PRIMARY KEY, shelf_id INTEGER REFERENCES shelves, box_id INTEGER,
        crate_id INTEGER REFERENCES crates (number)
      );
      """)
    try await workspace.expect(
      Self.command + ["--add-indexes"],
      gives: Outcome(
        1,
        output:
          "table 'items' has a foreign key of 'crate_id' to crates (number), where the schema says crates (id)\n"
          + "table 'items' has a foreign key of 'shelf_id', which the schema does not state; "
          + "add 'foreign-key: true'\n"
          + "table 'items' lacks the foreign key of 'box_id', which the schema enforces\n",
        errors: "swiftsync-gen: error: shop.sqlite is not version 1 of Shop\n"))
  }

  /// A generated join table has no foreign keys; the table of an entity under `through` may have
  /// them.
  @Test func explainsHowToAdoptJoinTable() async throws {
    let sql = """
      CREATE TABLE books (id INTEGER PRIMARY KEY);
      CREATE TABLE tags (id INTEGER PRIMARY KEY);
      CREATE TABLE book_tags (
        book_id INTEGER NOT NULL REFERENCES books, tag_id INTEGER NOT NULL REFERENCES tags,
        PRIMARY KEY (book_id, tag_id)
      );
      """
    let workspace = try Self.workspace(
      "  Book: { attributes: { id: int }, relations: { tags: { to: [Tag], inverse: books } } }\n"
        + "  Tag: { attributes: { id: int }, relations: { books: [Book] } }\n", sql)
    let remedy =
      ", which generated join tables do not have; declare an entity for it under 'through', whose to-ones are "
      + "'foreign-key: true'\n"
    try await workspace.expect(
      Self.command + ["--add-indexes"],
      gives: Outcome(
        1,
        output: "table 'book_tags' has a foreign key of 'book_id'\(remedy)"
          + "table 'book_tags' has a foreign key of 'tag_id'\(remedy)",
        errors: "swiftsync-gen: error: shop.sqlite is not version 1 of Shop\n"))
    try workspace.write(
      "Schemas/shop.yaml",
      Self.schema(
        """
          Book:
            attributes: { id: int }
            relations: { tags: { to: [Tag], inverse: books, through: BookTag } }
          Tag: { attributes: { id: int }, relations: { books: [Book] } }
          BookTag:
            attributes: {}
            relations: { book: { to: Book, foreign-key: true }, tag: { to: Tag, foreign-key: true } }
            identity: [book, tag]

        """))
    try await workspace.expect(
      Self.command + ["--add-indexes"],
      gives: Outcome(
        0, errors: "recorded version 1 of Shop in shop.sqlite; created 'book_tags_tag_id'\n"))
  }

  /// A unique index cannot be created, so its repeated values are differences, like other values.
  @Test func reportsRepeatedValues() async throws {
    let entities = """
        Item: { attributes: { id: int, code: "string?", name: { type: "string?", collation: nocase }, box: int, size: int }, indexes: [{ on: [code], unique: true, where: size > 0 }, { on: [name, box], unique: true }] }

      """
    let workspace = try Self.workspace(
      entities,
      """
      CREATE TABLE items (
        id INTEGER PRIMARY KEY, code TEXT, name TEXT COLLATE NOCASE, box INTEGER NOT NULL,
        size INTEGER NOT NULL
      );
      INSERT INTO items VALUES
        (1, 'a', 'x', 1, 0), (2, 'a', 'y', 1, 1), (3, 'b', 'Y', 1, 1), (4, 'a', NULL, 1, 1),
        (5, 'b', NULL, 1, 1), (6, 'a', 'x', 2, 'big');
      """)
    try await workspace.expect(
      Self.command + ["--add-indexes"],
      gives: Outcome(
        1,
        output: """
          table 'items' has 3 rows with 'a' in 'code', the first of them row 2, and 1 other repeated \
          value, where index 'items_code_partial' is unique
          table 'items' has 2 rows with 'y', 1 in 'name', 'box', the first of them row 2, where index \
          'items_name_box' is unique
          table 'items' has column 'size', which holds 'big' in row 6, where the schema says an integer

          """,
        errors: "swiftsync-gen: error: shop.sqlite is not version 1 of Shop\n"))
    #expect(
      try workspace.rows(
        of: "shop.sqlite", "SELECT name FROM sqlite_schema WHERE type = 'index'") == [])
  }

  @Test func comparesOrderOfIndexes() async throws {
    let workspace = try Self.workspace(
      """
        Item:
          attributes: { id: int, title: string }
          indexes: [{ on: [title], descending: true }]

      """,
      """
      CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE INDEX items_title ON items (title);
      """)
    try await workspace.expect(
      Self.command,
      gives: Outcome(
        1, output: "table 'items' has a different index 'items_title'\n",
        errors: "swiftsync-gen: error: shop.sqlite is not version 1 of Shop\n"))
    #expect(
      try workspace.execute(
        "DROP INDEX items_title; CREATE INDEX items_title ON items (title DESC)", on: "shop.sqlite")
        == nil)
    try await workspace.expect(
      Self.command, gives: Outcome(0, errors: "recorded version 1 of Shop in shop.sqlite\n"))
  }

  /// The tables of the index are created like other indexes, and the first store fills them.
  @Test func createsFullTextIndex() async throws {
    let workspace = try Self.workspace(
      "  Item: { search: [title], attributes: { id: int, title: string } }\n",
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL); INSERT INTO items VALUES (1, 'Green tea')"
    )
    try await workspace.expect(
      Self.command,
      gives: Outcome(
        1, output: "table 'items' lacks index 'items_search'\n",
        errors: "swiftsync-gen: error: shop.sqlite is not version 1 of Shop\n"
          + "'--add-indexes' creates the indexes\n"))
    try await workspace.expect(
      Self.command + ["--add-indexes"],
      gives: Outcome(
        0, errors: "recorded version 1 of Shop in shop.sqlite; created 'items_search'\n"))
    try await workspace.run("export", "--entity", "Item", "--database", "shop.sqlite")
    #expect(
      try workspace.execute("INSERT INTO items VALUES (2, 'Tea cup')", on: "shop.sqlite") == nil)
    #expect(
      try workspace.rows(
        of: "shop.sqlite",
        "SELECT title FROM items_search WHERE items_search MATCH 'tea' ORDER BY rowid")
        == [["Green tea"], ["Tea cup"]])
  }

  /// Whole numbers in numeric columns and JSON with spaces are readable; equal payloads keep them.
  @Test func readsOtherValueFormats() async throws {
    let workspace = try Self.workspace(
      "  Item: { attributes: { id: int, title: string, price: double, sizes: [int] } }\n",
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price DECIMAL NOT NULL, sizes TEXT NOT NULL);"
        + "INSERT INTO items VALUES (1, 'Tea', 2.0, '[ 1, 2 ]')")
    try await workspace.expect(
      Self.command, gives: Outcome(0, errors: "recorded version 1 of Shop in shop.sqlite\n"))
    try await workspace.expect(
      "export", "--entity", "Item", "--database", "shop.sqlite",
      gives: Outcome(0, output: #"[{"id":1,"title":"Tea","price":2,"sizes":[ 1, 2 ]}]"# + "\n"))
    let outcome = try await workspace.run(
      "apply", "-", "--entity", "Item", "--database", "shop.sqlite",
      input: #"[{"id": 1, "title": "Tea", "price": 2}]"#)
    #expect(outcome.output == "Item: 0 inserted, 0 updated, 1 unchanged, 0 deleted\n")
  }

  @Test func reportsRecordedVersion() async throws {
    let workspace = try Self.workspace(
      Self.item, "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL)")
    try await workspace.expect(
      Self.command, gives: Outcome(0, errors: "recorded version 1 of Shop in shop.sqlite\n"))
    try await workspace.expect(
      Self.command, gives: Outcome(0, errors: "shop.sqlite already has version 1 of Shop\n"))
  }

  @Test func rejectsInvalidUses() async throws {
    let workspace = try Self.workspace(Self.item, "CREATE TABLE items (id)")
    try await workspace.expect(
      "baseline", "--version", "2", "--database", "shop.sqlite",
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: version 2 of Schemas/shop.yaml is not frozen; the schema has version 1\n"
      ))
    try await workspace.expect(
      "export", "--entity", "Item", "--database", "shop.sqlite",
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: the database shop.sqlite cannot be used: it contains tables of another program "
          + "and no schema version; open the store with its version as 'adoption', or run "
          + "'swiftsync-gen baseline'\n"))
    try workspace.write("Schemas/shop.yaml", Self.schema(Self.item, adopt: ""))
    try await workspace.expect(
      Self.command,
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: Schemas/shop.yaml does not have 'adopt: true', so its databases are not shared "
          + "with other programs\n"))
  }

  /// `import` prints how to use its schema with the file itself.
  @Test func adoptsImportedFile() async throws {
    let workspace = try Workspace()
    #expect(
      try workspace.execute(
        "CREATE TABLE items (id INTEGER PRIMARY KEY, title VARCHAR(80) NOT NULL); INSERT INTO items VALUES (1, 'Tea')",
        on: "shop.sqlite") == nil)
    try await workspace.expect(
      "import", "shop.sqlite", "--name", "Shop",
      gives: Outcome(
        0,
        errors:
          "wrote Schemas/shop.yaml\n1 entity\nto use shop.sqlite both with a store and with the code that created it, set 'adopt: true' and run 'baseline --version 1 --database FILE --add-indexes' on a copy\nnext: swiftsync-gen generate Schemas/shop.yaml\n"
      ))
    let schema = try workspace.read("Schemas/shop.yaml")
    try workspace.write(
      "Schemas/shop.yaml", schema.replacing("swiftsync: 1\n", with: "swiftsync: 1\nadopt: true\n"))
    try await workspace.expect(
      Self.command, gives: Outcome(0, errors: "recorded version 1 of Shop in shop.sqlite\n"))
  }

  /// The file of an app that uses GRDB, with dates in GRDB's format and in ISO 8601.
  @Test func adoptsGRDBFile() async throws {
    let entities = """
        Player:
          table: player
          attributes:
            id: int
            name: string
            isActive: { type: bool, column: isActive }
            createdAt: { type: date, column: createdAt }

      """
    let workspace = try Self.workspace(
      entities,
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      CREATE TABLE "player" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL,
        "isActive" BOOLEAN NOT NULL DEFAULT 1, "createdAt" DATETIME NOT NULL);
      INSERT INTO grdb_migrations VALUES ('v1');
      INSERT INTO player (name, createdAt) VALUES ('Arthur', '2026-03-03 09:30:00.000'), ('Barbara', '2026-03-03T09:30:00Z');
      """)
    try await workspace.expect(
      Self.command, gives: Outcome(0, errors: "recorded version 1 of Shop in shop.sqlite\n"))
    try await workspace.expect(
      "export", "--entity", "Player", "--database", "shop.sqlite",
      gives: Outcome(
        0,
        output:
          #"[{"id":1,"name":"Arthur","is_active":true,"created_at":"2026-03-03T09:30:00Z"},"#
          + #"{"id":2,"name":"Barbara","is_active":true,"created_at":"2026-03-03T09:30:00Z"}]"#
          + "\n"))
    #expect(
      try workspace.rows(of: "shop.sqlite", "SELECT identifier FROM grdb_migrations") == [["v1"]])
  }
}

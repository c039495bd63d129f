import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Columns, and conditions that SQLite stores as text.
@Suite struct DatabaseFactsTests {
  private func difference(_ ddl: String, _ other: String) throws -> String? {
    try DatabaseFacts(tables: ddl).difference(from: DatabaseFacts(tables: other), triggers: false)
  }

  @Test func statesAllPartsOfColumns() throws {
    #expect(
      try difference(
        """
        CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE NOT NULL DEFAULT 'a',
          twice INTEGER AS (id * 2), thrice INTEGER AS (id * 3) STORED, any)
        """, "CREATE TABLE notes (id INTEGER PRIMARY KEY)")
        == "table 'notes' has column any; column thrice INTEGER hidden 3; column title COLLATE NOCASE; "
        + "column title TEXT NOT NULL DEFAULT 'a'; column twice INTEGER hidden 2")
    #expect(
      try difference(
        "CREATE TABLE notes (id INTEGER, part TEXT, PRIMARY KEY (part, id))",
        "CREATE TABLE notes (id INTEGER, part TEXT, PRIMARY KEY (id, part))")
        == "table 'notes' lacks column id INTEGER PRIMARY KEY 1; column part TEXT PRIMARY KEY 2, and "
        + "has column id INTEGER PRIMARY KEY 2; column part TEXT PRIMARY KEY 1")
  }

  @Test func ignoresSpellingOfDefaultsAndCollations() throws {
    #expect(
      try difference(
        "CREATE TABLE notes (title TEXT COLLATE binary DEFAULT (CAST(x'6121' AS TEXT)))",
        "CREATE TABLE notes (title TEXT DEFAULT 'a!')") == nil)
    #expect(
      try difference(
        "CREATE TABLE notes (title TEXT DEFAULT (CAST(x'62' AS TEXT)))",
        "CREATE TABLE notes (title TEXT DEFAULT 'a')")
        == "table 'notes' lacks column title TEXT DEFAULT 'a', and has column title TEXT DEFAULT 'b'"
    )
  }

  @Test func ignoresSpellingOfExpressions() throws {
    let stated = """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, rank INTEGER CHECK (rank BETWEEN 1 AND 5), title TEXT);
      CREATE INDEX notes_title ON notes (lower(title), rank);
      """
    #expect(
      try difference(
        """
        CREATE TABLE "notes"(id INTEGER PRIMARY KEY, rank INTEGER CHECK ( "rank" between 1 /* low */ and 5 ),
          title TEXT);
        CREATE INDEX notes_title ON notes(LOWER("title"),rank) -- by title
        """, stated) == nil)
    #expect(
      try difference(
        """
        CREATE TABLE notes (id INTEGER PRIMARY KEY, old INTEGER CHECK (old BETWEEN 1 AND 5), name TEXT);
        CREATE INDEX notes_title ON notes (lower(name), old);
        ALTER TABLE notes RENAME COLUMN old TO rank;
        ALTER TABLE notes RENAME COLUMN name TO title;
        """, stated) == nil)
  }

  @Test func detectsDifferentCheckConstraint() throws {
    let stated = "CREATE TABLE notes (id INTEGER PRIMARY KEY, rank INTEGER CHECK (rank < 5))"
    #expect(
      try difference("CREATE TABLE notes (id INTEGER PRIMARY KEY, rank INTEGER)", stated)
        == "table 'notes' lacks check (rank < 5)")
    #expect(
      try difference(stated.replacing("5", with: "6"), stated)
        == "table 'notes' lacks check (rank < 5), and has check (rank < 6)")
    let texts = "CREATE TABLE notes (id INTEGER PRIMARY KEY, rank TEXT CHECK (rank <> 'A''b'))"
    #expect(
      try difference(texts.replacing("'A''b'", with: "'a''b'"), texts)
        == "table 'notes' lacks check (rank <> 'A''b'), and has check (rank <> 'a''b')")
  }

  @Test func detectsDifferentIndexExpression() throws {
    let table = "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT); "
    #expect(
      try difference(
        table + "CREATE INDEX i ON notes (upper(title))",
        table + "CREATE INDEX i ON notes (lower(title))")
        == "table 'notes' lacks index i of (lower ( title )), and has index i of (upper ( title ))")
  }
}

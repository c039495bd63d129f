import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Conditions that SQLite stores as text.
@Suite struct DatabaseFactsTests {
  private func difference(_ ddl: String, _ other: String) throws -> String? {
    try DatabaseFacts(tables: ddl).difference(from: DatabaseFacts(tables: other), triggers: false)
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

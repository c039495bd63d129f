import Testing

/// A rename belongs to its version.
@Suite struct SpentNameTests {
  private static func yaml(_ first: String, _ last: String, _ end: String = "") -> String {
    """
    entities:
      Person: { attributes: { id: int, first: \(first), last: \(last) } }
    \(end)
    """
  }

  private static let exchanged = yaml(
    "{ type: string, renamed-from: last }", "{ type: string, renamed-from: first }")

  /// The statements of the frozen version do not exchange the values again.
  @Test func standingRenamesExchangeNothing() throws {
    #expect(try MigratedDatabase.changes(Self.exchanged, Self.exchanged) == [])
    let problems = try MigratedDatabase.problems(Self.exchanged, Self.exchanged)
    #expect(
      problems == [
        "schema.yaml:5:73: warning: 'renamed-from: last' of attribute 'Person.first' has no "
          + "effect: version 1 already has 'first' [spent-former-name]\n  note: remove it\n"
          + "  note: to exchange the values of 'last' and 'first' again, add "
          + #""- sql: 'UPDATE people SET "first" = "last", "last" = "first"'" "#
          + "under 'migrations: 2:'",
        "schema.yaml:5:117: warning: 'renamed-from: first' of attribute 'Person.last' has no "
          + "effect: version 1 already has 'last' [spent-former-name]\n  note: remove it\n"
          + "  note: to exchange the values of 'first' and 'last' again, add "
          + #""- sql: 'UPDATE people SET "last" = "first", "first" = "last"'" "#
          + "under 'migrations: 2:'",
      ])
  }

  /// Nothing can be removed from a frozen version.
  @Test func frozenVersionsMayStateSpentNames() throws {
    #expect(
      try MigratedDatabase.problems(Self.exchanged, Self.exchanged, isFrozen: true) == [])
  }

  /// The statement in the note.
  @Test func sqlExchangesValuesAgain() throws {
    let sql = #"UPDATE people SET "first" = "last", "last" = "first""#
    let database = try MigratedDatabase(
      Self.exchanged,
      Self.yaml("string", "string", "migrations:\n  2:\n    - sql: '\(sql)'"),
      rows: "INSERT INTO people VALUES (1, 'Ada', 'Lovelace')")
    #expect(try database.rows("SELECT * FROM people") == ["1|Lovelace|Ada"])
  }
}

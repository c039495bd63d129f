import Foundation
import Programs
import Testing

/// Each risk that `plan` states, with rows that make it come true.
@Suite struct PlanRiskRowsTests {
  private static let site = "  Site:\n    attributes: { id: int, name: string, size: int? }\n"
  private static let photo =
    "  Photo:\n    attributes: { id: int, text: string, note: string? }\n    sync: { push: true }\n"

  private static func schema(_ version: Int, _ entities: String) -> String {
    "swiftsync: 1\nname: App\nversion: \(version)\nentities:\n\(entities)"
  }

  /// A database of version 1 with rows, and with a local change that is not pushed yet.
  private func workspace(
    _ entities: String = site + photo,
    rows: String = #"[{"id": 1, "name": "A", "size": 1}, {"id": 2, "name": "A"}]"#,
    note: String = "n"
  ) async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", Self.schema(1, entities))
    try await workspace.run("freeze", "-q")
    try workspace.write("sites.json", rows)
    let apply = try await workspace.run(
      "apply", "sites.json", "--entity", "Site", "--database", "app.sqlite", "-q")
    #expect(apply.status == 0, "\(apply)")
    if entities.contains("Photo") {
      let writes =
        "INSERT INTO photos (id, text) VALUES (1, 'x'); "
        + "UPDATE photos SET note = '\(note)' WHERE id = 1"
      #expect(try workspace.execute(writes, on: "app.sqlite") == nil)
    }
    return workspace
  }

  /// Writes version 2, whose plan has a risk, and opens the database with it.
  private func migrate(
    _ workspace: Workspace, to entities: String, risk: String,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    try workspace.write("Schemas/app.yaml", Self.schema(2, entities))
    let plan = try await workspace.run("plan", "-q", "--fail-on", risk)
    #expect(
      plan.errors
        == "swiftsync-gen: error: the risk is '\(risk)', which '--fail-on \(risk)' refuses\n",
      sourceLocation: location)
    return try await workspace.run("export", "--entity", "Site", "--database", "app.sqlite")
  }

  private func changes(_ workspace: Workspace) throws -> [[String]] {
    try workspace.rows(
      of: "app.sqlite", "SELECT entity, id, operation, fields FROM swiftsync_changes")
  }

  // MARK: May fail

  @Test(arguments: [
    (
      site + "    indexes: [{ on: [name], unique: true }]\n" + photo
        + "migrations: { 2: [{ allow-lossy: [Site.name] }] }\n",
      "CREATE UNIQUE INDEX sites_name ON sites (name);",
      "rows id=1 and id=2 of 'sites': UNIQUE constraint failed: sites.name (SQLite error 2067)"
    ),
    (
      site + photo
        + "migrations: { 2: [{ sql: UPDATE sites SET name = NULL WHERE size IS NULL, "
        + "may-change: [sites.name] }] }\n",
      "UPDATE sites SET name = NULL WHERE size IS NULL;",
      "row id=2 of 'sites': NOT NULL constraint failed: sites.name (SQLite error 1299)"
    ),
  ])
  func rowsStopMigration(entities: String, statement: String, reason: String) async throws {
    let workspace = try await workspace()
    let outcome = try await migrate(workspace, to: entities, risk: "may-fail")
    #expect(
      outcome
        == Outcome(
          1,
          errors:
            "swiftsync-gen: error: the database app.sqlite remains at version 1 of 'App', because "
            + "it could not be migrated to version 2: the statement \"\(statement)\" failed at "
            + "\(reason)\n"))
    // Nothing is lost, and the migration succeeds without the row.
    #expect(
      try workspace.rows(
        of: "app.sqlite", "SELECT id, user_version FROM sites, pragma_user_version")
        == [["1", "1"], ["2", "1"]])
    #expect(try workspace.execute("DELETE FROM sites WHERE id = 2", on: "app.sqlite") == nil)
    #expect(
      try await workspace.run("export", "--entity", "Site", "--database", "app.sqlite")
        == Outcome(
          0, output: #"[{"id":1,"name":"A","size":1}]"# + "\n",
          errors: "app.sqlite: migrated from version 1 to 2\n"))
  }

  // MARK: Losses

  @Test func rowsAreLost() async throws {
    let kept = "  Site:\n    attributes: { id: int, name: string, deletedAt: date? }\n"
    let workspace = try await workspace(
      kept + "    sync: { tombstone: { attribute: deletedAt, soft-delete: true } }\n",
      rows: #"[{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]"#)
    let deletion = "UPDATE sites SET deleted_at = '2026-01-01T00:00:00.000000Z' WHERE id = 2"
    #expect(try workspace.execute(deletion, on: "app.sqlite") == nil)
    #expect(try workspace.rows(of: "app.sqlite", "SELECT id FROM sites") == [["1"], ["2"]])
    let outcome = try await migrate(
      workspace, to: kept + "migrations: { 2: [{ drops: [Site.deletedAt] }] }\n",
      risk: "loses-data")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try workspace.rows(of: "app.sqlite", "SELECT id FROM sites") == [["1"]])
  }

  /// The value that only the device has goes, and the rest of the change is still pushed.
  @Test func unsentValueIsLost() async throws {
    let workspace = try await workspace()
    #expect(try changes(workspace) == [["Photo", "1", "insert", ",note,"]])
    let entities = Self.site + Self.photo.replacingOccurrences(of: ", note: string?", with: "")
    let outcome = try await migrate(
      workspace, to: entities + "migrations: { 2: [{ drops: [Photo.note] }] }\n",
      risk: "loses-unsent-changes")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try changes(workspace) == [["Photo", "1", "insert", ","]])
    #expect(
      try await workspace.run("plan").output == """
        App, version 1 to 2

        - drops attribute 'Photo.note': its values are deleted; local changes of it that are not \
        pushed yet are lost

        """)
  }

  /// A conversion that loses some values: those of the local change go, and it is pushed without them.
  /// What fits is still pushed.
  @Test(arguments: [("n", ["insert", ","], ""), ("7", ["insert", ",note,"], "7")])
  func unsentValueThatDoesNotFitIsLost(
    value: String, change: [String], note: String
  ) async throws {
    let workspace = try await workspace()
    let write = "UPDATE photos SET note = '\(value)' WHERE id = 1"
    #expect(try workspace.execute(write, on: "app.sqlite") == nil)
    let entities = Self.site + Self.photo.replacingOccurrences(of: "string?", with: "int?")
    let outcome = try await migrate(
      workspace, to: entities + "migrations: { 2: [{ allow-lossy: [Photo.note] }] }\n",
      risk: "loses-unsent-changes")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try changes(workspace) == [["Photo", "1"] + change])
    #expect(
      try workspace.rows(of: "app.sqlite", "SELECT coalesce(note, '') FROM photos") == [[note]])
    let text = "changes the type of attribute 'Photo.note' from 'string' to 'int'"
    let data =
      "a value that does not fit becomes null; local changes to such values that are not pushed yet "
      + "are lost"
    #expect(try await workspace.run("plan").output.contains("- \(text): \(data)\n"))
    #expect(
      try await workspace.run("plan", "--format", "markdown").output.contains(
        "| \(text) | \(data) | **loses unsent changes**, **loses data** |\n"))
    #expect(
      try await workspace.run("plan", "--format", "json").output.contains(
        #""risk": "loses-unsent-changes", "risks": ["loses-unsent-changes", "loses-data"]"#))
  }

  /// The local change stays, with the part that is kept.
  @Test func partOfUnsentValueIsLost() async throws {
    let spot = "types: { Spot: { fields: { city: string?, zip: string? } } }\n"
    let entities =
      Self.site
      + "  Photo:\n    attributes: { id: int, text: string, note: string?, spot: Spot?, at: date? }\n"
      + "    sync: { push: true }\n"
    let workspace = try await workspace(entities + spot)
    let write =
      "UPDATE photos SET spot = '{\"city\":\"A\",\"zip\":\"1\"}', "
      + "at = '2026-01-01T00:00:00.250000Z' WHERE id = 1"
    #expect(try workspace.execute(write, on: "app.sqlite") == nil)
    let outcome = try await migrate(
      workspace,
      to: entities.replacingOccurrences(
        of: "at: date?", with: "at: { type: date?, storage: seconds }")
        + spot.replacingOccurrences(of: ", zip: string?", with: "")
        + "migrations: { 2: [{ drops: [Spot.zip] }, { allow-lossy: [Photo.at] }] }\n",
      risk: "loses-unsent-changes")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try changes(workspace) == [["Photo", "1", "insert", ",note,spot,at,"]])
    #expect(
      try workspace.rows(of: "app.sqlite", "SELECT spot, at FROM photos")
        == [[#"{"city":"A"}"#, "1767225600"]])
    #expect(
      try await workspace.run("plan").output == """
        App, version 1 to 2

        - drops field 'Spot.zip': its values are deleted, also in local changes that are not pushed \
        yet
        - changes the storage of attribute 'Photo.at' from 'text' to 'seconds': fractions of seconds \
        are lost, also in local changes that are not pushed yet

        This migration:
        1. copies the rows of 'photos' to a new table

        """)
  }

  /// Without a value for what does not fit, nothing is lost: the database stays as it is.
  @Test func valueThatDoesNotFitStopsMigration() async throws {
    let workspace = try await workspace()
    let outcome = try await migrate(
      workspace,
      to: Self.site + Self.photo.replacingOccurrences(of: "text: string", with: "text: int")
        + "migrations: { 2: [{ allow-lossy: [Photo.text] }] }\n", risk: "may-fail")
    #expect(outcome.status == 1)
    #expect(try changes(workspace) == [["Photo", "1", "insert", ",note,"]])
    #expect(
      try await workspace.run("plan", "--format", "markdown").output.contains(
        "| the migration fails if a value does not fit | **may fail** |\n"))
  }

  /// Of an enum, each attribute loses its values in its own way.
  @Test func eachRiskOfEnumIsStated() async throws {
    let moods = "enums: { Mood: { cases: [calm, wild], unknown: reject } }\n"
    let entities =
      "  Site:\n    attributes: { id: int, name: string, mood: Mood }\n"
      + Self.photo
      .replacingOccurrences(of: "string?", with: "Mood?")
    let workspace = try await workspace(
      entities + moods, rows: #"[{"id": 1, "name": "A", "mood": "calm"}]"#, note: "wild")
    let outcome = try await migrate(
      workspace,
      to: entities + moods.replacingOccurrences(of: ", wild", with: "")
        + "migrations: { 2: [{ allow-lossy: [Mood.wild] }] }\n", risk: "loses-unsent-changes")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try changes(workspace) == [["Photo", "1", "insert", ","]])
    #expect(
      try await workspace.run("plan", "--format", "markdown").output.contains(
        "pushed yet are lost | **loses unsent changes**, **loses data**, **may fail** |\n"))
  }

  @Test func unsentRowIsLost() async throws {
    let workspace = try await workspace()
    let outcome = try await migrate(
      workspace, to: Self.site + "migrations: { 2: [{ drops: [Photo] }] }\n",
      risk: "loses-unsent-changes")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try changes(workspace) == [])
  }

  /// The server has what is not pushed.
  @Test func valueThatIsNotPushedIsNotUnsent() async throws {
    let workspace = try await workspace(Self.site)
    let outcome = try await migrate(
      workspace,
      to: Self.site.replacingOccurrences(of: ", size: int?", with: "")
        + "migrations: { 2: [{ drops: [Site.size] }] }\n", risk: "loses-data")
    #expect(outcome.status == 0, "\(outcome)")
  }

  // MARK: Time and code

  /// The plan's time is that of copying rows, of which there are many here.
  @Test func rowsAreCopied() async throws {
    let workspace = try await workspace(Self.site)
    let rows = """
      WITH RECURSIVE numbers (n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM numbers WHERE n < 50000)
      INSERT INTO sites SELECT n, 'site ' || n, n FROM numbers
      """
    #expect(try workspace.execute(rows, on: "app.sqlite") == nil)
    let outcome = try await migrate(
      workspace,
      to: Self.site.replacingOccurrences(of: "size: int?", with: "size: { type: int, default: 0 }"),
      risk: "rebuild")
    #expect(outcome.errors == "app.sqlite: migrated from version 1 to 2\n")
    #expect(
      try workspace.rows(of: "app.sqlite", "SELECT count(*), sum(size = 0), max(size) FROM sites")
        == [["50000", "1", "50000"]])
  }

  @Test func appIsNeeded() async throws {
    let workspace = try await workspace(Self.site)
    let outcome = try await migrate(
      workspace, to: Self.site + "migrations: { 2: [{ custom: fill }] }\n", risk: "needs-app")
    #expect(
      outcome
        == Outcome(
          1,
          errors:
            "swiftsync-gen: error: the database app.sqlite cannot be used: the step from version 1 "
            + "to 2 calls the function 'fill' of the app; open the database with the app first\n"))
  }
}

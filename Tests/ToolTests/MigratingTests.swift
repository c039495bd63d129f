import CSQLite
import Foundation
import Programs
import Testing

/// `apply` and `export` with a database of an older version.
@Suite struct MigratingTests {
  /// A database of version 1, and a schema of version 2.
  private func workspace(_ migration: String = "") async throws -> Workspace {
    let workspace = try Workspace.withSchema()
    try await workspace.run("freeze")
    try workspace.write("tea.json", #"[{"id": 1, "title": "Tea", "price": 2.5}]"#)
    try await workspace.run("apply", "tea.json", "--entity", "Item", "--database", "shop.sqlite")
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(of: "version: 1", with: "version: 2")
        .replacingOccurrences(
          of: "title: string", with: "name: { type: string, renamed-from: title, remote: title }")
        + migration)
    return workspace
  }

  private let export = ["export", "--entity", "Item", "--database", "shop.sqlite", "--id", "1"]

  @Test func migratesToSchemaVersion() async throws {
    let workspace = try await workspace()
    try await workspace.expect(
      export,
      gives: Outcome(
        0, output: #"{"id":1,"title":"Tea","price":2.5}"# + "\n",
        errors: "shop.sqlite: migrated from version 1 to 2\n"))
    let rows = try workspace.rows(
      of: "shop.sqlite", "SELECT name, user_version FROM items, pragma_user_version")
    #expect(rows == [["Tea", "2"]])
  }

  @Test func rejectsStepThatNeedsApp() async throws {
    let workspace = try await workspace("\nmigrations: { 2: [{ custom: polish }] }\n")
    try await workspace.expect(
      export,
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: the database shop.sqlite cannot be used: the step from version 1 to 2 "
          + "calls the function 'polish' of the app; open the database with the app first\n"))
    let rows = try workspace.rows(
      of: "shop.sqlite", "SELECT title, user_version FROM items, pragma_user_version")
    #expect(rows == [["Tea", "1"]])
  }

  @Test func showsMigrationErrors() async throws {
    let workspace = try await workspace()
    let schema = try workspace.read("Schemas/shop.yaml")
    try workspace.write(
      "Schemas/shop.yaml",
      schema.replacingOccurrences(
        of: "{ type: string, renamed-from: title, remote: title }", with: "\"string?\""))
    let outcome = try await workspace.run(
      "export", "--entity", "Item", "--database", "shop.sqlite", "--id", "1")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("Schemas/shop.yaml:"), "\(outcome.errors)")
    #expect(outcome.errors.contains("[data-loss]"), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(
        "\nswiftsync-gen: error: the database shop.sqlite remains at version 1 of 'Shop': the migration to version 2 has errors; correct them first\n"
      ), "\(outcome.errors)")
  }

  @Test func rejectsUnfrozenVersion() async throws {
    let workspace = try await workspace()
    try workspace.remove("Schemas/shop.versions/1.json")
    try await workspace.expect(
      export,
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:3:10: error: 'version' is 2, but no earlier version is frozen, so databases of earlier versions cannot be opened [unfrozen-version]
          Schemas/shop.yaml:3:10: note: if version 1 has shipped, restore its file in the folder of the frozen versions, for example from Git; a version that was never frozen can still be: restore its schema, run 'swiftsync-gen freeze', and then raise 'version'
          Schemas/shop.yaml:3:10: note: if no build with an earlier version has left the team, write 1 or add 'oldest-version: 2'
          swiftsync-gen: error: the database shop.sqlite remains at version 1 of 'Shop': the migration to version 2 has errors; correct them first

          """))
  }

  /// Databases of versions before `oldest-version` cannot be opened.
  @Test func rejectsUnsupportedVersion() async throws {
    let workspace = try await workspace("\noldest-version: 2\n")
    try workspace.remove("Schemas/shop.versions/1.json")
    try await workspace.expect(
      export,
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: the database shop.sqlite cannot be used: it has schema version 1, "
          + "and there is no migration from it to version 2; open it with an earlier release of the app "
          + "first, or freeze version 1 and generate the migration\n"))
  }

  // MARK: Copies

  private let unchanged = "shop.sqlite: remains at version 1; a copy was migrated to version 2\n"

  /// Runs a command that changes no file, not even those that SQLite keeps next to the database.
  private func expectUnchanged(
    _ workspace: Workspace, _ arguments: [String], gives expected: Outcome
  ) async throws {
    let before = try workspace.snapshot(of: "")
    try await workspace.expect(arguments, gives: expected)
    #expect(try workspace.snapshot(of: "") == before)
  }

  @Test func dryRunMigratesCopy() async throws {
    let workspace = try await workspace()
    try await expectUnchanged(
      workspace,
      ["apply", "tea.json", "--entity", "Item", "--database", "shop.sqlite", "--dry-run"],
      gives: Outcome(
        0, output: "Item: 0 inserted, 0 updated, 1 unchanged, 0 deleted\n",
        errors: unchanged + "dry run: nothing was written\n"))
  }

  @Test func exportWithoutMigrationMigratesCopy() async throws {
    let workspace = try await workspace()
    try await expectUnchanged(
      workspace, export + ["--no-migrate"],
      gives: Outcome(
        0, output: #"{"id":1,"title":"Tea","price":2.5}"# + "\n", errors: unchanged))
  }

  /// The triggers and the record of an older tool are not replaced either.
  @Test func dryRunKeepsDatabaseOfSameVersion() async throws {
    let workspace = try await workspace()
    try workspace.write("Schemas/shop.yaml", Samples.shop)
    let error = try workspace.execute(
      "PRAGMA journal_mode = DELETE; UPDATE swiftsync_schema SET triggers = 0, fingerprint = NULL",
      on: "shop.sqlite")
    #expect(error == nil)
    try workspace.write("tea.json", #"[{"id": 1, "title": "Tea", "price": 3}]"#)
    try await expectUnchanged(
      workspace,
      ["apply", "tea.json", "--entity", "Item", "--database", "shop.sqlite", "--dry-run"],
      gives: Outcome(
        0, output: "Item: 0 inserted, 1 updated, 0 unchanged, 0 deleted\n",
        errors: "dry run: nothing was written\n"))
    try await expectUnchanged(
      workspace, export + ["--no-migrate"],
      gives: Outcome(0, output: #"{"id":1,"title":"Tea","price":2.5}"# + "\n"))
  }

  /// An interrupted program leaves its log, which a copy contains.
  @Test func copyContainsLog() async throws {
    let workspace = try await workspace()
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    try #require(sqlite3_open(workspace.url("shop.sqlite").path, &connection) == SQLITE_OK)
    let update =
      "INSERT INTO swiftsync_applying VALUES (1); UPDATE items SET title = 'Mate'; "
      + "DELETE FROM swiftsync_applying"
    try #require(sqlite3_exec(connection, update, nil, nil, nil) == SQLITE_OK)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        at: workspace.url("shop.sqlite\(suffix)"), to: workspace.url("left.sqlite\(suffix)"))
    }
    let before = try workspace.snapshot(of: "")
    try await workspace.expect(
      "export", "--entity", "Item", "--database", "left.sqlite", "--id", "1", "--no-migrate",
      gives: Outcome(
        0, output: #"{"id":1,"title":"Mate","price":2.5}"# + "\n",
        errors: "left.sqlite: remains at version 1; a copy was migrated to version 2\n"))
    // SQLite creates the index of a log for every reader.
    let after = try workspace.snapshot(of: "").filter { !$0.key.hasSuffix("-shm") }
    #expect(after == before.filter { !$0.key.hasSuffix("-shm") })
  }

  @Test func exportOfReadOnlyFileMigratesCopy() async throws {
    let workspace = try await workspace()
    let temporary = workspace.url("temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: temporary.path)
    for path in ["shop.sqlite", ""] {
      try FileManager.default.setAttributes(
        [.posixPermissions: path.isEmpty ? 0o555 : 0o444], ofItemAtPath: workspace.url(path).path)
    }
    let outcome = try await workspace.runAsAnybody(export, temporary: temporary)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: workspace.url("").path)
    #expect(
      outcome
        == Outcome(0, output: #"{"id":1,"title":"Tea","price":2.5}"# + "\n", errors: unchanged))
  }

  /// Messages are about the file, not about the copy.
  @Test func copyIsNotMentioned() async throws {
    let workspace = try await workspace("\nmigrations: { 2: [{ custom: polish }] }\n")
    try await expectUnchanged(
      workspace, export + ["--no-migrate"],
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: the database shop.sqlite cannot be used: the step from version 1 to 2 "
          + "calls the function 'polish' of the app; open the database with the app first\n"))
  }
}

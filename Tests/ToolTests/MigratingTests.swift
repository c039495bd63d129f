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
      export, gives: Outcome(0, output: #"{"id":1,"title":"Tea","price":2.5}"# + "\n"))
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
        errors:
          "swiftsync-gen: error: the database shop.sqlite cannot be used: it has schema version 1, "
          + "and there is no migration from it to version 2; open it with an earlier release of the app "
          + "first, or freeze version 1 and generate the migration\n"))
  }
}

import Foundation
import Programs
import Testing

/// `plan` states the risk of each change.
@Suite struct PlanRiskTests {
  private static let first = """
    swiftsync: 1
    name: App
    version: 1
    entities:
      Photo:
        attributes: { id: uuid, text: string }
        sync: { push: true }
      Site:
        attributes: { id: int, name: string, note: string, size: "int?" }
        indexes: [{ on: [name] }]

    """
  private static let second = """
    swiftsync: 1
    name: App
    version: 2
    entities:
      Site:
        attributes: { id: int, name: string, title: "string?", size: "string?" }
        indexes: [{ on: [name], unique: true }]
    migrations:
      2:
        - drops: [Photo, Site.note]
        - allow-lossy: [Site.name]
        - sql: "UPDATE sites SET title = name || '|'"
        - custom: fillSites

    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", Self.first)
    try await workspace.run("freeze", "-q")
    try workspace.write("Schemas/app.yaml", Self.second)
    return workspace
  }

  /// Times differ between machines.
  private static func timeless(_ text: String) -> String {
    text.replacing(#/\d+(\.\d\d)? s per/#, with: "… s per")
  }

  @Test func writesMarkdown() async throws {
    let outcome = try await workspace().run("plan", "--format", "markdown")
    #expect(outcome.status == 0)
    #expect(
      Self.timeless(outcome.output) == #"""
        ### App: version 1 to 2

        Risk: **loses unsent changes**

        | Change | Rows | Risk |
        |---|---|---|
        | drops entity 'Photo' | the rows of table 'photos' are deleted; local changes that are not \#
        pushed yet are lost | **loses unsent changes**, **loses data** |
        | adds attribute 'Site.title' | existing rows get null | none |
        | drops attribute 'Site.note' | its values are deleted | **loses data** |
        | changes the type of attribute 'Site.size' from 'int' to 'string' | values are converted | \#
        none |
        | adds unique index 'sites\_name' on (name) | the migration fails if two rows have the same \#
        values | **may fail** |
        | drops index 'sites\_name' |  | none |
        | copies the rows of 'sites' to a new table | … s per 100,000 rows | rebuild |
        | runs SQL of the schema: UPDATE sites SET title = name \|\| '\|' |  | **may fail** |
        | runs your function 'fillSites' |  | needs the app |

        <details>
        <summary>SQL</summary>

        ```sql
        -- drops entity 'Photo': its rows are deleted; changes the type of attribute 'Site.size' from \#
        'int' to 'string': values have to be converted
        CREATE TABLE swiftsync_new_sites (
          id INTEGER NOT NULL PRIMARY KEY,
          name TEXT NOT NULL,
          title TEXT,
          size TEXT
        );
        INSERT INTO swiftsync_new_sites (
          id,
          name,
          size
        )
        SELECT
          id,
          name,
          CAST(size AS TEXT)
        FROM sites;
        DELETE FROM swiftsync_changes WHERE entity = 'Photo';
        DROP TABLE sites;
        DROP TABLE photos;
        ALTER TABLE swiftsync_new_sites RENAME TO sites;
        CREATE UNIQUE INDEX sites_name ON sites (name);

        -- the schema has 'sql' after the change
        UPDATE sites SET title = name || '|';

        -- the schema has 'custom' after the change: the app runs 'fillSites'
        ```

        </details>

        Times are measured where this was written, with 100,000 sample rows in memory. A phone takes \#
        longer.

        """#)
  }

  @Test func annotatesPullRequests() async throws {
    try await workspace().expect(
      "plan", "--format", "github",
      gives: Outcome(
        0,
        output: """
          ::warning file=Schemas/app.yaml,line=3,col=10,title=migration-risk::loses unsent changes, loses data: \
          drops entity 'Photo': the rows of table 'photos' are deleted; local changes that are not \
          pushed yet are lost
          ::warning file=Schemas/app.yaml,line=3,col=10,title=migration-risk::loses data: drops \
          attribute 'Site.note': its values are deleted
          ::warning file=Schemas/app.yaml,line=7,col=15,title=migration-risk::may fail: adds unique \
          index 'sites_name' on (name): the migration fails if two rows have the same values
          ::notice file=Schemas/app.yaml,line=9,col=3,title=migration-risk::rebuild: copies the rows of \
          'sites' to a new table
          ::warning file=Schemas/app.yaml,line=9,col=3,title=migration-risk::may fail: runs SQL of the \
          schema: UPDATE sites SET title = name || '|'
          ::notice file=Schemas/app.yaml,line=9,col=3,title=migration-risk::needs the app: runs your \
          function 'fillSites'

          """))
  }

  @Test(arguments: ["rebuild", "needs-app", "may-fail", "loses-data", "loses-unsent-changes"])
  func failsOnRisk(risk: String) async throws {
    let outcome = try await workspace().run("plan", "-q", "--fail-on", risk)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        swiftsync-gen: error: the risk is 'loses-unsent-changes', which '--fail-on \(risk)' refuses

        """)
  }

  @Test func passesLesserRisk() async throws {
    let workspace = try await workspace()
    try workspace.write(
      "Schemas/app.yaml",
      Self.first.replacingOccurrences(of: "version: 1", with: "version: 2")
        .replacingOccurrences(of: "size: \"int?\"", with: "size: \"string?\""))
    #expect(try await workspace.run("plan", "--fail-on", "needs-app").status == 0)
    #expect(try await workspace.run("plan", "--fail-on", "rebuild").status == 1)
  }

  @Test(.enabled(if: GitRepository.isAvailable, "Git is not installed"))
  func beginsAtWhatIsFrozenElsewhere() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try repository.write(version: 3, "zip: string?, a: int?")
    try await workspace.run("freeze", "-q")
    try repository.write(version: 4, "zip: string?, a: int?, b: int?")
    let step3 = "App, version 2 to 3\n\n- adds attribute 'Site.a': existing rows get null\n"
    let step4 = "App, version 3 to 4\n\n- adds attribute 'Site.b': existing rows get null\n"
    try await workspace.expect(
      "plan", "--against", "shipped", gives: Outcome(0, output: step3 + "\n" + step4))
    try await workspace.expect(
      "plan", "--against", "shipped", "--to", "3", gives: Outcome(0, output: step3))
    try await workspace.expect(
      "plan", "--against", ".",
      gives: Outcome(0, output: step4))
    try repository.write(version: 3, "zip: string?, a: int?")
    let nothing =
      "Schemas/app.yaml: version 3 is frozen in '.', and nothing follows it, so there is nothing to "
      + "migrate\n"
    try await workspace.expect("plan", "--against", ".", gives: Outcome(0, errors: nothing))
    try await workspace.expect(
      "plan", "--against", ".", "--format", "markdown", gives: Outcome(0, output: nothing))
    let outcome = try await workspace.run("plan", "--against", "main", "--from", "1")
    #expect(outcome.status == 64)
  }
}

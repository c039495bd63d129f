import Foundation
import Programs
import Testing

/// Steps that no command accepts, and what each command says about a schema.
@Suite struct RefusedStepTests {
  private static func schema(_ version: Int, _ attributes: String, _ rest: String = "") -> String {
    """
    swiftsync: 1
    name: App
    version: \(version)
    entities:
      Note: { attributes: { id: int, b: string\(attributes) } }
    \(rest)
    """
  }

  private static func workspace(_ versions: String...) async throws -> Workspace {
    let workspace = try Workspace()
    for (index, schema) in versions.enumerated() {
      try workspace.write("Schemas/app.yaml", schema)
      if index < versions.count - 1 {
        try #require(try await workspace.run("freeze").status == 0)
      }
    }
    return workspace
  }

  private static let apply = ["apply", "a.json", "--entity", "Note", "--database", "a.sqlite"]

  /// `apply` migrates with the same checks as the other commands.
  @Test func applyRefusesWhatPlanRefuses() async throws {
    let workspace = try await Self.workspace(Self.schema(1, ""), Self.schema(1, ""))
    try workspace.write("a.json", #"[{"id": 1, "b": "x"}]"#)
    try #require(try await workspace.run(Self.apply).status == 0)
    try workspace.write(
      "Schemas/app.yaml", Self.schema(2, ", a: { type: \"string?\", backfill: \"upper(c)\" }"))
    let reason = """
      Schemas/app.yaml:5:44: error: SQLite refuses the 'backfill' of 'Note.a': no such column: c [refused-sql]
      Schemas/app.yaml:5:44: note: it is an expression over table 'notes' of version 1, with 'id', 'b'

      """
    let plan = try await workspace.run("plan")
    #expect(plan.status == 1)
    let outcome = try await workspace.run(Self.apply)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the database a.sqlite remains at version 1 of 'App'"))
    #expect(outcome.errors.contains("no such column: c [refused-sql]"))
    #expect(plan.errors.contains("no such column: c [refused-sql]"), "\(reason)")
    #expect(try workspace.rows(of: "a.sqlite", "PRAGMA user_version") == [["1"]])
  }

  @Test func sqlThatDoesNotEnd() async throws {
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    let workspace = try await Self.workspace(
      Self.schema(1, ""),
      Self.schema(2, ", a: int?", "migrations: { 2: [ { sql: \"\(endless)\" } ] }\n"))
    try await workspace.expect(
      "plan",
      gives: Outcome(
        1,
        errors:
          "Schemas/app.yaml:6:20: error: SQLite refuses this 'sql': it does not end [refused-sql]\n"
      ))
  }

  @Test func backfillThatDoesNotEnd() async throws {
    let endless =
      "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n)"
    let workspace = try await Self.workspace(
      Self.schema(1, ""), Self.schema(2, ", a: { type: int, backfill: \"\(endless)\" }"))
    let outcome = try await workspace.run("verify")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("it does not end [migration-fails]"), "\(outcome.errors)")
  }

  /// A value that becomes required is filled by the `backfill` that the frozen version also has,
  /// because rows may lack it that were written since.
  @Test func sameBackfillFillsWhatBecomesRequired() async throws {
    let workspace = try await Self.workspace(
      Self.schema(1, ""), Self.schema(2, ", a: { type: \"string?\", backfill: \"upper(b)\" }"),
      Self.schema(3, ", a: { type: string, backfill: \"upper(b)\" }"))
    let outcome = try await workspace.run("plan")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains("makes attribute 'Note.a' required: rows without one get upper(b)"))
    try await workspace.expect(
      "verify",
      gives: Outcome(
        0,
        output: """
          App 1 to 2: verified with 1000 rows
          App 1 to 3: verified with 1000 rows
          App 2 to 3: verified with 1000 rows

          """))
  }

  @Test func conversionThatSQLiteCannotCompile() async throws {
    func types(_ kind: String) -> String {
      "types:\n  T0: { x: \(kind) }\n"
        + (1...12).map { "  T\($0): { a: \"[T\($0 - 1)]\" }\n" }.joined()
    }
    let workspace = try await Self.workspace(
      Self.schema(1, ", v: T12", types("int")), Self.schema(2, ", v: T12", types("string")))
    for command in ["plan", "freeze"] {
      let outcome = try await workspace.run(command)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains(
          "error: SQLite cannot compile the conversion of values to version 2: parser stack overflow [refused-sql]"
        ), "\(outcome.errors)")
    }
  }

  @Test func adviceOnNamesIsShownWhereItCanBeFollowed() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/app.yaml",
      """
      swiftsync: 1
      name: App
      version: 1
      types: { Point: { x: int } }
      entities:
        Task: { attributes: { id: int } }

      """)
    for command in [["validate"], ["generate"]] {
      let errors = try await workspace.run(command).errors
      #expect(errors.contains("[shadowed-name]"))
      #expect(errors.contains("[unused-type]"))
    }
    for command in [["plan"], ["verify"], ["context"], ["freeze"]] {
      let errors = try await workspace.run(command).errors
      #expect(!errors.contains("warning"), "\(command) \(errors)")
    }
  }
}

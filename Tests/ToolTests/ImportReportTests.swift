import Programs
import TestHelpers
import Testing

/// What `import` says about a source.
@Suite struct ImportReportTests {
  /// CI fails if the source differs from the schema.
  @Test func checkWritesNothing() async throws {
    let workspace = try ImportTests.workspace()
    try await workspace.run("import", "answer.json")
    let before = try workspace.read("Schemas/app.yaml")
    let arguments = ["import", "answer.json", "--merge", "Schemas/app.yaml", "--check"]
    let same = try await workspace.run(arguments)
    #expect(same == Outcome(0, errors: "Schemas/app.yaml is up to date\n"))
    try workspace.write(
      "answer.json", #"[{"id": 1, "created_at": "2026-01-05T08:00:00Z", "size": 3}]"#)
    let changed = try await workspace.run(arguments)
    #expect(
      changed
        == Outcome(
          1,
          errors: """
            missing in Schemas/app.yaml:
              attribute Answer.size
            different in the source:
              Schemas/app.yaml:15: Answer.name is required, but rows of the source lack 'name' (answer.json)
            next: swiftsync-gen import answer.json --merge Schemas/app.yaml

            """))
    let report = try await workspace.run(arguments + ["--report", "json"])
    #expect(
      report
        == Outcome(
          1,
          output:
            #"{"added":["attribute Answer.size"],"counts":{"endpoints":0,"entities":1,"relationships":0},"#
            + #""differences":[{"kind":"gone","message":"Answer.name is required, but rows of the source lack 'name'","#
            + #""name":"Answer.name","place":"Schemas/app.yaml:15","source":"answer.json"}],"guesses":[],"left_out":[],"#
            + #""next":["swiftsync-gen import answer.json --merge Schemas/app.yaml"],"not_added":[],"#
            + #""schema":"Schemas/app.yaml","suggestions":[],"wrote":[]}"# + "\n"))
    #expect(try workspace.read("Schemas/app.yaml") == before)
  }

  @Test func checkAnnotatesPullRequests() async throws {
    let workspace = try ImportTests.workspace()
    try await workspace.run("import", "answer.json")
    let check = [
      "import", "answer.json", "--merge", "Schemas/app.yaml", "--check", "--format", "github",
    ]
    try await workspace.expect(
      check, gives: Outcome(0, errors: "Schemas/app.yaml is up to date\n"))
    try workspace.write(
      "answer.json", #"[{"id": 1, "created_at": "2026-01-05T08:00:00Z", "size": 3}]"#)
    try await workspace.expect(
      check,
      gives: Outcome(
        1,
        output: """
          ::error file=Schemas/app.yaml,line=1,title=import::missing: attribute Answer.size
          ::error file=Schemas/app.yaml,line=15,title=import::Answer.name is required, but rows of the \
          source lack 'name' (answer.json)
          ::error::Schemas/app.yaml lacks what the source has; run 'swiftsync-gen import answer.json \
          --merge Schemas/app.yaml'

          """))
  }

  @Test(arguments: [
    (["--format", "github"], "option '--format' needs '--check'"),
    (
      ["--merge", "Schemas/app.yaml", "--check", "--format", "github", "--report", "json"],
      "options '--format' and '--report' cannot be combined"
    ),
  ])
  func rejectsFormat(options: [String], message: String) async throws {
    let outcome = try await ImportTests.workspace().run(["import", "answer.json"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("swiftsync-gen: error: \(message)\n"), "\(outcome)")
  }

  @Test func checkNeedsSchema() async throws {
    let workspace = try ImportTests.workspace()
    let outcome = try await workspace.run("import", "answer.json", "--check")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("option '--check' needs '--merge'"))
  }

  @Test(arguments: [["import", "rows.json"], ["init", "app", "--from", "rows.json"]])
  func reportListsGuesses(_ arguments: [String]) async throws {
    let workspace = try Workspace()
    try workspace.write(
      "rows.json",
      #"[{ "id": 1, "parts": "red, blue", "tags": "a, b" }, { "id": 2, "parts": "x, y", "tags": "c, d" }]"#
    )
    let outcome = try await workspace.run(arguments + ["--report", "json"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let report = try JSON(text: outcome.output)
    #expect(report["wrote"] == .array([.string("Schemas/app.yaml")]))
    #expect(report["counts"]?["entities"] == .number(1))
    let lines = try workspace.read("Schemas/app.yaml").split(
      separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("# guessed: ") })
    #expect(report["guesses"]?.list.first?["place"]?.text == "Schemas/app.yaml:\(line + 1)")
  }
}

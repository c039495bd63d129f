import Foundation
import Programs
import Testing

@Suite struct ValidateTests {
  private static let error = """
    Schemas/shop.yaml:9:14: error: attribute 'Item.title' has unknown type 'strng' [unknown-type]
    Schemas/shop.yaml:9:14: note: did you mean 'string'?

    """

  @Test func countsEntitiesAndEnums() async throws {
    let workspace = try Workspace.withSchema()
    let valid = Outcome(0, errors: "Schemas/shop.yaml: valid (1 entity, 0 enums)\n")
    try await workspace.expect("validate", gives: valid)
    try await workspace.expect("validate", "Schemas/shop.yaml", gives: valid)
    try await workspace.expect("validate", "--schema", "Schemas/shop.yaml", gives: valid)
    try await workspace.expect("validate", "--schema=Schemas/shop.yaml", gives: valid)
    try await workspace.expect("validate", "--", "Schemas/shop.yaml", gives: valid)
    try await workspace.expect("validate", "-q", gives: Outcome(0))
  }

  @Test func printsTextDiagnostics() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Samples.broken)
    try await workspace.expect("validate", gives: Outcome(1, errors: Self.error))
    try await workspace.expect("validate", "-q", gives: Outcome(1, errors: Self.error))
    #expect(try await workspace.run("validate", "--format", "text").errors == Self.error)
  }

  /// Commands that read a schema let SQLite check the conditions of its indexes.
  @Test(arguments: [
    ("title = ?", "parameters prohibited in partial index WHERE clauses"),
    ("title =", #"near ";": syntax error"#),
  ])
  func reportsInvalidIndexCondition(condition: String, reason: String) async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Samples.shop(where: condition))
    let error =
      "Schemas/shop.yaml:12:31: error: SQLite refuses the condition of this index: \(reason) "
      + "[invalid-predicate]\n"
    let apply = ["apply", "a.json", "--entity", "Item", "--database", "a.sqlite"]
    for command in [["validate"], ["generate"], ["context"], apply] {
      try await workspace.expect(command, gives: Outcome(1, errors: error))
    }
    #expect(try workspace.files(in: ".") == ["Schemas/shop.yaml"])
  }

  @Test(arguments: [
    ("size IN (SELECT 1)", "subqueries prohibited in CHECK constraints"),
    ("size = ?", "parameters prohibited in CHECK constraints"),
    ("size < datetime('now')", "non-deterministic use of datetime() in a CHECK constraint"),
  ])
  func reportsInvalidCheck(condition: String, reason: String) async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      """
      swiftsync: 1
      name: Shop
      version: 1
      entities:
        Item:
          attributes: { id: int, size: int }
          check: "\(condition)"

      """)
    let error =
      "Schemas/shop.yaml:7:12: error: SQLite refuses the check of entity 'Item': \(reason) "
      + "[invalid-check]\n"
    try await workspace.expect("validate", gives: Outcome(1, errors: error))
  }

  @Test func acceptsValidIndexCondition() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Samples.shop(where: "title <> '' AND price > 0"))
    #expect(try await workspace.run("validate").status == 0)
  }

  @Test func printsJSONDiagnostics() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Samples.broken)
    let place =
      #""path":"Schemas/shop.yaml","line":9,"column":14,"endLine":9,"endColumn":19"#
    let expected = #"""
      [
      {"severity":"error","code":"unknown-type","message":"attribute 'Item.title' has unknown type \#
      'strng'",\#(place),"notes":[{"message":"did you mean 'string'?",\#(place)}],\#
      "fix":{"replacement":"string",\#(place)}}
      ]

      """#
    try await workspace.expect("validate", "--format", "json", gives: Outcome(1, output: expected))
  }

  @Test func validSchemaPrintsEmptyList() async throws {
    let workspace = try Workspace.withSchema()
    let outcome = try await workspace.run("validate", "--format", "json", "-q")
    #expect(outcome == Outcome(0, output: "[]\n"))
    try await workspace.expect("validate", "--format", "github", "-q", gives: Outcome(0))
  }

  @Test func printsGitHubAnnotations() async throws {
    let workspace = try Workspace()
    try workspace.write("a,b/100%.yaml", Samples.broken)
    let expected =
      "::error file=a%2Cb/100%25.yaml,line=9,col=14,title=unknown-type"
      + "::attribute 'Item.title' has unknown type 'strng'%0Adid you mean 'string'?\n"
    try await workspace.expect(
      "validate", "a,b/100%.yaml", "--format", "github", gives: Outcome(1, output: expected))
  }

  @Test func readsStandardInput() async throws {
    let workspace = try Workspace()
    try await workspace.expect(
      "validate", "-", input: Samples.shop,
      gives: Outcome(0, errors: "<stdin>: valid (1 entity, 0 enums)\n"))
    let errors = try await workspace.run("validate", "-", input: Samples.broken).errors
    #expect(errors == Self.error.replacingOccurrences(of: "Schemas/shop.yaml", with: "<stdin>"))
  }

  @Test func reportsAllSchemasInOneRun() async throws {
    let workspace = try Workspace()
    try workspace.write("a.yaml", Samples.broken)
    try workspace.write("b.yaml", Samples.broken)
    let outcome = try await workspace.run("validate", "b.yaml", "a.yaml", "missing.yaml")
    #expect(outcome.status == 1)
    let places = outcome.errors.split(separator: "\n").filter { $0.contains(" error: ") }
      .map { $0.prefix { $0 != " " } }
    #expect(places == ["b.yaml:9:14:", "a.yaml:9:14:", "missing.yaml:1:1:"])
  }
}

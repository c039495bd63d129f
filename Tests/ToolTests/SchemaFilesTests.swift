import Foundation
import Programs
import Testing

/// The files of a schema, and the tool that may read them.
@Suite struct SchemaFilesTests {
  private static func schema(_ lines: String...) -> String {
    Samples.shop.replacingOccurrences(
      of: "version: 1", with: (["version: 1"] + lines).joined(separator: "\n"))
  }

  // MARK: Patterns

  @Test func includesFilesByPattern() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml", Self.schema("include: [sites/*.yaml, sites/b.yaml, ./*-more.yaml]"))
    for name in ["sites/b", "sites/a", "sites/.hidden", "x-more"] {
      try workspace.write(
        "Schemas/\(name).yaml", "entities: { E\(name.last ?? "x"): { attributes: { id: int } } }\n")
    }
    try workspace.write("Schemas/sites/notes.txt", "no schema")
    try workspace.write("Schemas/sites/c.yaml/file", "a folder")
    let outcome = try await workspace.run("validate")
    #expect(outcome.errors.contains("'sites/b.yaml' is included a second time"), "\(outcome)")
    try workspace.write(
      "Schemas/shop.yaml", Self.schema("include: [sites/*.yaml, ./*-more.yaml]"))
    try await workspace.expect(
      "validate", gives: Outcome(0, errors: "Schemas/shop.yaml: valid (4 entities, 0 enums)\n"))
  }

  @Test(arguments: [
    ("sites/*.yaml", "no file matches 'sites/*.yaml' [unreadable-file]\n"),
    ("none/*.yaml", "cannot read 'Schemas/none/': No such file or directory [unreadable-file]\n"),
    (
      "*/a.yaml",
      """
      '*/a.yaml' has a '*' in the name of a folder, where it is not allowed [unreadable-file]
      Schemas/shop.yaml:4:11: note: name the folder; only the file's name can have a '*'

      """
    ),
  ])
  func rejectsPattern(pattern: String, message: String) async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema("include: [\"\(pattern)\"]"))
    try workspace.write("Schemas/sites/notes.txt", "")
    try await workspace.expect(
      "validate",
      gives: Outcome(1, errors: "Schemas/shop.yaml:4:11: error: " + message))
  }

  @Test func patternsStayInPackage() async throws {
    let workspace = try Workspace()
    try workspace.write("App/Package.swift", "")
    try workspace.write("Shared/a.yaml", Samples.fragment)
    try workspace.write("App/Schemas/shop.yaml", Self.schema("include: [../../Shared/*.yaml]"))
    let outcome = try await workspace.run("validate", in: "App")
    #expect(outcome.errors.contains("[include-outside]"), "\(outcome)")
    #expect(try await workspace.run("validate", "--allow-outside", in: "App").status == 0)
  }

  /// Every command that reads a schema can be allowed to read a shared fragment.
  @Test func allCommandsCanReadOutside() async throws {
    let workspace = try Workspace()
    try workspace.write("App/Package.swift", "")
    try workspace.write("Shared/a.yaml", Samples.fragment)
    let include = "include: [../../Shared/a.yaml]"
    try workspace.write("App/Schemas/shop.yaml", Self.schema(include))
    let allowed = "--allow-outside"
    #expect(try await workspace.run("freeze", allowed, in: "App").status == 0)
    let second = Self.schema("oldest-version: 2", "adopt: true", include)
      .replacingOccurrences(of: "version: 1\n", with: "version: 2\n")
    try workspace.write("App/Schemas/shop.yaml", second)
    let squash = try await workspace.run("squash", "--before", "2", "--yes", allowed, in: "App")
    #expect(squash.status == 0, "\(squash)")
    try workspace.write("App/other.sqlite", "")
    let baseline = try await workspace.run(
      "baseline", "--version", "2", "--database", "other.sqlite", allowed, in: "App")
    #expect(baseline.output.contains("table 'items'"), "\(baseline)")
  }

  // MARK: Steps

  @Test func joinsStepsOfFragments() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.run("freeze", "-q")
    try workspace.write(
      "Schemas/steps.yaml",
      """
      migrations:
        2:
          - sql: "UPDATE items SET title = trim(title)"
            may-change: [items.title]
      """)
    let second = Self.schema("include: [steps.yaml]")
      .replacingOccurrences(of: "version: 1\n", with: "version: 2\n")
      .components(separatedBy: "\n").filter { !$0.contains("price") }.joined(separator: "\n")
    try workspace.write(
      "Schemas/shop.yaml", second + "\nmigrations: { 2: [{ drops: [Item.price] }] }\n")
    let plan = try await workspace.run("plan")
    #expect(
      plan.output == """
        Shop, version 1 to 2

        - drops attribute 'Item.price': its values are deleted

        This migration:
        1. runs SQL of the schema: UPDATE items SET title = trim(title)

        """, "\(plan)")
  }

  @Test func tellsWhenColumnIsGone() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.run("freeze", "-q")
    let second = Samples.shop.replacingOccurrences(of: "version: 1", with: "version: 2")
      .replacingOccurrences(of: "price: double?", with: "cost: double?")
    func write(_ step: String) throws {
      try workspace.write(
        "Schemas/shop.yaml",
        second + "\nmigrations:\n  2:\n    - drops: [Item.price]\n    - \(step)\n")
    }
    try write("{ sql: \"UPDATE items SET cost = price\" }")
    try await workspace.expect(
      "validate",
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:14:39: error: SQLite refuses this 'sql': no such column: price [refused-sql]
          Schemas/shop.yaml:14:39: note: 'price' is gone in version 2; to use it, add 'before: true', \
          which runs the 'sql' on the old tables

          """))
    try write("{ sql: \"UPDATE items SET cost = price\", before: true }")
    try await workspace.expect(
      "validate",
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:14:32: error: SQLite refuses this 'sql': no such column: cost [refused-sql]
          Schemas/shop.yaml:14:32: note: version 2 adds 'cost', and 'before: true' runs the 'sql' before \
          that

          """))
  }

  // MARK: The tool

  @Test func readsSchemaForThisToolOnly() async throws {
    let workspace = try Workspace()
    let version = String(
      try await workspace.run("--version").output.split(separator: " ")[1].dropLast())
    let series = version.split(separator: ".").prefix(2).joined(separator: ".")
    for stated in [version, series, "\"\(series)\""] {
      try workspace.write("Schemas/shop.yaml", Self.schema("tool: \(stated)"))
      #expect(try await workspace.run("validate", "-q") == Outcome(0))
    }
    // What another version knows is not reported.
    try workspace.write("Schemas/shop.yaml", Self.schema("tool: \"9.1\"", "new-key: 1"))
    for command in ["validate", "generate", "freeze"] {
      try await workspace.expect(
        command,
        gives: Outcome(
          1,
          errors: """
            Schemas/shop.yaml:4:7: error: the schema is for version 9.1 of swiftsync-gen, and this is \
            \(version) [tool-version]
            Schemas/shop.yaml:4:7: note: install version 9.1, or change 'tool' and run 'swiftsync-gen \
            generate' for all

            """))
    }
    #expect(try workspace.files(in: ".") == ["Schemas/shop.yaml"])
  }
}

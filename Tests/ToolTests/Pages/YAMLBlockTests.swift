import Foundation
import Programs
import TestHelpers
import Testing

/// Each block of YAML in the README and the guides is a valid schema, a fragment of one, or a
/// workflow whose commands `ShellBlockTests` reads.
@Suite struct YAMLBlockTests {
  /// What fragments of a page change, if it does not show a whole schema before them.
  private static let changed = [
    "docs/importing.md": """
    entities:
      Book: { attributes: { id: int } }
    api:
      endpoints:
        listBooks: { get: /books, returns: [Book] }
    """,
    "docs/migrating.md": """
    types:
      Label: { grapeName: string, year: "int?" }
    entities:
      Wine: { attributes: { id: int, label: "Label?" } }
      Note: { attributes: { id: int, body: string } }
      Todo: { table: tasks, attributes: { id: int, note: "string?" } }
    """,
    "docs/teams.md": """
    entities:
      Site: { attributes: { id: int, name: string, zip: "string?" } }
    """,
  ]

  /// The other files that schemas of the pages name.
  private static let files = [
    "Schemas/sites/a.yaml": "entities: { A: { attributes: { id: int } } }\n",
    "Schemas/billing.yaml": "entities: { Invoice: { attributes: { id: int } } }\n",
    "Templates/app/.keep": "", "Templates/kotlin/.keep": "",
  ]

  private static let schema = "Schemas/page.yaml"

  @Test(arguments: try PageBlock.guides())
  func schemasAreValid(page: String) async throws {
    let blocks = try PageBlock.all(of: page)
      .filter { $0.language == "yaml" && $0.source == nil && !$0.isWorkflow }
    var base = SchemaText("swiftsync: 1\nname: Page\n" + (Self.changed[page] ?? ""))
    for block in blocks {
      let fragment = SchemaText(block.text)
      var schema = block.isSchema ? fragment : base
      if block.isSchema { base = fragment } else { schema.merge(fragment) }
      try await validate(schema, after: base, block)
    }
  }

  /// Freezes the version before that of a schema, if it has one, and validates the schema.
  private func validate(
    _ schema: SchemaText, after base: SchemaText, _ block: PageBlock
  ) async throws {
    let workspace = try Workspace()
    for (path, text) in Self.files { try workspace.write(path, text) }
    let version = schema.value(of: "version") ?? schema.keys(of: "migrations").last ?? "1"
    let number = try #require(Int(version), "\(block)")
    if number > 1 {
      var older = base
      older.merge(Self.versions(number - 1, from: number - 1))
      try workspace.write(Self.schema, older.text)
      let outcome = try await workspace.run("freeze", Self.schema)
      try #require(outcome.status == 0, "\(block): \(outcome.errors)")
    }
    var schema = schema
    if number > 1 { schema.merge(Self.versions(number, from: number - 1)) }
    // A whole schema is validated as the page shows it.
    try workspace.write(Self.schema, block.isSchema ? block.text : schema.text)
    let strict = block.isSchema ? ["--strict"] : []
    let outcome = try await workspace.run(["validate", Self.schema] + strict)
    #expect(outcome.status == 0, "\(block): \(outcome.errors)\n\(schema.text)")
  }

  private static func versions(_ number: Int, from oldest: Int) -> SchemaText {
    SchemaText("version: \(number)\noldest-version: \(oldest)")
  }

  /// An indented fragment belongs to the key that it begins with, and a key without a value says
  /// that it is there.
  @Test func mergesFragments() {
    var schema = SchemaText("a: 1\nb:\n  - c: 2\n    d: 3 # note\n  e:\n    f: 4\n")
    schema.merge(SchemaText("    d: 5\n"))
    schema.merge(SchemaText("# note\nb:\n  e: # note\n    f:\n    g: 6\nh: 7\n"))
    #expect(schema.text == "a: 1\nb:\n  - c: 2\n    d: 5\n  e:\n    f: 4\n    g: 6\nh: 7\n")
    #expect(schema.value(of: "h") == "7" && schema.keys(of: "b") == ["- c", "e"])
  }

  /// Rows that the schema of the same page accepts.
  @Test func payloadsAreAccepted() async throws {
    let blocks = try PageBlock.ofGuides(in: ["json"])
    #expect(!blocks.isEmpty)
    for block in blocks {
      let workspace = try Workspace()
      let schema = try PageBlock.all(of: block.page).first { $0.isSchema }
      try workspace.write(Self.schema, try #require(schema, "\(block)").text)
      try workspace.write("payload.json", block.text)
      let outcome = try await workspace.run("check-payload", "payload.json")
      #expect(outcome.status == 0, "\(block): \(outcome.output)")
    }
  }

  /// The whole schemas of a reference page, whose fragments are compiled elsewhere.
  @Test func endpointSchemasAreValid() async throws {
    let schemas = try PageBlock.all(of: "docs/reference/endpoints.md").filter(\.isSchema)
    #expect(!schemas.isEmpty)
    for schema in schemas {
      try await validate(SchemaText(schema.text), after: SchemaText(schema.text), schema)
    }
  }

  /// No guide has SQL in a block of its own, or other names of languages. They would need a test.
  @Test func otherLanguagesAreAbsent() throws {
    #expect(try PageBlock.ofGuides(in: ["sql", "bash", "shell", "zsh", "console", "yml"]) == [])
  }
}

extension PageBlock {
  /// Whether it is a whole schema.
  var isSchema: Bool {
    language == "yaml" && text.hasPrefix("swiftsync: 1")
      && (text.contains("\nentities:") || text.contains("\napi:"))
  }

  /// Whether it is a workflow of GitHub.
  var isWorkflow: Bool { language == "yaml" && text.contains("\njobs:\n") }
}

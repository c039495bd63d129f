import Foundation
import Programs
import Testing

/// `templates` and `templates eject`, and `generate` with the user's templates.
@Suite struct TemplatesTests {
  private static let schema = Samples.shop.replacingOccurrences(
    of: "{ output: ../Generated/Shop }",
    with: "{ output: ../Generated/Shop, templates: [../Mine, ../Templates] }")

  private func workspace(_ files: [String: String] = [:]) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema)
    for folder in ["Mine", "Templates"] { try workspace.write("\(folder)/note.txt", "") }
    for (path, text) in files { try workspace.write(path, text) }
    return workspace
  }

  /// The lines of the listing's section with a title, without the title.
  private func section(_ title: String, of listing: String) -> [String] {
    let lines = listing.components(separatedBy: "\n")
    guard let start = lines.firstIndex(where: { $0.hasPrefix(title) }) else { return [] }
    return lines[(start + 1)...].prefix { !$0.isEmpty }
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  // MARK: The list

  @Test func listsBuiltInTemplatesWithoutSchema() async throws {
    let outcome = try await Workspace().run("templates")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      section("swift: models, their patches, enums", of: outcome.output) == [
        "Entity.swift.stencil built-in", "Enum.swift.stencil built-in",
        "ValueType.swift.stencil built-in", "Schema.swift.stencil built-in",
        "FrozenSchema.swift.stencil built-in", "MigrationPlan.swift.stencil built-in",
        "API.swift.stencil built-in", "Endpoint.swift.stencil built-in",
        "Documents.swift.stencil built-in", "Scalars.swift.stencil built-in",
        "Members.swift.stencil built-in (part of others)",
        "Models.swift.stencil built-in (part of others)",
        "InlineType.swift.stencil built-in (part of others)",
      ])
    #expect(section("patch: ", of: outcome.output) == ["Patch.swift.stencil built-in"])
  }

  @Test func showsOriginOfEachTemplate() async throws {
    let workspace = try workspace([
      "Mine/Enum.swift.stencil": "{# swiftsync: for=enum path=\"{{ enum.name }}.swift\" #}",
      "Templates/Enum.swift.stencil": "the first folder wins",
      "Templates/Entity.swift.stencil":
        "{% extends \"builtin:Entity.swift\" %}{% block end %}{% endblock %}"
        + "{% block imports %}{% endblock %}",
      "Templates/Members.swift.stencil": "mine",
      "Templates/names.txt.stencil": "{# swiftsync: for=schema path=names.txt #}",
      "Templates/shared/macros.stencil": "{% macro m %}{% endmacro %}",
    ])
    let outcome = try await workspace.run("templates")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        Templates/Enum.swift.stencil:1:1: warning: the template is not used: 'Mine/Enum.swift.stencil' replaces the same one [template-unused]
        Templates/Enum.swift.stencil:1:1: note: its folder comes first under 'templates:'; begin that file with {% extends "Enum.swift.stencil" %} to override blocks of this one
        Templates/shared/macros.stencil:1:1: warning: the template is not used: its first line has no 'for=…', and no other template uses it [template-unused]
        Templates/shared/macros.stencil:1:1: note: to generate files, begin it with {# swiftsync: for=entity path="…" #}

        """)
    #expect(
      section("swift (on): ", of: outcome.output) == [
        "Entity.swift.stencil built-in; Templates/Entity.swift.stencil overrides end, imports",
        "Enum.swift.stencil Mine/Enum.swift.stencil", "ValueType.swift.stencil built-in",
        "Schema.swift.stencil built-in", "FrozenSchema.swift.stencil built-in",
        "MigrationPlan.swift.stencil built-in", "API.swift.stencil built-in",
        "Endpoint.swift.stencil built-in", "Documents.swift.stencil built-in",
        "Scalars.swift.stencil built-in",
        "Members.swift.stencil Templates/Members.swift.stencil (part of others)",
        "Models.swift.stencil built-in (part of others)",
        "InlineType.swift.stencil built-in (part of others)",
      ])
    #expect(section("patch (off): ", of: outcome.output).count == 1)
    #expect(
      section("your own", of: outcome.output) == [
        "names.txt.stencil Templates/names.txt.stencil",
        "shared/macros.stencil Templates/shared/macros.stencil (not used)",
      ])
  }

  @Test func listsTemplatesOfEverySchema() async throws {
    let workspace = try Workspace.withSchema()
    let other = Samples.shop.replacingOccurrences(of: "name: Shop", with: "name: Other")
    try workspace.write("Schemas/other.yaml", other)
    let outcome = try await workspace.run("templates")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("Schemas/other.yaml\n\nswift (on): "))
    #expect(outcome.output.contains("\n\nSchemas/shop.yaml\n\nswift (on): "))
  }

  // MARK: Copying

  @Test func ejectsOneTemplate() async throws {
    let workspace = try workspace()
    for name in ["Entity.swift", "Enum.swift.stencil"] {
      let copy = name.replacingOccurrences(of: ".stencil", with: "")
      try await workspace.expect(
        "templates", "eject", name, gives: Outcome(0, errors: "wrote Mine/\(copy).stencil\n"))
    }
    let builtIn = try String(
      contentsOf: Repository.url("Templates/swift/Entity.swift.stencil"), encoding: .utf8)
    #expect(
      try workspace.read("Mine/Entity.swift.stencil")
        .replacing(#/ original=Entity\.swift@[0-9a-f]{16}/#, with: "") == builtIn)
    #expect(try workspace.read("Mine/.ejected/Entity.swift.stencil") == builtIn)
    try await workspace.expect(
      "templates", "eject", "Entity.swift",
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: Mine/Entity.swift.stencil already exists and was not changed\n"))
  }

  /// Unedited ejected templates generate the output of the built-in ones.
  @Test func ejectedSetGivesSameOutput() async throws {
    let workspace = try workspace()
    try await workspace.run("generate")
    let before = try workspace.snapshot(of: "Generated")
    let outcome = try await workspace.run("templates", "eject", "swift", "--to", "Templates")
    #expect(outcome.status == 0)
    #expect(outcome.errors.split(separator: "\n").count == 13)
    #expect(try await workspace.run("generate").status == 0)
    let after = try workspace.snapshot(of: "Generated")
    #expect(after.keys == before.keys)
    for (path, file) in after where !path.hasSuffix(".swiftsync") {
      #expect(file.text == before[path]?.text, "\(path)")
    }
  }

  @Test func ejectsWithoutSchema() async throws {
    let workspace = try Workspace()
    let outcome = Outcome(
      0,
      errors: """
        wrote Templates/schema.sql.stencil
        no schema uses that folder yet; add 'generate: { templates: [../Templates] }'

        """)
    try await workspace.expect("templates", "eject", "schema.sql", gives: outcome)
  }

  @Test(arguments: [
    (["eject"], "NAME is missing"),
    (["list"], "unknown argument 'list', expected 'check', 'eject' or 'diff'"),
    (["check", "swift"], "unexpected argument 'swift'"),
    (["diff"], "NAME is missing"),
    (["diff", "swift"], "'swift' is a set; name one of its templates"),
    (["eject", "Entity.swift", "--merged"], "option '--merged' is valid only with 'diff'"),
    (
      ["eject", "Entty.swift"],
      "there is no built-in template or set 'Entty.swift'; did you mean 'Entity.swift'?"
    ),
    (["--to", "a"], "option '--to' is valid only with 'eject'"),
    (["eject", "swift", "sql"], "unexpected argument 'sql'"),
  ])
  func rejectsInvalidArguments(_ arguments: [String], _ message: String) async throws {
    let outcome = try await Workspace().run(["templates"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("swiftsync-gen: error: \(message)\n"), "\(outcome.errors)")
  }

  // MARK: Generating

  @Test func overriddenBlockReplacesBuiltInBlock() async throws {
    let workspace = try workspace([
      "Templates/Entity.swift.stencil": """
      {% extends "builtin:Entity.swift" %}
      {% block imports %}{{ block.super }}import GRDB
      {% endblock %}
      {% block end %}
      {% import "shared/macros.stencil" %}

      {% call conformance entity.swift.reference %}
      {% endblock %}
      """,
      "Templates/shared/macros.stencil":
        "{% macro conformance name %}extension {{ name }}: FetchableRecord {}\n{% endmacro %}",
    ])
    #expect(try await workspace.run("generate").status == 0)
    let text = try workspace.read("Generated/Shop/Item.swift")
    #expect(text.contains("\n@_spi(Generated) import SwiftSyncStore\nimport GRDB\n\n///"))
    #expect(text.hasSuffix("\n}\n\nextension Item: FetchableRecord {}\n"))
    #expect(try workspace.files(in: "Generated/Shop").filter { $0.hasPrefix("Item") }.count == 1)
  }

  @Test func replacementTemplateCanChangePath() async throws {
    let workspace = try workspace([
      "Templates/Entity.swift.stencil": """
      {# swiftsync: path="Models/{{ entity.name }}.swift" #}
      {% extends "builtin:Entity.swift" %}
      """
    ])
    #expect(try await workspace.run("generate").status == 0)
    #expect(workspace.exists("Generated/Shop/Models/Item.swift"))
    #expect(!workspace.exists("Generated/Shop/Item.swift"))
  }

  @Test func suggestsBuiltInTemplateForTypo() async throws {
    let workspace = try workspace([
      "Templates/Entity.swift.stencil": "{% extends \"builtin:Entiy.swift\" %}"
    ])
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        """
        Templates/Entity.swift.stencil:1:1: error: there is no template 'builtin:Entiy.swift' \
        [template-not-found]

        """), "\(outcome.errors)")
    #expect(outcome.errors.contains("did you mean 'builtin:Entity.swift'?"))
  }
}

import Foundation
import Programs
import Testing

/// Mistakes in a schema's own templates, which every command that reads them reports.
@Suite struct TemplateCheckTests {
  private static let t = "{# swiftsync: for=schema path=\"out.txt\" #}\n"

  private func workspace(
    _ templates: [String: String], folders: String = "../Templates"
  ) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(
        of: "generate: {", with: "generate: { templates: [\(folders)], sets: [swift],"))
    for (path, text) in templates { try workspace.write(path, text) }
    return workspace
  }

  /// What every command that reads templates prints, for one template that is rendered once.
  private func expect(
    _ text: String, gives errors: String, status: Int32 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let workspace = try workspace(["Templates/t.stencil": Self.t + text])
    for command in [
      ["validate"], ["generate", "--check"], ["generate"], ["templates"], ["templates", "check"],
    ] {
      let outcome = try await workspace.run(command)
      #expect(outcome.status == status, "\(command)", sourceLocation: sourceLocation)
      #expect(outcome.errors == errors, "\(command)", sourceLocation: sourceLocation)
    }
    let rendered = try await workspace.run("render", "Templates/t.stencil")
    #expect(rendered.status == status, sourceLocation: sourceLocation)
    #expect(rendered.errors == errors, sourceLocation: sourceLocation)
  }

  // MARK: Names

  @Test func unknownMemberInConditionIsAnError() async throws {
    try await expect(
      "{% if schema.entitees %}yes{% endif %}",
      gives: """
        Templates/t.stencil:2:14: error: undefined variable 'schema.entitees': there is no 'entitees' [template-undefined-variable]
        Templates/t.stencil:2:14: note: did you mean 'entities'?

        """)
  }

  @Test func filterOfObjectIsAnError() async throws {
    try await expect(
      "{% for e in schema.entities %}{{ e|kotlinLiteral }}{% endfor %}"
        + "{{ schema.enums|join }}{{ schema.entities|map:\"snakeCase\"|join }}",
      gives: """
        Templates/t.stencil:2:36: error: filter 'kotlinLiteral' needs a value, found an object [template-filter]
        Templates/t.stencil:2:36: note: use one of its members, such as 'name'
        Templates/t.stencil:2:80: error: filter 'join' needs texts, found a list of objects [template-filter]
        Templates/t.stencil:2:80: note: use 'map' to take a member of each
        Templates/t.stencil:2:106: error: undefined variable 'snakeCase': there is no 'snakeCase' [template-undefined-variable]
        Templates/t.stencil:2:106: note: to apply a filter to each element, use the tag 'map'

        """)
  }

  @Test func unknownMemberWithDefaultIsAnError() async throws {
    try await expect(
      "{{ schema.nmae|default:\"none\" }}",
      gives: """
        Templates/t.stencil:2:11: error: undefined variable 'schema.nmae': there is no 'nmae' [template-undefined-variable]
        Templates/t.stencil:2:11: note: did you mean 'name'?

        """)
  }

  @Test func unknownMemberInWhereIsAnError() async throws {
    try await expect(
      "{% for e in schema.entities where e.tabel == \"notes\" %}{{ e.name }}{% endfor %}",
      gives: """
        Templates/t.stencil:2:37: error: undefined variable 'e.tabel': there is no 'tabel' [template-undefined-variable]
        Templates/t.stencil:2:37: note: did you mean 'table'?

        """)
  }

  @Test func unknownVariableInConditionIsAnError() async throws {
    try await expect(
      "{% if schemas %}yes{% endif %}",
      gives: """
        Templates/t.stencil:2:7: error: undefined variable 'schemas' [template-undefined-variable]
        Templates/t.stencil:2:7: note: did you mean 'schema'?

        """)
  }

  @Test func nameInBracketsOfListIsAnError() async throws {
    try await expect(
      "{% if schema.entities[\"Item\"] %}yes{% endif %}",
      gives: """
        Templates/t.stencil:2:23: error: undefined variable 'schema.entities["Item"]': there is no 'Item' [template-undefined-variable]
        Templates/t.stencil:2:23: note: did you mean 'entitiesByName'?

        """)
  }

  @Test func memberOfMissingObjectIsAnError() async throws {
    let workspace = try workspace([
      "Templates/a.stencil": "{# swiftsync: for=schema path=\"a.txt\" #}\n{{ schema.api.base }}"
    ])
    let outcome = try await workspace.run("generate")
    let message = "undefined variable 'schema.api.base': 'schema.api' has no value here"
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "Templates/a.stencil:2:15: error: \(message) [template-undefined-variable]\n"))
  }

  /// A part that is used with and without a variable may test whether it is there.
  @Test func partsMayTestVariables() async throws {
    let workspace = try workspace([
      "Templates/a.stencil": "{# swiftsync: for=schema path=\"a.txt\" #}\n{% set title \"A\" %}"
        + "{% include \"part.stencil\" %}",
      "Templates/b.stencil":
        "{# swiftsync: for=entity path=\"b.txt\" #}\n{% include \"part.stencil\" %}",
      "Templates/part.stencil":
        "{% if title %}{{ title }}{% else %}{{ entity.name if entity }}{% endif %}",
    ])
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == "Schemas/shop.yaml: wrote 4 files to Generated/Shop\n")
    #expect(try workspace.read("Generated/Shop/a.txt") == "A")
    #expect(try workspace.read("Generated/Shop/b.txt") == "Item")
  }

  /// What no template states is found while rendering, also where it is only tested.
  @Test func unknownMemberOfComputedValueIsAnError() async throws {
    let workspace = try workspace([
      "Templates/t.stencil": Self.t
        + "{% set key \"attributes\" %}{% for a in schema.entities.0[key] %}"
        + "{% if a.isOptinal %}{% endif %}{% endfor %}"
    ])
    try await workspace.expect(
      "generate",
      gives: Outcome(
        1,
        errors: """
          Templates/t.stencil:2:72: error: undefined variable 'a.isOptinal': there is no 'isOptinal' [template-undefined-variable]
          Templates/t.stencil:2:72: note: did you mean 'isOptional'?
          Templates/t.stencil:2:72: note: while rendering the schema

          """))
  }

  @Test func exclamationMarkIsAnError() async throws {
    try await expect(
      "{% if !schema.documentation %}none{% endif %}",
      gives: """
        Templates/t.stencil:2:7: error: '!' is not an operator; write 'not' [template-syntax]
        Templates/t.stencil:2:7: note: did you mean 'not schema.documentation'?

        """)
  }

  @Test func syntaxErrorIsFoundByEachCommand() async throws {
    try await expect(
      "{% if %}{% endif %}",
      gives: """
        Templates/t.stencil:2:7: error: expected a value, found the end of the tag [template-syntax]

        """)
  }

  /// Positions would be false for the first attribute.
  @Test func attributesOfSyncAreObjects() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "a.yaml",
      """
      swiftsync: 1
      name: App
      version: 1
      entities:
        Note:
          attributes: { at: date, gone: date?, id: int }
          relations: { parent: Note? }
          sync: { clock: at, tombstone: gone }
      """)
    try workspace.write(
      "t.stencil",
      "{# swiftsync: for=entity #}\n{% if entity.sync.clock %}{{ entity.sync.clock.name }},{% endif %}"
        + "{% if entity.sync.tombstone %}{{ entity.sync.tombstone.name }},{% endif %}"
        + "{% for r in entity.relations where r.foreignKey %}{{ r.foreignKey.columns.first.name }}{% endfor %}"
    )
    try await workspace.expect(
      "render", "t.stencil", "--schema", "a.yaml", gives: Outcome(0, output: "at,gone,parent_id"))
  }

  // MARK: Warnings

  private func expectWarnings(
    _ templates: [String: String], folders: String = "../Templates", _ warnings: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let workspace = try self.workspace(templates, folders: folders)
    for command in [
      ["generate"], ["generate", "--check"], ["validate"], ["templates"], ["templates", "check"],
    ] {
      let outcome = try await workspace.run(command)
      #expect(outcome.status == 0, "\(command)", sourceLocation: sourceLocation)
      #expect(outcome.errors.hasPrefix(warnings), "\(command)", sourceLocation: sourceLocation)
      #expect(
        outcome.errors.components(separatedBy: "warning:").count
          == warnings.components(separatedBy: "warning:").count, sourceLocation: sourceLocation)
      let strict = try await workspace.run(command + ["--strict"])
      #expect(strict.status == 1, "\(command)", sourceLocation: sourceLocation)
      #expect(strict.errors == warnings, "\(command)", sourceLocation: sourceLocation)
    }
  }

  @Test func overrideOfUnknownBlockIsAWarning() async throws {
    try await expectWarnings(
      [
        "Templates/Entity.swift.stencil":
          "{% extends \"builtin:Entity.swift\" %}{% block conformance %}{% endblock %}"
      ],
      """
      Templates/Entity.swift.stencil:1:37: warning: block 'conformance' overrides nothing: no template declares it [template-inheritance]
      Templates/Entity.swift.stencil:1:37: note: did you mean 'conformances'?

      """)
  }

  @Test func overrideInSubfolderIsAWarning() async throws {
    try await expectWarnings(
      [
        "Templates/swift/Entity.swift.stencil":
          "{% extends \"builtin:Entity.swift\" %}{% block conformances %}{% endblock %}"
      ],
      """
      Templates/swift/Entity.swift.stencil:1:1: warning: the template is not used: its first line has no 'for=…', and no other template uses it [template-unused]
      Templates/swift/Entity.swift.stencil:1:1: note: to replace the built-in template 'Entity.swift.stencil', move the file to the template folder itself

      """)
  }

  @Test func overrideOfUnknownNameIsAWarning() async throws {
    try await expectWarnings(
      [
        "Templates/Entities.swift.stencil":
          "{% extends \"builtin:Entity.swift\" %}{% block conformances %}{% endblock %}"
      ],
      """
      Templates/Entities.swift.stencil:1:1: warning: the template is not used: its first line has no 'for=…', and no other template uses it [template-unused]
      Templates/Entities.swift.stencil:1:1: note: to replace the built-in template 'Entity.swift.stencil', give the file its name

      """)
  }

  @Test func templateWithoutFirstLineIsAWarning() async throws {
    try await expectWarnings(
      ["Templates/Model.kt.stencil": "package x\n{{ entity.name }}\n"],
      """
      Templates/Model.kt.stencil:1:1: warning: the template is not used: its first line has no 'for=…', and no other template uses it [template-unused]
      Templates/Model.kt.stencil:1:1: note: to generate files, begin it with {# swiftsync: for=entity path="…" #}

      """)
  }

  @Test func fileWithOtherSuffixIsAWarning() async throws {
    try await expectWarnings(
      ["Templates/Entity.kt.tpl": "x", "Templates/README.md": "", "Templates/.hidden.tpl": ""],
      """
      Templates/Entity.kt.tpl:1:1: warning: the file is not a template: its name does not end in '.stencil' [template-unused]
      Templates/Entity.kt.tpl:1:1: note: rename it, or move it out of the template folder

      """)
  }

  @Test func secondFolderWithSameTemplateIsAWarning() async throws {
    try await expectWarnings(
      [
        "Templates/Entity.swift.stencil": "// {{ entity.name }}",
        "Company/Entity.swift.stencil":
          "{% extends \"builtin:Entity.swift\" %}{% block conformances %}{% endblock %}",
      ],
      folders: "../Templates, ../Company",
      """
      Company/Entity.swift.stencil:1:1: warning: the template is not used: 'Templates/Entity.swift.stencil' replaces the same one [template-unused]
      Company/Entity.swift.stencil:1:1: note: its folder comes first under 'templates:'; begin that file with {% extends "Entity.swift.stencil" %} to override blocks of this one

      """)
  }

  @Test func renderReportsWarnings() async throws {
    let workspace = try workspace([
      "Templates/t.stencil": "{# swiftsync: for=entity path=\"x.txt\" #}\n"
        + "{% extends \"builtin:Entity.swift\" %}{% block conformance %}{% endblock %}"
    ])
    let warnings = """
      Templates/t.stencil:2:37: warning: block 'conformance' overrides nothing: no template declares it [template-inheritance]
      Templates/t.stencil:2:37: note: did you mean 'conformances'?

      """
    let outcome = try await workspace.run("render", "Templates/t.stencil")
    #expect(outcome.status == 0 && outcome.errors == warnings && !outcome.output.isEmpty)
    try await workspace.expect(
      "render", "Templates/t.stencil", "--strict", gives: Outcome(1, errors: warnings))
  }
}

import Foundation
import Programs
import SyncGenDiagnostics
import SyncGenEmit
import SyncGenMigration
import Testing

/// The blocks of the built-in templates: they match the reference, and each can be overridden.
@Suite(.serialized) struct BlockReferenceTests {
  private static let schema = """
    swiftsync: 1
    name: Zoo
    version: 2
    generate:
      output: Out
      history: all
      sets: [\(OutputCatalog.sets.map(\.name).joined(separator: ", "))]
    enums:
      Diet: { cases: [plants, meat] }
      Mood: { cases: [calm, wild], unknown: keep }
    types:
      Cage: { width: double, mood: "Mood?" }
    entities:
      Keeper:
        attributes: { id: int, name: string, mood: Mood, cage: "Cage?" }
        sync: { push: true }
      Animal:
        attributes: { id: int, name: string, diet: Diet, born: date? }
        relations: { keeper: Keeper? }
    api:
      endpoints: { animals: { get: /animals, returns: [Animal] } }
    """

  /// Without endpoints, documents have their own file.
  private static let documents =
    schema.components(separatedBy: "api:")[0]
    .replacingOccurrences(
      of: "entities:", with: "  Visit: { animals: [Animal], keepers: [Keeper] }\nentities:")

  /// SwiftData does not store custom types of the app.
  private static let scalars = """
    swiftsync: 1
    name: Zoo
    version: 2
    generate: { output: Out, sets: [swift] }
    scalars: { Name: { type: string, swift: Names.Name, import: Names } }
    entities:
      Animal: { attributes: { id: int, name: Name } }
    """

  /// The schemas of the templates that need a different one.
  private static let schemas = ["Documents.swift": documents, "Scalars.swift": scalars]

  static let blocks: [(template: String, block: String)] = BlockReference.entries.flatMap { entry in
    entry.blocks.map { (entry.template, $0) }
  }

  private let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/reference/template-blocks.md")

  private func template(_ name: String, _ text: String) -> UserTemplate {
    let file = name + ".stencil"
    return UserTemplate(
      name: file, source: SourceFile(path: "Templates/\(file)", bytes: Array(text.utf8)))
  }

  /// `RECORD_GOLDENS=1` writes the page and fails.
  @Test func pageMatchesTemplates() throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try BlockReference.markdown().write(to: page, atomically: true, encoding: .utf8)
      Issue.record("recorded docs/reference/template-blocks.md")
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == BlockReference.markdown())
  }

  @Test(arguments: blocks)
  func everyBlockIsDescribed(template: String, block: String) {
    #expect(BlockReference.summary(of: block, in: template) != nil)
  }

  /// The blocks for extensions by users.
  @Test(arguments: [
    "Entity.swift", "Enum.swift", "Schema.swift", "FrozenSchema.swift", "MigrationPlan.swift",
    "API.swift", "Endpoint.swift", "Patch.swift", "GRDBValue.swift", "SwiftDataModels.swift",
    "SwiftDataStore.swift",
  ])
  func typeTemplatesHaveCommonBlocks(template: String) throws {
    let entry = try #require(BlockReference.entries.first { $0.template == template })
    let common = ["header", "imports", "attributes", "conformances", "members", "end"]
    #expect(common.allSatisfy(entry.blocks.contains), "\(entry.blocks)")
  }

  /// A new template must also have blocks; a payload is the only output without a header and an
  /// end.
  @Test(arguments: BlockReference.entries)
  func everyTemplateHasHeaderAndEnd(entry: BlockReference.Entry) {
    let isJSON = entry.template.hasSuffix(".json")
    let expected =
      entry.template == "fixture.json" ? ["payload"] : isJSON ? ["header"] : ["header", "end"]
    #expect(expected.allSatisfy(entry.blocks.contains), "\(entry.blocks)")
  }

  /// The output contains the addition to each block, and nothing else in the files changes.
  @Test(arguments: BlockReference.entries)
  func everyBlockCanBeOverridden(entry: BlockReference.Entry) throws {
    let name = entry.template
    let markers = entry.blocks.map { "/*\($0)*/" }
    let blocks = zip(entry.blocks, markers).map {
      "{% block \($0) %}{{ block.super }}\($1){% endblock %}"
    }
    let text = (["{% extends \"builtin:\(name)\" %}"] + blocks).joined(separator: "\n")
    let schema = Self.schemas[name] ?? Self.schema
    let plain = try files(of: schema)
    let files = try files(of: schema, templates: [template(name, text)])
    #expect(files.map(\.path) == plain.map(\.path))
    #expect(files.contains { $0.template == name + ".stencil" })
    for (file, plain) in zip(files, plain) {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let isOverridden = file.template == name + ".stencil"
      for marker in markers {
        #expect(text.contains(marker) == isOverridden, "\(file.path), \(marker)")
      }
      // Lines that are too long because of the markers are wrapped differently.
      let rest = markers.reduce(text) { $0.replacingOccurrences(of: $1, with: "") }
      #expect(
        Self.words(rest) == Self.words(String(decoding: plain.bytes, as: UTF8.self)),
        "\(file.path)")
    }
  }

  /// Mistakes that Stencil silently ignores.
  @Test func warnsAboutUnknownBlock() throws {
    let text = """
      {% extends "builtin:Entity.swift" %}
      {% block import %}{% block inner %}{% endblock %}{% endblock %}
      {% block end %}{% endblock %}
      """
    let schema = try SchemaFixture.schema(Self.schema)
    var bag = DiagnosticBag()
    let options = EmitOptions(
      toolVersion: "1", schemaPath: "../zoo.yaml", templates: [template("Entity.swift", text)])
    let files = SchemaEmitter.emit(schema, options: options, into: &bag)
    #expect(!files.isEmpty)
    #expect(bag.diagnostics.map(\.severity) == [.warning])
    #expect(
      bag.diagnostics.map(\.message) == [
        "block 'import' overrides nothing: no template declares it"
      ])
    #expect(bag.diagnostics.flatMap(\.notes).map(\.message) == ["did you mean 'imports'?"])
  }

  @Test func suggestsFullNameOfBuiltInTemplate() throws {
    var bag = DiagnosticBag()
    let options = EmitOptions(
      toolVersion: "1", schemaPath: "../zoo.yaml",
      templates: [template("Entity.swift", "{% extends \"Entity.swift\" %}")])
    _ = SchemaEmitter.emit(try SchemaFixture.schema(Self.schema), options: options, into: &bag)
    let first = try #require(bag.diagnostics.first)
    #expect(first.message == "there is no template 'Entity.swift'")
    #expect(first.notes.first?.message == "did you mean 'builtin:Entity.swift'?")
  }

  /// Includes a migration from an older version, so that every template has output.
  private func files(
    of schema: String = schema, templates: [UserTemplate] = []
  ) throws -> [GeneratedFile] {
    let new = try SchemaFixture.schema(schema)
    let older = schema.replacingOccurrences(of: "version: 2", with: "version: 1")
      .replacingOccurrences(of: ", born: date?", with: "")
    var bag = DiagnosticBag()
    let step = try #require(
      MigrationPlanner.step(from: SchemaFixture.schema(older), to: new, into: &bag))
    let files = SchemaEmitter.emit(
      new, plan: VersionPlan(steps: [step]),
      options: EmitOptions(toolVersion: "1", schemaPath: "../zoo.yaml", templates: templates),
      into: &bag)
    try #require(bag.diagnostics.map(\.text) == [])
    return files
  }

  /// The text without white space.
  private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  /// Each hook in its intended use.
  private var hooks: [UserTemplate] {
    let type = """
      {% block header %}
      {{ block.super }}// All rights reserved.
      {% endblock %}
      {% block imports %}{{ block.super }}import Dispatch
      {% endblock %}
      {% block attributes %}
      @dynamicMemberLookup
      {% endblock %}
      {% block members %}
      {{ block.super }}
        {{ access }}subscript(dynamicMember name: String) -> String { name }
        {{ access }}var debugDescription: String { "" }
      {% endblock %}
      """
    let conforming =
      "\n{% block conformances %}{{ block.super }}, CustomDebugStringConvertible{% endblock %}"
    let end = """

      {% block end %}

      nonisolated private let isHooked = true
      {% endblock %}
      """
    let property = """

      {% block property %}
        // {{ property.name }}
      {{ block.super }}{% endblock %}
      {% block extension %}
        static let queue = DispatchQueue.main
      {{ block.super }}{% endblock %}
      """
    let ofPatch = """

      {% block patchAttributes %}
      @dynamicMemberLookup
      {% endblock %}
      {% block patchConformances %}{{ block.super }}, CustomDebugStringConvertible{% endblock %}
      {% block patchMembers %}
      {{ block.super }}
        {{ access }}subscript(dynamicMember name: String) -> String { name }
        {{ access }}var debugDescription: String { "" }
      {% endblock %}
      """
    let patch = "\n{% block conformances %}: CustomDebugStringConvertible{% endblock %}"
    func extending(_ name: String, _ rest: String) -> UserTemplate {
      template(name, "{% extends \"builtin:\(name)\" %}\n" + type + end + rest)
    }
    return [
      extending("Entity.swift", conforming + property + ofPatch),
      extending("Enum.swift", conforming), extending("Schema.swift", conforming),
      extending("Patch.swift", patch),
    ]
  }

  @Test(arguments: ["internal", "public"])
  func overriddenSwiftCompiles(access: String) async throws {
    let sets = "sets: [swift]\n  access: \(access)"
    let schema = Self.schema.replacingOccurrences(
      of: "sets: \\[.*\\]", with: sets, options: .regularExpression)
    let toolchain = try SwiftToolchain()
    try toolchain.write(SchemaFixture.files(schema, templates: hooks))
    for mode in [IsolationMode.plain, .xcode] {
      let outcome = try await toolchain.check(mode)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
    try toolchain.remove()
  }

  /// Compiled alone: in a module with models, it would replace the runtime's type.
  @Test func overriddenPatchCompiles() async throws {
    let schema = Self.schema.replacingOccurrences(
      of: "sets: \\[.*\\]", with: "sets: [patch]", options: .regularExpression)
    let toolchain = try SwiftToolchain()
    try toolchain.write(SchemaFixture.files(schema, templates: hooks))
    for mode in [IsolationMode.plain, .xcode] {
      let outcome = try await toolchain.check(mode)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
    try toolchain.remove()
  }
}

import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import Testing

@testable import SyncGenEmit
@testable import SyncGenTemplateEngine

/// Templates see exactly what the reference lists, and built-in templates use nothing else.
@Suite struct VocabularyTests {
  private static let outputs = OutputCatalog.sets.flatMap(\.outputs)

  private func findings(
    in text: String, for kind: RenderingSubject.Kind = .entity,
    vocabulary: ContextVocabulary = .current
  ) throws -> [String] {
    let source = SourceFile(path: "x.stencil", bytes: Array(text.utf8))
    return try findings(in: source, for: kind, vocabulary: vocabulary)
  }

  private func findings(
    in source: SourceFile, for kind: RenderingSubject.Kind,
    vocabulary: ContextVocabulary = .current
  ) throws -> [String] {
    let library = TemplateLibrary(loader: TemplateSources([]), filters: SchemaFilters.table)
    var bag = DiagnosticBag()
    let template = try #require(library.parse(source, into: &bag))
    let findings = VariableChecker.findings(
      in: template, library: library, vocabulary: vocabulary.vocabulary(for: kind))
    return findings.map { finding in
      let what =
        switch finding.kind {
        case .unknownVariable: "unknown"
        case .unknownMember(_, let kind, _): "unknown of \(kind)"
        case .unknownFilter: "unknown filter"
        case .filterAsMember: "filter"
        case .incomparable(let isList): isList ? "incomparable list" : "incomparable"
        case .unfilterable(_, let isList):
          isList ? "of objects" : "of an object"
        case .unprintable(let isList): isList ? "unprintable list" : "unprintable"
        case .deprecated(let advice): "deprecated: \(advice)"
        }
      return "\(finding.span.path):\(finding.span.line):\(finding.span.column): \(finding.path) "
        + what
    }
  }

  /// The reference has every variable that a built-in template or its includes use.
  @Test(arguments: outputs)
  func builtInTemplatesUseKnownNames(name: String) throws {
    let source = try #require(TemplateSources.builtIn(name))
    var bag = DiagnosticBag()
    let template = try #require(Template.parse(source, filters: SchemaFilters.table, into: &bag))
    let stated = try #require(template.directive?[.for]?.text)
    let kind = try #require(RenderingSubject.Kind(rawValue: stated))
    let found = try findings(in: source, for: kind)
    #expect(found == [])
    let path = try #require(template.directive?[.path]?.text)
    #expect(try findings(in: path, for: kind) == [])
  }

  static let wrong: [(template: String, findings: [String])] = [
    ("{{ entity.nmae }}", ["x.stencil:1:11: entity.nmae unknown of entity"]),
    ("{{ entty.name }}", ["x.stencil:1:4: entty unknown"]),
    ("{% if entity.name.frst %}{% endif %}", ["x.stencil:1:19: entity.name.frst unknown of value"]),
    (
      "{% for a in entity.attributes where a.isOptinal %}{{ a.type.knd }}{% endfor %}",
      [
        "x.stencil:1:39: a.isOptinal unknown of attribute",
        "x.stencil:1:61: a.type.knd unknown of type",
      ]
    ),
    (
      "{% macro m a %}{{ a.nme }}{% endmacro %}{% for a in entity.attributes %}"
        + "{% call m a %}{% call m a.type %}{% endfor %}",
      ["x.stencil:1:21: a.nme unknown of attribute", "x.stencil:1:21: a.nme unknown of type"]
    ),
    (
      "{% if entity.documentation %}{% set x entity %}{{ x.tabel }}{% endif %}{{ x }}",
      ["x.stencil:1:53: x.tabel unknown of entity", "x.stencil:1:75: x unknown"]
    ),
    ("{{ swift.Dat }}", ["x.stencil:1:10: swift.Dat unknown of Swift types"]),
    ("{{ entity.swift.nmae }}", ["x.stencil:1:17: entity.swift.nmae unknown of entity.swift"]),
    ("{{ entity.identity }}", ["x.stencil:1:4: entity.identity unprintable"]),
    ("{{ entity.swift }}", ["x.stencil:1:4: entity.swift unprintable"]),
    ("{{ schema.entities }}", ["x.stencil:1:4: schema.entities unprintable list"]),
    (
      "{% for index in entity.indexes %}{{ index.columns.first|uppercase }}"
        + "{{ index.columns|join }}{% for c in index.columns %}{{ c|jsonLiteral }}{% endfor %}"
        + "{{ index.columns|length }}{{ index|default:1 }}{% endfor %}",
      [
        "x.stencil:1:57: uppercase of an object", "x.stencil:1:86: join of objects",
        "x.stencil:1:126: jsonLiteral of an object",
      ]
    ),
    (
      "{{ entity.indexes|map:\"name\"|map:\"uppercase\"|join }}{{ entity.indexes|map:\"unique\" }}",
      ["x.stencil:1:30: uppercase filter", "x.stencil:1:71: unique filter"]
    ),
    (
      "{% for r in entity.relations where r.target.entity == \"Note\" %}{% endfor %}"
        + "{% if \"id\" in entity.identity.columns or nil != entity.search %}{% endif %}"
        + "{% if entity.sync.clock == \"at\" or entity.name in schema.entities %}{% endif %}",
      [
        "x.stencil:1:36: r.target.entity incomparable",
        "x.stencil:1:90: entity.identity.columns incomparable list",
        "x.stencil:1:157: entity.sync.clock incomparable",
        "x.stencil:1:201: schema.entities incomparable list",
      ]
    ),
    ("{{ tool.versio }}", ["x.stencil:1:9: tool.versio unknown of tool"]),
    ("{{ enum.name }}", ["x.stencil:1:4: enum unknown"]),
    (
      "{{ schema.entities.first.columns[0].nmae|default:schema.nme }}",
      [
        "x.stencil:1:37: schema.entities.first.columns[0].nmae unknown of column",
        "x.stencil:1:57: schema.nme unknown of schema",
      ]
    ),
    (
      "{% extends \"builtin:Entity.swift\" %}{% block property %}{{ property.nme }}{% endblock %}",
      ["x.stencil:1:69: property.nme unknown of property"]
    ),
    (
      "{% block imports %}{% include \"gone\" %}{{ entity.nme }}{% endblock %}",
      ["x.stencil:1:50: entity.nme unknown of entity"]
    ),
    (
      "{% filter indent:entity.nme %}{% endfilter %}",
      [
        "x.stencil:1:25: entity.nme unknown of entity"
      ]
    ),
    ("{% if schema.entitees %}{% endif %}", ["x.stencil:1:14: schema.entitees unknown of schema"]),
    ("{{ schema.nmae|default:\"x\" }}", ["x.stencil:1:11: schema.nmae unknown of schema"]),
    (
      "{% if schema.entities[\"Note\"] or schema.entities.Note %}{% endif %}",
      [
        "x.stencil:1:23: schema.entities[\"Note\"] unknown of list",
        "x.stencil:1:50: schema.entities.Note unknown of list",
      ]
    ),
    (
      "{{ entity[\"nmae\"] }}{{ entity[\"name\"].x }}",
      [
        "x.stencil:1:11: entity[\"nmae\"] unknown of entity",
        "x.stencil:1:39: entity[\"name\"].x unknown of value",
      ]
    ),
    // A part of other templates may test variables that only some of them have.
    (
      "{% if entites or enum %}{{ enum.nmae }}{% else %}{{ entites }}{% endif %}{{ enum.name }}",
      [
        "x.stencil:1:7: entites unknown", "x.stencil:1:33: enum.nmae unknown of enum",
        "x.stencil:1:53: entites unknown", "x.stencil:1:77: enum unknown",
      ]
    ),
    (
      "{% macro m a %}{{ a.nme }}{{ schema.nme }}{{ caller }}{% endmacro %}",
      ["x.stencil:1:37: schema.nme unknown of schema"]
    ),
    (
      "{# swiftsync: for=entity path=x undefined=empty #}\n{{ nobody }}{{ entity.nmae }}",
      ["x.stencil:2:23: entity.nmae unknown of entity"]
    ),
  ]

  @Test(arguments: wrong)
  func findsUnknownNames(template: String, expected: [String]) throws {
    let found = try findings(in: template)
    #expect(found == expected)
  }

  @Test(arguments: [
    "{% for key, value in swift %}{{ key.anything }}{% endfor %}",
    "{% for a in entity.attributes %}{{ forloop.counter }}{{ a[entity.name].x }}{% endfor %}",
    "{{ entity.attributes.0.name }}{{ entity.attributes.count }}{{ entity.name.first }}",
    "{% map entity.attributes into names using a %}{{ a.name }}{{ maploop.item.x }}{% endmap %}"
      + "{{ names.first }}",
    "{% import \"Members.swift.stencil\" %}{% call imports entity.swift.usesFoundation %}",
    "{% if entity.sync.archiveFlag.name == \"x\" %}{% endif %}",
    "{% set list entity.name|split:\",\" %}{{ list.first.second }}",
    "{% macro m %}{% call m %}{% endmacro %}{% call m %}",
    "{% include \"gone.stencil\" entity %}{% extends \"x\" %}",
    "{{ entity.annotations.icon }}{% if entity.annotations[\"color\"].dark %}{% endif %}",
    "{{ enum.name if enum else entity.name }}{{ enum.name|default:\"none\" }}"
      + "{% for c in enum.cases %}{% endfor %}",
  ])
  func acceptsValidOrUndeterminedNames(template: String) throws {
    #expect(try findings(in: template) == [])
  }

  /// Each level doubles the calls; no one waits for 2^60 of them.
  @Test func exponentialCallsTerminate() throws {
    let macros = (0..<60).map {
      "{% macro m\($0) a %}{% call m\($0 + 1) a %}{% call m\($0 + 1) a.b %}{% endmacro %}"
    }
    let template =
      macros.joined() + "{% macro m60 a %}{{ a.nme }}{% endmacro %}{% call m0 entity %}"
    #expect(try findings(in: template).count < 100)
    let includes = "{% block a %}{% include \"builtin:Entity.swift\" %}{% endblock %}"
    let deep =
      String(repeating: "{% if entity.nme %}", count: 90)
      + String(repeating: "{% endif %}", count: 90)
    #expect(try findings(in: String(repeating: includes, count: 30) + deep).count == 90)
  }

  /// Otherwise, members of the type would not be checked.
  @Test func everyTypeOfMembersIsKnown() {
    let entries = ContextReference.entries
    let kinds = Set(entries.map(\.name)).union(
      [
        "string", "number", "boolean", "string or number", "JSON value", "strings by name",
        "values by name",
      ])
    let types = entries.flatMap(\.members).map(\.type) + RootContext.variables.map(\.type)
    for type in types {
      var name = type[...]
      while name.hasPrefix("list of ") { name = name.dropFirst("list of ".count) }
      if name.hasSuffix(" or null") { name = name.dropLast(" or null".count) }
      #expect(kinds.contains(String(name)), "\(type)")
    }
  }

  // MARK: Variables of rendering

  @Test func listedVariablesExist() throws {
    let schema = try SchemaFixture.schema(Self.schema(version: 2))
    var bag = DiagnosticBag()
    let step = try #require(
      MigrationPlanner.step(
        from: SchemaFixture.schema(Self.schema(version: 1)), to: schema, into: &bag))
    let options = EmitOptions(toolVersion: "1", schemaPath: "../a.yaml")
    let plan = VersionPlan(steps: [step])
    let withoutAPI = try SchemaFixture.schema(Self.schema(version: 2, hasAPI: false))
    for kind in RenderingSubject.Kind.allCases {
      let input = EmissionInput(
        kind == .documents ? withoutAPI : schema, plan: plan, options: options)
      let subject = try #require(
        RenderingSubject.all(kind, of: input.context, plan: input.plan).first, "\(kind)")
      guard case .dictionary(let root) = input.root(for: subject, path: nil, header: nil) else {
        Issue.record("no dictionary")
        continue
      }
      let known = ContextVocabulary.current.vocabulary(for: kind)
      #expect(root.entries.map(\.key).sorted() == known.variables.keys.sorted(), "\(kind)")
    }
  }

  private static func schema(version: Int, hasAPI: Bool = true) -> String {
    """
    swiftsync: 1
    name: A
    version: \(version)
    generate: { output: Out }
    enums: { C: { cases: [red] } }
    types: { V: { a: int }, D: { bs: [B] } }
    scalars: { S: { type: string, swift: S } }
    entities: { B: { attributes: { id: int, v: "V?", s: "S?" } } }
    """
      + (hasAPI
        ? "\napi: { endpoints: { list: { get: /b, returns: \"[B]\", stores: false } } }" : "")
  }

  // MARK: Deprecated names

  private static let vocabulary = ContextVocabulary.current
    .setting(.init(.plain, deprecation: "write 'table'"), "table", of: "entity")

  @Test func findsDeprecatedNamesOnce() throws {
    let template = "{% for e in schema.entities %}{{ e.table }}{{ e.name }}{% endfor %}"
    #expect(
      try findings(in: template, for: .schema, vocabulary: Self.vocabulary)
        == ["x.stencil:1:36: e.table deprecated: write 'table'"])
  }

  /// There is one warning for each place, however many files the template generates, and all files
  /// are generated.
  @Test func deprecatedNamesOnlyWarn() throws {
    let text = """
      swiftsync: 1
      name: A
      version: 1
      generate: { output: Out, sets: [] }
      entities:
        B: { attributes: { id: int } }
        C: { attributes: { id: int } }
      """
    let source = SourceFile(
      path: "Templates/x.stencil",
      bytes: Array(
        "{# swiftsync: for=entity path=\"{{ entity.name }}.txt\" #}\n{{ entity.table }}".utf8))
    let input = EmissionInput(
      try SchemaFixture.schema(text),
      options: EmitOptions(
        toolVersion: "1", schemaPath: "../a.yaml",
        templates: [UserTemplate(name: "x.stencil", source: source)]),
      vocabulary: Self.vocabulary)
    var bag = DiagnosticBag()
    let files = SchemaEmitter.emit(input, into: &bag)
    #expect(files.map(\.path) == ["B.txt", "C.txt"])
    #expect(
      bag.diagnostics.map(\.text) == [
        "Templates/x.stencil:2:11: warning: 'entity.table' is deprecated: write 'table' "
          + "[template-deprecated-name]"
      ])
    #expect(!bag.hasErrors)
  }

  @Test func referenceShowsDeprecations() {
    let page = ContextReference.markdown()
    #expect(ContextVocabulary.current.hasDeprecations == page.contains("**Deprecated**"))
  }
}

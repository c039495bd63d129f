import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine
import TestHelpers
import Testing

@testable import SyncGenEmit

/// What templates for any language need, under the words of the schema language.
@Suite struct ContextStructureTests {
  private static let schema = """
    swiftsync: 1
    name: Shop
    version: 1
    generate: { output: Out, sets: [] }
    enums:
      Status: { cases: { open: o, closed: c } }
      Level: { unknown: reject, cases: { low: 1, high: 2 } }
    types:
      Address: { street: string, geo: { type: "Geo?", remote: place.geo } }
      Geo: { latitude: double }
      Part: { parts: { type: "[Part]", default: [] } }
    entities:
      User: { attributes: { id: uuid, home: Address?, root: Part?, level: Level? } }
      Note:
        attributes:
          id: int
          status: { type: Status, default: open }
          tags: { type: "[string]", default: [a, b] }
          at: date
        relations:
          author: User?
          readers: { to: "[User]", inverse: none, ordered: true }
        sync: { clock: at }
    api:
      endpoints:
        notes:
          get: "/notes/{status}"
          query: { limit: { type: int, default: 5 } }
          returns: "[Note]"
          since: updated_since
    """

  /// What a template for the schema prints.
  private func text(of template: String) throws -> String {
    let source = SourceFile(
      path: "Templates/x.stencil",
      bytes: Array("{# swiftsync: for=schema path=\"x\" trim=nothing #}\(template)".utf8))
    let options = EmitOptions(
      toolVersion: "1", schemaPath: "../a.yaml",
      templates: [UserTemplate(name: "x.stencil", source: source)])
    var bag = DiagnosticBag()
    let files = SchemaEmitter.emit(
      try SchemaFixture.schema(Self.schema), options: options, into: &bag)
    #expect(bag.diagnostics.map(\.text) == [])
    let file = try #require(files.first { $0.path == "x" })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  static let texts: [(template: String, text: String)] = [
    (
      "{% for p in schema.entitiesByName.Note.properties %}{{ p.name }} {{ p.type.kind }}"
        + "{% if p.type.element %} of {{ p.type.element.kind }}{% endif %}"
        + "{% if p.type.isOptional %}?{% endif %} {{ p.columns.first.name }} {{ p.remote.first }}"
        + "{% if p.default %} = {{ p.default.stated }}{% endif %}; {% endfor %}",
      "id int id id; status enum status status = open; "
        + #"tags array of string tags tags = ["a", "b"]; at date at at; "#
        + "authorID uuid? author_id author_id; "
    ),
    (
      "{% for a in schema.entitiesByName.Note.attributes where a.default %}"
        + "{{ a.default.value|jsonLiteral }}{% if a.default.case %} {{ a.default.case.name }}"
        + "{% endif %}; {% endfor %}",
      #""o" open; ["a","b"]; "#
    ),
    (
      "{% for r in schema.entitiesByName.Note.relations %}{{ r.idName }} {{ r.isOptional }} "
        + "{{ r.target.entity.table }} {% if r.foreignKey %}{{ r.foreignKey.columns.first.name }} "
        + "{{ r.foreignKey.table }}.{{ r.foreignKey.targetColumns.first }}{% endif %}"
        + "{% if r.join %}{{ r.join.table }} {{ r.join.columns.first.name }} "
        + "{{ r.join.targetColumns.first.name }} {{ r.join.positionColumn }}{% endif %}; "
        + "{% endfor %}",
      "authorID true users author_id users.id; "
        + "readerIDs false users note_readers note_id reader_id position; "
    ),
    (
      "{% for t in schema.orderedValueTypes %}{{ t.name }}{% if t.isCyclic %} cyclic{% endif %}:"
        + "{% for k in t.payload %} {{ k.key }}{% if k.uses %} {{ k.uses.first.field.type.kind }}"
        + "{% endif %}{% endfor %}, needs{% for r in t.requirements %} {{ r.paths.first.key }}"
        + "{% endfor %}; {% endfor %}",
      "Geo: latitude double, needs latitude; Address: street string place, needs street; "
        + "Part cyclic: parts array, needs; "
    ),
    (
      "{% for e in schema.api.endpoints %}{% for q in e.query %}{{ q.name }} {{ q.remote }} "
        + "{{ q.type.kind }} {{ q.setBy }} {{ q.isAdded }}; {% endfor %}"
        + "{% for p in e.parameters %}{{ p.name }} {{ p.type.kind }} {{ p.place }}"
        + "{% if p.default %} {{ p.default.value }}{% endif %}; {% endfor %}{% endfor %}",
      "limit limit int  false; updatedSince updated_since date since true; "
        + "status enum path; limit int query 5; "
    ),
    (
      "{% for e in schema.enums %}{{ e.rejectsUnknown }}{% for c in e.cases %} "
        + "{{ c.value|jsonLiteral }}{% endfor %}; {% endfor %}"
        + "{{ schema.entitiesByName.Note.sync.clock.columns.first.name }}",
      #"false "o" "c"; true 1 2; at"#
    ),
  ]

  @Test(arguments: texts)
  func hasWordsOfSchema(template: String, text: String) throws {
    #expect(try self.text(of: template) == text)
  }

  // MARK: JSON

  private func json(at path: String) throws -> String {
    try ContextEmitter.json(
      of: SchemaFixture.schema(Self.schema), toolVersion: "1", at: ContextPath(path))
  }

  static let values: [(path: String, json: String)] = [
    ("contextVersion", "1"), ("schema.entities.0.name", #""User""#),
    ("schema.entities.Note.table", #""notes""#),
    ("schema.entities.Note.relations.author.target.entity", #""User""#),
    ("schema.entities.Note.attributes.status.default.case", #""open""#),
    ("schema.entities.Note.swift.patchName", #""NotePatch""#),
    ("schema.enums.Level.cases.high.value", "2"),
  ]

  @Test(arguments: values)
  func pathLeadsToValue(path: String, json: String) throws {
    let text = try self.json(at: path)
    // An object that is elsewhere is printed where the path asks for it.
    let isObject = text.hasPrefix("{")
    #expect(isObject ? text.contains("\"name\": \(json)") : text == json + "\n")
  }

  static let wrongPaths: [(path: String, message: String)] = [
    ("schema.nmae", "there is no 'nmae' in 'schema'; did you mean 'name'?"),
    ("shema", "there is no 'shema' in the context; did you mean 'schema'?"),
    ("schema.entities.9", "there is no '9' in 'schema.entities'"),
    ("schema.entities.Not", "there is no 'Not' in 'schema.entities'; did you mean 'Note'?"),
    ("schema..name", "there is no '' in 'schema'"),
  ]

  @Test(arguments: wrongPaths)
  func wrongPathIsExplained(path: String, message: String) throws {
    let error = #expect(throws: ContextPath.Missing.self) { try json(at: path) }
    #expect(error?.message == message)
  }

  @Test func omitsMembersEverywhere() throws {
    let text = try ContextEmitter.json(
      of: SchemaFixture.schema(Self.schema), toolVersion: "1", without: ["history", "swift"])
    #expect(!text.contains("\"swift\"") && !text.contains("\"history\""))
    #expect(text.contains("\"schema\""))
  }

  @Test func contextMatchesItsSchema() throws {
    let checker = JSONSchemaChecker(try JSON(text: ContextJSONSchema.document.text()))
    for text in [Self.schema, TortureSchema.names(access: "public", count: 12)] {
      let context = try ContextEmitter.json(of: SchemaFixture.schema(text), toolVersion: "1")
      let problems = try checker.problems(of: JSON(text: context))
      #expect(problems == [])
      let damaged = context.replacing("\"table\": \"", with: "\"tabel\": \"")
      #expect(try checker.problems(of: JSON(text: damaged)) != [])
    }
  }

  // MARK: Page

  @Test func pageBeginsWithMembersThatExist() {
    let page = ContextReference.markdown()
    for (kind, member) in ContextReference.essentials {
      #expect(
        page.components(separatedBy: "\n").contains { $0.hasPrefix("| `\(kind).\(member)` |") })
    }
    #expect(Set(ContextReference.essentials.map { $0.kind + "." + $0.member }).count == 25)
  }

  /// What one language or framework needs is in a group, so other names do not mention it.
  @Test func namesOutsideOfGroupsAreNeutral() {
    for entry in ContextReference.entries {
      for member in entry.members where member.path.group == nil {
        let name = member.name.lowercased()
        let isGroup = ["swiftData", "grdb"].contains(member.name)
        #expect(
          isGroup || !name.contains("swift") && !name.contains("sql"), "\(entry.name).\(name)")
      }
    }
  }
}

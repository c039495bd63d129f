import Foundation
import Programs
import Testing

@Suite struct AnnotationTests {
  private static let schema = """
    swiftsync: 1
    name: Shop
    version: 1
    x-team: core
    generate: { sets: [swift] }
    enums:
      Mood: { x-order: 2, cases: { calm: { value: c, x-icon: leaf }, wild: w } }
    entities:
      Item:
        x-color: { r: 1, g: [0.5, null, true] }
        attributes: { id: int, mood: { type: Mood, x-label: "7" } }
        relations: { twin: { to: "Item?", inverse: none, x-hint: ~ } }
    api:
      endpoints: { items: { get: /items, returns: [Item], stores: false, x-cache: 60 } }

    """

  private static let template = """
    {{ schema.annotations.team }} {{ schema.enums[0].annotations.order }}
    {{ schema.enums[0].cases[0].annotations.icon }}
    {% for entity in schema.entities %}{{ entity.annotations.color.r }} {{ entity.annotations.color.g[0] }} \
    {{ entity.attributes[1].annotations.label }} {% if entity.annotations.missing %}?{% else %}none{% endif %}
    {% endfor %}{{ schema.api.endpoints[0].annotations.cache }}

    """

  @Test func templatesReadAnnotations() async throws {
    let workspace = try Workspace()
    try workspace.write("shop.yaml", Self.schema)
    try workspace.write("notes.stencil", Self.template.replacingOccurrences(of: "\\\n", with: ""))
    let outcome = try await workspace.run("render", "notes.stencil", "--schema", "shop.yaml")
    #expect(outcome.errors == "")
    #expect(outcome.output == "core 2\nleaf\n1 0.5 7 none\n60\n")
  }

  @Test func frozenVersionsKeepAnnotations() async throws {
    let workspace = try Workspace()
    try workspace.write("shop.yaml", Self.schema)
    #expect(try await workspace.run("freeze", "shop.yaml").status == 0)
    let frozen = try workspace.read("shop.versions/1.json")
    for text in [
      #""x-team": "core""#, #""x-order": 2"#, #""x-icon": "leaf""#, #""x-label": "7""#,
      #""x-hint": null"#, #""g": [0.5, null, true]"#,
    ] {
      #expect(frozen.contains(text), "\(text)")
    }
    #expect(try await workspace.run("validate", "shop.yaml").status == 0)
  }

  /// Annotations do not affect stored data, so an edit of one does not need a new version.
  @Test func annotationsAreNotPartOfVersion() async throws {
    let workspace = try Workspace()
    try workspace.write("shop.yaml", Self.schema)
    #expect(try await workspace.run("freeze", "shop.yaml").status == 0)
    try workspace.write("shop.yaml", Self.schema.replacingOccurrences(of: "x-team: core", with: ""))
    #expect(try await workspace.run("validate", "shop.yaml").status == 0)
  }
}

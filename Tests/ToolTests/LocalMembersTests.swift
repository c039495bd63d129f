import Programs
import Testing

/// Members that are never in payloads have no paths in the context.
@Suite struct LocalMembersTests {
  private static let schema = """
    swiftsync: 1
    name: App
    version: 1
    entities:
      Note:
        attributes:
          id: int
          title: string
          scroll: { type: int = 0, direction: local }
        relations:
          replyTo: { to: Note?, direction: local }

    """

  @Test func havePathsOnlyIfPayloadsHaveThem() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", Self.schema)
    try workspace.write(
      "paths.stencil",
      """
      {% for property in schema.entities.first.properties %}
      {{ property.name }} {{ property.remote|join:" " }}.
      {% endfor %}
      {% for relation in schema.entities.first.relations %}
      {{ relation.name }} {{ relation.ids|join:" " }}{{ relation.objects|join:" " }}. {{ relation.summary }}
      {% endfor %}

      """)
    try await workspace.expect(
      "render", "paths.stencil",
      gives: Outcome(
        0,
        output: """
          id id.
          title title.
          scroll .
          replyToID .
          replyTo . The id of `Note`; not in JSON.

          """))
  }
}

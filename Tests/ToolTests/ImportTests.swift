import Foundation
import Programs
import TestHelpers
import Testing

/// `import`, and the commands that usually follow it.
@Suite struct ImportTests {
  private static let answer = """
    [
      { "id": 1, "name": "Ada", "created_at": "2026-01-05T08:00:00Z", "team": { "id": 7, "name": "Red" } },
      { "id": 2, "name": "Ben", "created_at": "2026-01-06T08:00:00Z", "team": null }
    ]

    """

  static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("answer.json", answer)
    return workspace
  }

  /// The summary of `answer`.
  private static func summary(_ path: String) -> String {
    "wrote \(path)\n2 entities, 1 relationship\nnext: swiftsync-gen generate \(path)\n"
  }

  @Test func threeCommandsTurnPayloadIntoRows() async throws {
    let workspace = try Self.workspace()
    try await workspace.expect(
      "import", "answer.json", gives: Outcome(0, errors: Self.summary("Schemas/app.yaml")))
    #expect(
      try workspace.read("Schemas/app.yaml").hasSuffix(
        """
        conventions:
          dates: iso8601

        entities:
          Answer:
            attributes:
              id: int
              name: string
              createdAt: date
            relations:
              team: Team? # null in 1 of 2

          Team:
            attributes:
              id: int
              name: string

        """))
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    try await workspace.expect(
      "apply", "answer.json", "--database", "app.sqlite",
      gives: Outcome(
        0,
        output: """
          Answer: 2 inserted, 0 updated, 0 unchanged, 0 deleted
            Team: 1 inserted, 0 updated, 0 unchanged, 0 deleted

          """, errors: "answer.json: rows of Answer\n"))
    let exported = try await workspace.run("export", "--entity", "Team", "--database", "app.sqlite")
    #expect(exported == Outcome(0, output: "[{\"id\":7,\"name\":\"Red\"}]\n"))
  }

  @Test func keepsExistingSchema() async throws {
    let workspace = try Self.workspace()
    try workspace.write("Schemas/app.yaml", "mine")
    let message =
      "swiftsync-gen: error: Schemas/app.yaml already exists and was not changed; overwrite it with "
    try await workspace.expect(
      "import", "answer.json",
      gives: Outcome(
        1, errors: message + "'--force', or add what is new with '--merge Schemas/app.yaml'\n"))
    #expect(try workspace.read("Schemas/app.yaml") == "mine")
    #expect(try await workspace.run("import", "answer.json", "--force").status == 0)
    #expect(try await workspace.run("validate").status == 0)
  }

  @Test func listsCandidatesIfNothingIdentifiesRows() async throws {
    let workspace = try Workspace()
    try workspace.write("answer.json", #"[{"name": "a", "size": 1}, {"name": "a", "size": 1}]"#)
    try await workspace.expect(
      "import", "answer.json",
      gives: Outcome(
        1,
        errors: """
          answer.json: error: found no list of objects with an identity; 'name', 'size' are in all objects, but \
          their values repeat

          """))
    #expect(!workspace.exists("Schemas"))
  }

  /// Neither `import` nor `apply` leaves out a part of a file silently.
  @Test func locatesSeveralKeyedLists() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "export.json",
      #"{"users": {"-NqZ8u1KfXb2cD3eF4gH": {"n": 1}}, "posts": {"-NqZ8u1KfXb2cD3eF4gJ": {"t": 2}}}"#
    )
    try await workspace.expect(
      "import", "export.json",
      gives: Outcome(
        0,
        errors: """
          wrote Schemas/app.yaml
          2 entities
          next: swiftsync-gen generate Schemas/app.yaml
          next: swiftsync-gen apply export.json --entity User --root users --keyed-by key --database app.sqlite
          next: swiftsync-gen apply export.json --entity Post --root posts --keyed-by key --database app.sqlite

          """))
    try await workspace.expect(
      "apply", "export.json", "--database", "app.sqlite",
      gives: Outcome(
        1,
        errors: """
          swiftsync-gen: error: the payload has rows of several entities; name its type with '--document', \
          or one list with '--entity' and '--root'

          """))
  }

  @Test func acceptsNamesAndOutputPath() async throws {
    let workspace = try Self.workspace()
    try await workspace.expect(
      "import", "answer.json", "--name", "crew", "--entity", "sailor", "--output",
      "models/crew.yaml",
      gives: Outcome(0, errors: Self.summary("models/crew.yaml")))
    let text = try workspace.read("models/crew.yaml")
    #expect(!text.contains("\nname:") && text.contains("\n  Sailor:\n"))
    #expect(workspace.exists("models/swiftsync.schema.json"))
  }

  @Test func explainsHowToApplyWrappedRows() async throws {
    let workspace = try Workspace()
    try workspace.write("orders.json", #"{"data": [{"id": 1}, {"id": 2}], "has_more": false}"#)
    try await workspace.expect(
      "import", "orders.json",
      gives: Outcome(
        0,
        errors: """
          wrote Schemas/app.yaml
          1 entity
          an endpoint of orders.json can have page: { number: page, end: { more: has_more } }, stores: { root: data }
          next: swiftsync-gen generate Schemas/app.yaml
          next: swiftsync-gen apply orders.json --entity Order --root data --database app.sqlite

          """))
    try await workspace.expect(
      "check-payload", "orders.json",
      gives: Outcome(
        0, output: "2 rows, 0 rejected\n", errors: "orders.json: rows of Order under 'data'\n"))
  }

  @Test func mergesIntoSchema() async throws {
    let workspace = try Self.workspace()
    try await workspace.run("import", "answer.json")
    let before = try workspace.read("Schemas/app.yaml")
    try workspace.write("answer.json", #"[{"id": 1, "name": null, "size": 3}]"#)
    try await workspace.expect(
      "import", "answer.json", "--merge", "Schemas/app.yaml",
      gives: Outcome(
        0,
        errors: """
          added to Schemas/app.yaml:
            attribute Answer.size
          different in the source:
            Schemas/app.yaml:15: Answer.name is required, optional in the source: always null (answer.json)
            Schemas/app.yaml:16: Answer.createdAt is required, but rows of the source lack 'created_at' (answer.json)
          next: swiftsync-gen generate Schemas/app.yaml

          """))
    let after = try workspace.read("Schemas/app.yaml")
    #expect(
      after
        == before.replacingOccurrences(
          of: "createdAt: date\n", with: "createdAt: date\n      size: int\n"))
    let again = try await workspace.run("import", "answer.json", "--merge", "Schemas/app.yaml")
    #expect(again.errors.hasPrefix("Schemas/app.yaml was not changed\n"))
  }

  @Test func initStartsFromPayload() async throws {
    let workspace = try Self.workspace()
    try await workspace.expect(
      "init", "shop", "--from", "answer.json",
      gives: Outcome(0, errors: Self.summary("Schemas/shop.yaml")))
    #expect(try workspace.read("Schemas/shop.yaml").contains("\nswiftsync: 1\n\ngenerate:\n"))
    try await workspace.expect(
      "init", "shop", "--force",
      gives: Outcome(
        64,
        errors: """
          swiftsync-gen: error: option '--force' needs '--from'
          usage: swiftsync-gen init [NAME] [options]
          See 'swiftsync-gen help init'

          """))
  }

  @Test func asksForEntityIfAmbiguous() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/app.yaml",
      """
      swiftsync: 1
      name: App
      version: 1
      entities:
        A: { attributes: { id: int, name: string } }
        B: { attributes: { id: int, name: string } }
      """)
    try workspace.write("rows.json", #"[{"id": 1, "name": "x"}]"#)
    try await workspace.expect(
      "apply", "rows.json", "--database", "app.sqlite",
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: the entity of the payload's rows cannot be determined; name it "
          + "with '--entity': A, B\n"
      ))
    #expect(!workspace.exists("app.sqlite"))
  }

  // MARK: Versions

  /// The two versions of a Core Data model, the second one current.
  private static func bundle() throws -> Workspace {
    let workspace = try Workspace()
    let start =
      "<model><entity name=\"Note\"><attribute name=\"id\" attributeType=\"UUID\"/>"
    let versions = [
      "Notes": "<attribute name=\"name\" attributeType=\"String\"/>"
        + "<attribute name=\"draft\" optional=\"YES\" attributeType=\"String\"/>",
      "Notes 2": "<attribute name=\"title\" attributeType=\"String\" elementID=\"name\"/>"
        + "<attribute name=\"pinned\" attributeType=\"Boolean\" defaultValueString=\"NO\" usesScalarValueType=\"YES\"/>",
    ]
    for (name, members) in versions {
      try workspace.write(
        "Notes.xcdatamodeld/\(name).xcdatamodel/contents", start + members + "</entity></model>")
    }
    try workspace.write(
      "Notes.xcdatamodeld/.xccurrentversion",
      "<plist><dict><key>_XCCurrentVersionName</key><string>Notes 2.xcdatamodel</string></dict></plist>"
    )
    return workspace
  }

  @Test func freezesModelVersions() async throws {
    let workspace = try Self.bundle()
    try await workspace.expect(
      "import", "Notes.xcdatamodeld", "--name", "Notes",
      gives: Outcome(
        0,
        errors: """
          wrote Schemas/notes.yaml
          wrote Schemas/notes.versions/1.json
          1 entity
          next: swiftsync-gen generate Schemas/notes.yaml

          """))
    #expect(
      try workspace.read("Schemas/notes.yaml").hasSuffix(
        """
        migrations:
          2:
            - { drops: [Note.draft] }
            - { remote-changed: [Note.title] }

        """))
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    #expect(try await workspace.run("generate", "--check").status == 0)
    try await workspace.expect(
      "verify", gives: Outcome(0, output: "Notes 1 to 2: verified with 1000 rows\n"))
    // The same import again.
    try await workspace.expect(
      "import", "Notes.xcdatamodeld", "--name", "Notes", "--force",
      gives: Outcome(
        0,
        errors:
          "wrote Schemas/notes.yaml\n1 entity\nnext: swiftsync-gen generate Schemas/notes.yaml\n"))
  }

  /// Databases depend on frozen versions.
  @Test func keepsDifferentFrozenVersions() async throws {
    let workspace = try Self.bundle()
    try await workspace.run("import", "Notes.xcdatamodeld", "--name", "Notes")
    let frozen = try workspace.read("Schemas/notes.versions/1.json")
    let changed = frozen.replacingOccurrences(of: "draft", with: "sketch")
    try workspace.write("Schemas/notes.versions/1.json", changed)
    try workspace.write("Schemas/notes.yaml", "mine")
    let rest =
      "nothing was written; choose another file with '--output', or delete the frozen version if no "
      + "database was created with it\n"
    try await workspace.expect(
      "import", "Notes.xcdatamodeld", "--name", "Notes", "--force",
      gives: Outcome(
        1,
        errors:
          "Schemas/notes.versions/1.json: error: frozen version 1 differs from the source; \(rest)")
    )
    try workspace.write("Schemas/notes.versions/1.json", frozen)
    try workspace.write("rows.json", "[{\"id\": 1}]")
    try await workspace.expect(
      "import", "rows.json", "--name", "Notes", "--force",
      gives: Outcome(
        1,
        errors:
          "Schemas/notes.versions/1.json: error: frozen version 1 is not in the source; \(rest)"))
    #expect(try workspace.read("Schemas/notes.yaml") == "mine")
    #expect(try workspace.read("Schemas/notes.versions/1.json") == frozen)
  }

  // MARK: Forms of responses

  /// Each response is imported, applied and exported without an option that describes it.
  @Test(arguments: [
    (
      "articles.json", "Article",
      #"{"data":[{"type":"articles","id":"1","attributes":{"title":"A"},"relationships":{"author":{"data":{"type":"people","id":"9"}}}}]}"#
    ),
    (
      "messages.json", "Message",
      #"[{"channel_id":"a","ts":"1.1","text":"x"},{"channel_id":"a","ts":"1.2","text":"x"},{"channel_id":"b","ts":"1.1","text":"x"}]"#
    ),
    (
      "orders.json", "Order",
      #"[{"id":1,"total":"19.90","currency":"EUR","shipping":{"amount":490,"currency":"EUR"},"tags":"a, b"},{"id":2,"total":"5.00","currency":"EUR","shipping":{"amount":0,"currency":"EUR"},"tags":"c, d"}]"#
    ),
    (
      "entries.json", "Entry",
      #"[{"sys":{"id":"e1","revision":1},"fields":{"title":"A","next":{"sys":{"id":"e2"}}}},{"sys":{"id":"e2","revision":1},"fields":{"title":"B","next":{"sys":{"id":"e1"}}}}]"#
    ),
    (
      "pods.json", "Pod",
      #"[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","uid":"p1"},"spec":{"node":"n"}},{"apiVersion":"v1","kind":"Pod","metadata":{"name":"b","uid":"p2"},"spec":{"node":"n"}}]"#
    ),
    (
      "papers.json", "Paper",
      #"[{"_id":{"$oid":"65a1"},"title":"A","made":{"$date":"2026-01-02T03:04:05Z"},"next":{"$oid":"65a2"}},{"_id":{"$oid":"65a2"},"title":"A","made":{"$date":"2026-01-02T03:04:05Z"},"next":{"$oid":"65a1"}}]"#
    ),
  ])
  func importedValuesRoundTrip(_ file: String, _ entity: String, _ answer: String) async throws {
    let workspace = try Workspace()
    try workspace.write(file, answer)
    #expect(try await workspace.run("import", file).status == 0)
    let check = try await workspace.run("check-payload", file)
    #expect(check.status == 0 && !check.output.contains("unknown"), "\(check)")
    #expect(try await workspace.run("apply", file, "--database", "app.sqlite").status == 0)
    let exported = try await workspace.run("export", "--entity", entity, "--database", "app.sqlite")
    #expect(try JSON(text: exported.output) == JSON(text: answer), "\(exported)")
  }

  @Test func readsGraphQLConnections() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "answer.json",
      #"{"data": {"orders": {"edges": [{"cursor": "a", "node": {"id": "o1", "name": "One"}}], "pageInfo": {"hasNextPage": false, "endCursor": "a"}}}}"#
    )
    #expect(try await workspace.run("import", "answer.json").status == 0)
    try await workspace.expect(
      "apply", "answer.json", "--database", "app.sqlite",
      gives: Outcome(
        0, output: "Order: 1 inserted, 0 updated, 0 unchanged, 0 deleted\n",
        errors: "answer.json: rows of Order under 'data.orders.edges[].node'\n"))
  }
}

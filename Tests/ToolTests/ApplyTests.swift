import Foundation
import Programs
import Testing

/// Only the command itself: options, streams, exit status. Other tests cover the rules of applying.
@Suite struct ApplyTests {
  private static let schema = """
    swiftsync: 1
    name: Shop
    version: 1
    entities:
      Shelf:
        attributes: { id: int, name: string }
        relations:
          items: { to: [Item], inverse: shelf, on-delete: cascade }
      Item:
        attributes: { id: int, title: string }
        relations:
          shelf: Shelf?
    """

  private static let rows = ["--entity", "Item", "--database", "shop.sqlite"]
  private static let complete = ["--missing-rows", "delete"]

  private func workspace(_ payload: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema)
    try workspace.write("p.json", payload)
    return workspace
  }

  private static let two = #"[{"id": 1, "title": "a"}, {"id": 2, "title": "b"}]"#

  private func counts(
    _ inserted: Int = 0, _ updated: Int = 0, _ unchanged: Int = 0, _ deleted: Int = 0
  ) -> Outcome {
    let changes = "\(inserted) inserted, \(updated) updated"
    let counts = "Item: \(changes), \(unchanged) unchanged, \(deleted) deleted\n"
    return Outcome(0, output: counts)
  }

  @Test func printsTextReport() async throws {
    let workspace = try workspace(Self.two)
    try await workspace.expect(["apply", "p.json"] + Self.rows, gives: counts(2))
    try await workspace.expect(["apply", "p.json"] + Self.rows, gives: counts(0, 0, 2))
  }

  @Test func printsJSONReport() async throws {
    let workspace = try workspace(#"[{"id": 1, "title": "a"}, {"id": 2, "x": {"y": 1}}]"#)
    let outcome = try await workspace.run(["apply", "p.json", "--report", "json"] + Self.rows)
    #expect(outcome.status == 0 && outcome.errors == "")
    let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let expected: [String: Any] = [
      "inserted": 1, "updated": 0, "unchanged": 0, "deleted": 0, "purged": 0, "stale": 0,
      "duplicates": 0, "deletions_withheld": false, "unresolved_references": 0,
      "rejected_count": 1,
      "rejected": [
        [
          "path": "[1].title", "identity": "2", "rule": "missing-required",
          "message": "the row is new and has no 'title', which is required",
        ]
      ],
      "unknown_keys": ["x": 1], "related": [String: Any](),
    ]
    let keys = try #require(report as? [String: Any]).keys.sorted()
    #expect(keys == expected.keys.sorted())
    let text = outcome.output
    #expect(text.contains(#""inserted":1"#) && text.contains(#""rejected_count":1"#))
    #expect(text.contains(#""path":"[1].title""#) && text.contains(#""identity":"2""#))
    #expect(text.contains(#""rule":"missing-required""#))
  }

  @Test func treatsSeveralPayloadsAsOneList() async throws {
    let workspace = try workspace(#"[{"id": 1, "title": "a"}]"#)
    try workspace.write("q.json", #"[{"id": 2, "title": "b"}]"#)
    try await workspace.expect(["apply", "p.json", "q.json"] + Self.rows, gives: counts(2))
    try await workspace.expect(
      ["apply", "q.json"] + Self.rows + Self.complete, gives: counts(0, 0, 1, 1))
  }

  /// A list with at most one row does not look like a list of rows.
  @Test(arguments: ["[]", "[{ \"id\": 1, \"name\": \"x\" }]"])
  func infersEntityFromFileName(_ payload: String) async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/app.yaml",
      """
      swiftsync: 1
      name: App
      version: 1
      entities:
        Post: { attributes: { id: int, title: "string?" } }
        User: { attributes: { id: int, name: string } }
      """)
    try workspace.write("users.json", payload)
    let outcome = try await workspace.run("apply", "users.json", "--database", "app.sqlite")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("User: \(payload == "[]" ? 0 : 1) inserted"))
  }

  @Test func readsStandardInput() async throws {
    let workspace = try workspace("")
    try await workspace.expect(["apply", "-"] + Self.rows, input: Self.two, gives: counts(2))
  }

  @Test func supportsApplyOptions() async throws {
    let workspace = try workspace(Self.two)
    let apply = ["apply", "p.json"] + Self.rows
    let dryRun = Outcome(0, output: counts(2).output, errors: "dry run: nothing was written\n")
    try await workspace.expect(apply + ["--dry-run"], gives: dryRun)
    try await workspace.expect(apply, gives: counts(2))
    try workspace.write("p.json", #"{"data": {"items": [{"id": 1, "title": "c"}]}}"#)
    let root = apply + ["--root", "data.items"]
    try await workspace.expect(root + ["--operations", "insert"], gives: counts())
    try await workspace.expect(root + ["--missing-rows", "keep"], gives: counts(0, 1))
    try await workspace.expect(root + ["--missing-rows", "keep-if=more"], gives: counts(0, 0, 1))
    try await workspace.expect(
      root + ["--where", "id < 2"] + Self.complete, gives: counts(0, 0, 1))
    try await workspace.expect(root + ["--operations", "insert,update"], gives: counts(0, 0, 1))
    try workspace.write("p.json", #"{"id": 1, "title": "d"}"#)
    try await workspace.expect(apply + ["--item"], gives: counts(0, 1))
    try workspace.write("p.json", #"[{"id": 3, "title": "e"}]"#)
    let scoped = try await workspace.run(apply + ["--scope", "shelf=7"])
    #expect(scoped.status == 0 && scoped.output.hasPrefix(counts(1).output))
    try await workspace.expect(apply, gives: counts(0, 0, 1))
    try await workspace.expect(apply + Self.complete, gives: counts(0, 0, 1, 2))
  }

  /// Missing rows cannot be told by one object, nor can a value decide next to separate objects.
  @Test(arguments: [
    (
      #"{"id": 1, "title": "a"}"#, "delete",
      "missingRows: 'delete' needs a list of rows, but the payload is one object, which says "
        + "nothing about other rows"
    ),
    (
      #"{"id": 1, "title": "a"}"#, "keep-if=more",
      "missingRows: 'keep-if' needs a list of rows, but the payload is one object, which says "
        + "nothing about other rows"
    ),
    (
      "{\"id\": 1, \"title\": \"a\"}\n{\"id\": 2, \"title\": \"b\"}", "keep-if=more",
      "missingRows: 'keep-if' needs one JSON text, but the payload has objects on separate lines"
    ),
  ])
  func refusesPayloadWithoutCompleteList(
    _ payload: String, _ missingRows: String, _ problem: String
  ) async throws {
    let workspace = try workspace(payload)
    try await workspace.expect(
      ["apply", "p.json"] + Self.rows + ["--missing-rows", missingRows],
      gives: Outcome(1, errors: "swiftsync-gen: error: \(problem)\n"))
  }

  @Test func refusedCallReportsAndFails() async throws {
    let workspace = try workspace(Self.two)
    let apply = ["apply", "p.json"] + Self.rows
    try await workspace.run(apply)
    try workspace.write("p.json", "[]")
    try await workspace.expect(
      apply + ["--deletion-limit", "1"] + Self.complete,
      gives: Outcome(
        1, output: counts().output,
        errors: "swiftsync-gen: error: 2 rows would be deleted and the limit is 1, so nothing was "
          + "changed\n"))
    try workspace.write("p.json", #"[{"id": 1, "title": "a", "x": 1}]"#)
    let strict = try await workspace.run(apply + ["--strict"])
    #expect(strict.status == 1)
    #expect(strict.output.hasPrefix(counts().output) && strict.output.contains("x (once)"))
    try workspace.write("p.json", Self.two)
    try await workspace.expect(apply, gives: counts(0, 0, 2))
  }

  @Test func rejectsRowOverSizeLimit() async throws {
    let workspace = try workspace(Self.two)
    let apply = ["apply", "p.json"] + Self.rows
    let outcome = try await workspace.run(apply + ["--row-size-limit", "10"])
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.contains("this value is larger than 10 bytes"))
    try await workspace.expect(apply + ["--row-size-limit", "1000"], gives: counts(2))
  }

  @Test func locatesInvalidJSONInFileAndPipe() async throws {
    let workspace = try workspace("[\n  {\"id\": 1, \"title\": \"é\" x}\n]")
    let outcome = try await workspace.run(["apply", "p.json"] + Self.rows)
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("p.json:2:26: error: "))
    #expect(outcome.errors.contains(" (byte 28") && outcome.errors.hasSuffix(") [invalid-json]\n"))
    let piped = try await workspace.run(["apply", "-"] + Self.rows, input: "[1")
    #expect(piped.errors.hasPrefix("<stdin>:1:3: error: "))
  }

  @Test func invalidInputCreatesNoDatabase() async throws {
    let workspace = try workspace(Self.two)
    try await workspace.expect(
      "apply", "p.json", "--entity", "Itm", "--database", "shop.sqlite",
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: Schemas/shop.yaml has no entity 'Itm'; did you mean 'Item'?\n"))
    try await workspace.expect(
      ["apply", "q.json"] + Self.rows,
      gives: Outcome(
        1, errors: "swiftsync-gen: error: cannot read 'q.json': No such file or directory\n"))
    try await workspace.expect(
      ["apply", "Schemas"] + Self.rows,
      gives: Outcome(1, errors: "swiftsync-gen: error: cannot read 'Schemas': Is a directory\n"))
    #expect(!workspace.exists("shop.sqlite"))
  }

  @Test(arguments: [
    ["--where", "nonsense(", "--missing-rows", "delete"], ["--scope", "nobody=1"],
    ["--root", "data.items"],
  ])
  func schemaDependentErrorsAreNotUsageErrors(_ options: [String]) async throws {
    let workspace = try workspace(Self.two)
    let outcome = try await workspace.run(["apply", "p.json"] + Self.rows + options)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: "))
  }

  @Test(arguments: ["", "null", "3"])
  func rejectsPayloadWithoutRows(_ text: String) async throws {
    let outcome = try await workspace(text).run(["apply", "p.json"] + Self.rows)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("p.json:1:1: error: "))
  }

  @Test func rejectsFileThatIsNotDatabase() async throws {
    let workspace = try workspace(Self.two)
    try workspace.write(
      "shop.sqlite", "this is no database, and it is long enough to be seen as none")
    let outcome = try await workspace.run(["apply", "p.json"] + Self.rows)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("swiftsync-gen: error: "))
    #expect(try workspace.read("shop.sqlite").hasPrefix("this is no database"))
  }
}

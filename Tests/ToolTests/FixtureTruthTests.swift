import Foundation
import Programs
import Testing

/// `fixtures.yaml` agrees with `check-payload` about each payload, and valid rows pass the checks of
/// their entities if such rows are found.
@Suite struct FixtureTruthTests {
  private static let schema = """
    swiftsync: 1
    name: App
    version: 1
    generate: { output: ../Generated, sets: [fixtures] }
    enums:
      Rej: { cases: [a, b], unknown: reject }
      Kind: { cases: [a, b] }
    entities:
      Todo:
        attributes:
          id: int
          r: { type: "Rej?", invalid: null }
          kept: { type: Rej, invalid: keep, default: a }
          d: { type: "date?", invalid: null }
          ks: { type: [Kind], separated: ",", default: [] }
          rs: { type: [Rej], separated: "|", default: [] }
      Item: { attributes: { id: int, n: int }, check: "n >= 10" }
      Pair: { attributes: { id: int, ver: int, text: string }, check: "ver > 100 AND length(text) > 20" }
      Span: { attributes: { id: int, starts: date, ends: date }, check: "starts < ends" }
      Choice: { attributes: { id: int, r: Rej, t: "string?" }, check: "r = 'b' AND t IS NULL" }
      Either: { attributes: { id: int, a: int?, b: int? }, check: "(a IS NULL) <> (b IS NULL)" }
      Impossible: { attributes: { id: int, a: int }, check: "a > 5 AND a < 5" }
      Named: { attributes: { id: int, t: string }, check: "id >= 100" }
    types:
      Doc: { items: [Item], pairs: [Pair] }
    api:
      endpoints:
        todos: { get: /todos, returns: [Todo], stores: true }
        keyed: { get: /keyed, returns: "[string: Todo]", stores: { keyed-by: id } }
        items: { get: /items, returns: { data: [Item] }, stores: { root: data } }
        pair: { get: "/pairs/{id}", returns: Pair, stores: true }
        spans: { get: /spans, returns: [Span], stores: true }
        choices: { get: /choices, returns: [Choice], stores: true }
        eithers: { get: /eithers, returns: [Either], stores: true }
        impossible: { get: /impossible, returns: [Impossible], stores: true }
        named: { get: /named, returns: "[string: Named]", stores: { keyed-by: id } }
        doc: { get: /doc, returns: Doc, stores: true }
        ok: { get: "/todo/{id}", returns: Todo, stores: true, fails: { unless: ok } }
    """

  private struct Entry {
    let file: String
    let arguments: [String]
    let isAccepted: Bool

    init?(_ line: Substring) throws {
      guard line.hasPrefix("  - ") else { return nil }
      let pairs = line.matches(of: #/([\w-]+): (?:"([^"]*)"|(\w+))/#).map {
        (String($0.output.1), String($0.output.2 ?? $0.output.3 ?? ""))
      }
      let values = Dictionary(uniqueKeysWithValues: pairs)
      file = try #require(values["file"])
      isAccepted = values["accepted"] == "true"
      let keys =
        values["document"] == nil ? ["entity", "root", "keyed-by"] : ["document"]
      let options = keys.flatMap { key in
        values[key].flatMap { $0 == "null" ? nil : ["--\(key)", $0] } ?? []
      }
      arguments = options + (values["item"] == "true" ? ["--item"] : [])
    }
  }

  @Test func fixtureListMatchesCheckPayload() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", Self.schema)
    let generated = try await workspace.run(["generate", "Schemas/app.yaml"])
    try #require(generated.status == 0, "\(generated)")
    let list = try workspace.read("Generated/fixtures/fixtures.yaml")
    let entries = try list.split(separator: "\n").compactMap { try Entry($0) }
    for entry in entries {
      let file = "Generated/fixtures/\(entry.file)"
      let outcome = try await workspace.run(
        ["check-payload", file, "--schema", "Schemas/app.yaml"] + entry.arguments)
      #expect(outcome.status == (entry.isAccepted ? 0 : 1), "\(entry): \(outcome)")
    }
    #expect(
      entries.filter { $0.file.hasSuffix("/valid.json") && !$0.isAccepted }.map(\.file) == [
        "impossible/valid.json", "ok/valid.json",
      ])
    #expect(
      entries.filter { $0.file.hasPrefix("todos/") && !$0.isAccepted }.map(\.file) == [
        "todos/unknown-enum-rs.json"
      ])
  }
}

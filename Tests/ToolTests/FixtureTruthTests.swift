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
          ks: { type: [Kind], separator: ",", default: [] }
          rs: { type: [Rej], separator: "|", default: [] }
      Item: { attributes: { id: int, n: int }, check: "n >= 10" }
      Pair: { attributes: { id: int, ver: int, text: string }, check: "ver > 100 AND length(text) > 20" }
      Span: { attributes: { id: int, starts: date, ends: date }, check: "starts < ends" }
      Choice: { attributes: { id: int, r: Rej, t: "string?" }, check: "r = 'b' AND t IS NULL" }
      Either: { attributes: { id: int, a: int?, b: int? }, check: "(a IS NULL) <> (b IS NULL)" }
      Impossible: { attributes: { id: int, a: int }, check: "a > 5 AND a < 5" }
      Named: { attributes: { id: int, t: string }, check: "id >= 100" }
      Default: { attributes: { id: int, a: { type: int?, default: 5 } }, check: "a IS 5" }
      Kept: { attributes: { id: int, r: { type: Rej, invalid: keep, default: a } }, check: "r = 'b'" }
      Nulled: { attributes: { id: int, r: { type: "Rej?", invalid: null, default: a } }, check: "r IS NULL" }
      Local: { attributes: { id: int, d: { type: date, direction: local, default: now } }, check: "id > 0" }
      Gone: { attributes: { id: int, n: int, deleted: date? }, sync: { tombstone: deleted }, check: "n = 7 AND deleted IS NULL" }
      Flagged: { attributes: { id: int, ok: bool, j: json? }, check: "ok" }
      Bill:
        attributes:
          id: int
          due: { type: money, remote: { minor: due, currency: code } }
          tip: { type: "money?", remote: { minor: tip, currency: code } }
          days: { type: [day], separator: "|", dates: dd.MM.yyyy }
        check: "due_currency = 'EUR' AND days LIKE '%2026-03-03%'"
      Team: { attributes: { id: int }, relations: { people: { to: [Person], through: Member, inverse: teams } } }
      Person: { attributes: { id: int }, relations: { teams: [Team] } }
      Member:
        identity: [team, person]
        attributes: { n: int? }
        relations: { team: Team, person: Person }
        check: "person_id > 5"
    types:
      Doc: { items: [Item], pairs: [Pair] }
      Page: { meta: { ok: bool }, items: [Item], more: "[Impossible]?" }
    api:
      endpoints:
        todos: { get: /todos, returns: [Todo] }
        keyed: { get: /keyed, returns: "[string: Todo]", stores: { keyed-by: id }, pulls: false }
        items: { get: /items, returns: { data: [Item] }, stores: { root: data } }
        pair: { get: "/pairs/{id}", returns: Pair }
        spans: { get: /spans, returns: [Span] }
        choices: { get: /choices, returns: [Choice] }
        eithers: { get: /eithers, returns: [Either] }
        impossible: { get: /impossible, returns: [Impossible] }
        named: { get: /named, returns: "[string: Named]", stores: { keyed-by: id } }
        doc: { get: /doc, returns: Doc }
        ok: { get: "/todo/{id}", returns: Todo, fails: { unless: ok } }
        default: { get: /default, returns: [Default] }
        kept: { get: /kept, returns: [Kept] }
        nulled: { get: /nulled, returns: [Nulled] }
        local: { get: /local, returns: [Local] }
        gone: { get: /gone, returns: [Gone] }
        maybe: { get: /maybe, returns: { data: "Default?" }, stores: { root: data }, pulls: false }
        flagged: { get: /flagged, returns: Flagged, fails: { unless: ok } }
        flagInJSON: { get: /json, returns: Flagged, pulls: false, fails: { unless: j.ok } }
        flagOutside: { get: /outside, returns: { data: [Item] }, pulls: false, stores: { root: data }, fails: { unless: ok } }
        flagInside: { get: /inside, returns: { data: [Item] }, pulls: false, stores: { root: data }, fails: { unless: data.ok } }
        bills: { get: /bills, returns: [Bill] }
        team: { get: /team, returns: Team }
        page: { get: /page, returns: Page, fails: { unless: meta.ok } }
        otherPage: { get: /other, returns: Page, fails: { unless: ok } }
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

  /// The entries of the list of fixtures, each of which agrees with `check-payload`.
  private func entries(of schema: String) async throws -> [Entry] {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", schema)
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
    return entries
  }

  @Test func fixtureListMatchesCheckPayload() async throws {
    let entries = try await entries(of: Self.schema)
    #expect(
      entries.filter { $0.file.hasSuffix("/valid.json") && !$0.isAccepted }.map(\.file) == [
        "impossible/valid.json", "ok/valid.json", "local/valid.json", "flagInside/valid.json",
        "team/valid.json", "page/valid.json", "otherPage/valid.json",
      ])
    #expect(
      entries.filter { $0.file.hasPrefix("todos/") && !$0.isAccepted }.map(\.file) == [
        "todos/unknown-enum-rs.json"
      ])
  }

  @Test func fixturesMeetChecksOfEachType() async throws {
    let entries = try await entries(of: CheckedTypes.schema)
    #expect(
      entries.filter { !$0.isAccepted }.map(\.file) == [
        "span/bad-date.json", "hours/bad-date.json", "days/bad-date.json",
        "choices/unknown-enum-phase.json", "choices/unknown-enum-level.json",
        "choices/unknown-enum-levels.json", "named/empty.json", "places/empty.json",
        "lists/empty.json", "owned/missing.json", "owned/null.json",
      ])
  }
}

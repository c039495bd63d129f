import Foundation
import SyncGenCommandLine
import SyncGenSchema
import TestHelpers
import Testing

@testable import SyncGenImport
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore
@_spi(Generated) @testable import swiftsync_gen

/// Whatever the responses are, the schema that is created from them accepts them.
@Suite struct JSONLawTests {
  /// `LAW_SEEDS` tries more seeds, and `LAW_FIRST` begins with a seed other than 0.
  private static let seeds = number("LAW_FIRST", 0)..<number("LAW_SEEDS", 60)

  private static func number(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  @Test func importedSchemaAcceptsItsPayloads() async throws {
    for seed in Self.seeds {
      var maker = RandomAnswer(seed)
      let text = maker.text()
      do {
        try await take(text, count: maker.count, seed)
      } catch {
        Issue.record("seed \(seed): \(error)\n\(text)")
      }
    }
  }

  private func take(_ text: String, count: Int, _ seed: Int) async throws {
    let file = try TemporaryFile("things.json", text)
    let result = try InMemory.schema(of: SourceReaders.read([file.path], ImportOptions()))
    let answer = try #require(result.model.answers.first)
    let report = try await PayloadChecker(SchemaMetadata(result.schema)).check(
      .data(Data(text.utf8)), as: answer.target, root: answer.root, keyedBy: answer.keyedBy,
      isItem: answer.isItem)
    #expect(report.rejected == [], "seed \(seed)\n\(text)\n\(result.text)")
    if result.model.remarks.isEmpty {
      #expect(report.unknownKeys == [], "seed \(seed)\n\(text)\n\(result.text)")
    }
    #expect(report.rows == count, "seed \(seed)\n\(text)\n\(result.text)")
  }
}

/// A list of objects of a random shape as JSON.
private struct RandomAnswer {
  private indirect enum Kind {
    case scalar(Int)
    case object([Field])
    case list(Kind)
    case dictionary(Kind)
    case blocks([[Field]])
    case link
  }

  /// The place of the identity in a row.
  private enum Identity: CaseIterable {
    case plain, sys, metadata, objectID

    /// The key that other fields cannot use.
    var holder: String? { self == .metadata ? "metadata" : nil }
  }

  private struct Field {
    let key: String
    let kind: Kind
    let isMissing: Bool
    let isNull: Bool
  }

  private static let keys = [
    "name", "type", "data", "items", "tags", "labels", "user", "owner_id", "children", "created_at",
    "updatedAt", "price", "url", "state", "is_done", "metadata", "home address", "a.b", "x[0]",
    "quo\"te",
    "label_ids", "slug", "value", "list", "edges", "self", "init", "1st", "+1", "object", "next",
    "rowid", "currency", "amount", "price_cents", "fields", "properties", "account_id", "keywords",
    "object_ids", "ts", "parent", "related", "tags_id", "OrderID",
  ]
  private var random: SeededRandom
  private(set) var count = 0
  private var identityKind = Identity.plain

  init(_ seed: Int) {
    random = SeededRandom(UInt64(seed))
  }

  mutating func text() -> String {
    count = random.pick([1, 3, 30])
    if random.chance(40) { identityKind = random.pick(Identity.allCases) }
    let fields = fields(depth: random.number(0...3)).filter { $0.key != identityKind.holder }
    let rows = (1...count).map { id in object(fields, first: identity(id)) }
    let list = "[" + rows.joined(separator: ",\n") + "]"
    return random.chance(20) ? "{\"data\": \(list), \"next\": null}" : list
  }

  private func identity(_ id: Int) -> String {
    switch identityKind {
    case .plain: "\"id\": \(id)"
    case .sys: "\"sys\": {\"type\": \"Entry\", \"id\": \"e\(id)\", \"revision\": \(id % 2)}"
    case .metadata: "\"metadata\": {\"name\": \"n\(id)\", \"uid\": \"u\(id)\"}"
    case .objectID: "\"_id\": {\"$oid\": \"65a\(100 + id)\"}"
    }
  }

  /// A reference to one of the rows, or to a row that may not exist.
  private mutating func link() -> String {
    let id = random.number(1...count + (random.chance(20) ? 1 : 0))
    return switch identityKind {
    case .plain: "{\"id\": \(id)}"
    case .sys: "{\"sys\": {\"type\": \"Link\", \"linkType\": \"Entry\", \"id\": \"e\(id)\"}}"
    case .metadata: "{\"uid\": \"u\(id)\"}"
    case .objectID: "{\"$oid\": \"65a\(100 + id)\"}"
    }
  }

  // MARK: Shapes

  private mutating func fields(depth: Int) -> [Field] {
    let keys = Self.keys.shuffled(using: &random).prefix(random.number(1...6))
    return keys.map { key in
      Field(key: key, kind: kind(depth), isMissing: random.chance(25), isNull: random.chance(25))
    }
  }

  private mutating func kind(_ depth: Int) -> Kind {
    if random.chance(8) { return random.chance(50) ? .link : .list(.link) }
    let choice = random.below(depth > 0 ? 12 : 8)
    switch choice {
    case 6: return .list(.scalar(random.below(14)))
    case 7: return .dictionary(.scalar(random.below(14)))
    case 8: return .object(fields(depth: depth - 1) + identity())
    case 9, 10: return .list(.object(fields(depth: depth - 1) + identity()))
    case 11:
      return .blocks((0..<3).map { _ in fields(depth: depth - 1).filter { $0.key != "type" } })
    default: return .scalar(random.below(14))
    }
  }

  private mutating func identity() -> [Field] {
    guard random.chance(40) else { return [] }
    return [Field(key: "id", kind: .scalar(random.pick([0, 6])), isMissing: false, isNull: false)]
  }

  // MARK: Values

  private mutating func object(_ fields: [Field], first: String? = nil) -> String {
    var members = first.map { [$0] } ?? []
    for field in fields {
      let isIdentity = field.key == "id"
      if field.isMissing, !isIdentity, random.chance(30) { continue }
      let isNull = field.isNull && !isIdentity && random.chance(30)
      let key = field.key.replacingOccurrences(of: "\"", with: "\\\"")
      members.append("\"\(key)\": \(isNull ? "null" : value(field.kind))")
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private mutating func value(_ kind: Kind) -> String {
    switch kind {
    case .scalar(let kind): return scalar(kind)
    case .link: return link()
    case .object(let fields): return object(fields)
    case .list(let element):
      return "[" + (0..<random.below(4)).map { _ in value(element) }.joined(separator: ", ") + "]"
    case .dictionary(let element):
      let keys = Set((0..<random.below(5)).map { _ in "\(random.below(30))" }).sorted()
      return "{" + keys.map { "\"\($0)\": \(value(element))" }.joined(separator: ", ") + "}"
    case .blocks(let kinds):
      let blocks = (0..<random.below(5)).map { _ -> String in
        let index = random.below(kinds.count)
        return object(kinds[index], first: "\"type\": \"kind\(index)\"")
      }
      return "[" + blocks.joined(separator: ", ") + "]"
    }
  }

  private mutating func scalar(_ kind: Int) -> String {
    switch kind {
    case 0: "\(random.number(1...1000))"
    case 1: random.pick(["0.5", "1e300", "-2.25", "3"])
    case 2: random.pick(["true", "false"])
    case 3: random.pick(["\"\"", "\"a\"", "\"12\"", "\"a\\\"b\\n\"", "\"\\u2028\""])
    case 4: random.pick(["\"open\"", "\"closed\"", "\"in_progress\""])
    case 5: "\"2026-0\(random.number(1...9))-1\(random.below(10))T08:00:00Z\""
    case 6: "\"0f000000-0000-4000-8000-0000000000\(random.number(10...99))\""
    case 7: "\"https://example.com/\(random.below(99))\""
    case 8: "\"\(random.below(99)).\(random.number(10...99))\""
    case 9: "\"2026-0\(random.number(1...9))-1\(random.below(10))\""
    case 10: "\(1_700_000_000 + random.below(1000))"
    case 11: random.pick(["\"EUR\"", "\"USD\"", "\"JPY\""])
    case 12: random.pick(["\"a,b\"", "\"c\"", "\"d, e\"", "\"\""])
    default: random.pick(["1", "\"a\"", "true", "10000000000000000000000001"])
    }
  }
}

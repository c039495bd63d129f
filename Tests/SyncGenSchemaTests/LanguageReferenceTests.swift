import Foundation
import SyncGenSchema
import Testing

/// `docs/reference/schema-language.md` lists exactly the keys that the code reads.
@Suite struct LanguageReferenceTests {
  private static func keys<Key: SchemaKey>(_ type: Key.Type) -> Set<String> {
    Set(type.allCases.map(\.rawValue))
  }

  private static let expected: [String: Set<String>] = [
    "Date formats": ["auto", "iso8601", "unix", "unix-ms", "rfc2822"],
    "Search": keys(SearchKey.self).union(SearchIndex.Tokenizer.allCases.map(\.rawValue)),
    "Body": ["body", "{ form: { … } }", "{ multipart: { … } }", "data", "file"],
    "Errors": ["none", "Problem"],
    "Types": Set(ScalarType.allCases.map(\.rawValue) + ["money"]),
    "Lint rules": Set(LintRule.allCases.map(\.rawValue) + [LintRule.standard]),
  ]

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/reference/schema-language.md").standardizedFileURL

  /// The first two columns of the tables, by the title of the section.
  private static func tables() throws -> [String: [String: String]] {
    var tables: [String: [String: String]] = [:]
    var section = ""
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard line.hasPrefix("| `") else { continue }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      tables[section, default: [:]][cells[0].replacing("`", with: "")] = cells[1]
    }
    return tables
  }

  @Test func listsExactlyKnownKeys() throws {
    var tables = try Self.tables().mapValues { Set($0.keys) }
    for (section, _) in LanguageReference.tables where Self.expected[section] == nil {
      tables[section] = nil
    }
    for section in Set(tables.keys).union(Self.expected.keys).sorted() {
      #expect(tables[section] == Self.expected[section], "\(section)")
    }
  }

  /// The tables that the code contains. `RECORD_GOLDENS=1` writes them.
  @Test func showsTablesOfCode() throws {
    var page = try String(contentsOf: Self.page, encoding: .utf8)
    for (section, text) in LanguageReference.tables {
      let title = try #require(page.range(of: "\n## \(section)\n"))
      let header = try #require(
        page.range(of: "|---|---|\n", range: title.upperBound..<page.endIndex))
      let end = try #require(page.range(of: "\n\n", range: header.upperBound..<page.endIndex))
      let shown = header.upperBound..<page.index(after: end.lowerBound)
      #expect(page[shown] == text)
      page.replaceSubrange(shown, with: text)
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Data(page.utf8).write(to: Self.page)
    }
  }

  @Test func listsEverySet() throws {
    let sets = try #require(try Self.tables()["Generate"]?["sets"])
    for set in GenerationOptions.knownSets { #expect(sets.contains("`\(set)`")) }
  }

  @Test func statesRequirementsOfLintRules() throws {
    let rules = try #require(try Self.tables()["Lint rules"])
    for rule in LintRule.allCases { #expect(rules[rule.rawValue] == rule.requirement) }
  }
}

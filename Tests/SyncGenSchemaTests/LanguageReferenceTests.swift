import Foundation
import SyncGenSchema
import Testing

/// `docs/schema-language.md` lists exactly the keys that the code reads.
@Suite struct LanguageReferenceTests {
  private static func keys<Key: SchemaKey>(_ type: Key.Type) -> Set<String> {
    Set(type.allCases.map(\.rawValue))
  }

  private static let expected: [String: Set<String>] = [
    "Schema": keys(TopKey.self), "Fragment": keys(FragmentKey.self),
    "Generate": keys(GenerateKey.self), "Conventions": keys(ConventionsKey.self),
    "Date conventions": keys(DateConventionsKey.self),
    "Date formats": ["auto", "iso8601", "unix", "unix-ms", "rfc2822"], "Enum": keys(EnumKey.self),
    "Enum case": keys(EnumCaseKey.self), "Entity": keys(EntityKey.self),
    "Trait": keys(TraitKey.self), "Scalars": keys(ScalarKey.self),
    "Attribute": keys(AttributeKey.self),
    "Relationship": keys(RelationKey.self),
    "Index": keys(IndexKey.self),
    "Search": keys(SearchKey.self).union(SearchIndex.Tokenizer.allCases.map(\.rawValue)),
    "Sync": keys(SyncKey.self),
    "Tombstone": keys(TombstoneKey.self), "Archive": keys(ArchiveKey.self),
    "Migration step": keys(MigrationStepKey.self),
    "Custom step": keys(CustomStepKey.self), "API": keys(APIKey.self),
    "Endpoint": keys(EndpointKey.self), "Stores": keys(StoresKey.self),
    "Body": ["body", "{ form: { … } }", "{ multipart: { … } }", "data", "file"],
    "Header field": ["type", "value", "dates", "secret", "doc"], "Errors": ["none", "Problem"],
    "Failures": keys(FailsKey.self),
    "Pages": keys(PageKey.self),
    "Upload endpoint": keys(UploadEndpointKey.self),
    "Row endpoints": keys(RowRoutesKey.self), "Idempotency key": keys(IdempotencyKeyKey.self),
    "Field": keys(InlineFieldKey.self),
    "Value type": keys(TypeKey.self), "Value field": keys(FieldKey.self),
    "Tagged value": keys(TaggedTypeKey.self), "Tagged case": keys(TaggedCaseKey.self),
    "Documents": keys(TaggedRowsKey.self),
    "Types": Set(ScalarType.allCases.map(\.rawValue) + ["money"]),
    "Lint rules": Set(LintRule.allCases.map(\.rawValue) + [LintRule.standard]),
  ]

  /// The first two columns of the tables, by the title of the section.
  private static func tables() throws -> [String: [String: String]] {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/schema-language.md").standardizedFileURL
    var tables: [String: [String: String]] = [:]
    var section = ""
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard line.hasPrefix("| `") else { continue }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      tables[section, default: [:]][cells[0].replacing("`", with: "")] = cells[1]
    }
    return tables
  }

  @Test func listsExactlyKnownKeys() throws {
    let tables = try Self.tables().mapValues { Set($0.keys) }
    for section in Set(tables.keys).union(Self.expected.keys).sorted() {
      #expect(tables[section] == Self.expected[section], "\(section)")
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

/// The tables of keys in the reference of the language, `docs/reference/schema-language.md`.
package enum LanguageReference {
  /// The lines of each table, by the title of its section.
  package static let tables: [(section: String, text: String)] = [
    ("Schema", lines(TopKey.self)),
    ("Fragment", lines(FragmentKey.self)),
    ("Generate", lines(GenerateKey.self)),
    ("Outputs", lines(OutputKey.self)),
    ("Conventions", ConventionTable.conventions.reference),
    ("Date conventions", DateConventionTable.dates.reference),
    ("Enum", EnumTable.enumeration.reference),
    ("Enum case", EnumCaseTable.enumCase.reference),
    ("Entity", EntityTable.entity.reference),
    ("Trait", lines(TraitKey.self)),
    ("Scalars", lines(ScalarKey.self)),
    ("Checks", lines(CheckKey.self)),
    ("Value type", TypeTable.type.reference),
    ("Tagged value", TypeTable.tagged.reference),
    ("Tagged case", TaggedCaseTable.taggedCase.reference),
    ("Relationship", RelationTable.relation.reference),
    ("Search", lines(SearchKey.self)),
    ("Sync", lines(SyncKey.self)),
    ("Tombstone", lines(TombstoneKey.self)),
    ("Archive", lines(ArchiveKey.self)),
    ("Documents", lines(TaggedRowsKey.self)),
    ("Migration step", lines(MigrationStepKey.self)),
    ("Custom step", lines(CustomStepKey.self)),
    ("API", lines(APIKey.self)),
    ("Resource", lines(ResourceKey.self)),
    ("Endpoint", lines(EndpointKey.self)),
    ("Failures", lines(FailsKey.self)),
    ("Stores", lines(StoresKey.self)),
    ("Pages", lines(PageKey.self)),
    ("End of pages", lines(PageEndKey.self)),
    ("Upload endpoint", lines(UploadEndpointKey.self)),
    ("Row endpoints", lines(RowRoutesKey.self)),
    ("Idempotency key", lines(IdempotencyKeyKey.self)),
    ("Attribute", FieldKeys.attribute.reference), ("Value field", FieldKeys.field.reference),
    ("Placeholder", FieldKeys.placeholder.reference),
    ("Header field", FieldKeys.header.reference), ("Field", FieldKeys.parameter.reference),
    ("Query constant", FieldKeys.constant.reference),
    ("Index", IndexKeys.index.reference), ("Lint rules", lintRules),
  ]

  private static var lintRules: String {
    "| `\(LintRule.standard)` | all of the rules below hold |\n"
      + LintRule.allCases.map { "| `\($0.rawValue)` | \($0.requirement) |\n" }.joined()
  }

  private static func lines<Key: LanguageKey>(_: Key.Type) -> String {
    lines(Key.allCases.map { ($0.rawValue, $0.entry) })
  }

  static func lines(_ keys: [(name: String, entry: KeyEntry)]) -> String {
    keys.map { name, entry in
      "| `\(name)` | \(linked(entry.summary))\(entry.isRequired ? " Required." : "") |\n"
    }.joined()
  }

  /// The text with a link to each section that it names, such as `*Date formats*`.
  private static func linked(_ text: String) -> String {
    text.replacing(#/\*([A-Z][^*]*)\*/#) { "[\($0.output.1)](#\(anchor(of: $0.output.1)))" }
  }

  /// The anchor of a heading.
  private static func anchor(of title: Substring) -> String {
    title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      .replacing(" ", with: "-")
  }
}

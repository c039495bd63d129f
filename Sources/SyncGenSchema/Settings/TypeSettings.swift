/// The settings of a type under `types:`.
///
/// Each is stated, frozen and compared here only; `TypeTable` has their keys.
package struct TypeSettings: NotedSettings {
  /// How a tagged value whose tag matches no case is handled.
  package var unknownValues = EnumModel.UnknownValues.keep
  package var notes = Notes()

  package init() {}
}

typealias TypeTable = SettingTable<TypeDeclaration>
typealias TaggedCaseTable = SettingTable<TaggingDeclaration.Case>

extension SettingTable where D == TypeDeclaration {
  /// The keys of a type in its long form.
  static let type = TypeTable([
    .part(
      "fields", .fields, LanguageSchema.reference("typeFields"), isRequired: true,
      "Fields by name; see *Value field*."),
    .doc, .renamedFrom("The name in the previous version."),
  ])

  /// The keys of a tagged value.
  static let tagged = TypeTable([
    .part(
      "tag", .tag, LanguageSchema.scalar, isRequired: true,
      "The key that distinguishes the cases."),
    .part(
      "cases", .cases, LanguageSchema.reference("typeCases"), isRequired: true,
      "Cases by name; see *Tagged case*."),
    .setting(
      "unknown", .choice, \.unknownValues, affects: .payloads,
      """
      What to do with a value whose tag does not match a case: `keep` (default) or `reject`.
      """,
      sentence: { "changes unknown cases of \($2) from '\($0.rawValue)' to '\($1.rawValue)'" }),
    .part(
      "content", .content, #"{ "const": "tag" }"#,
      "`tag`: in payloads, the fields are in an object whose key is the value of the tag."),
    .doc, .renamedFrom("The name in the previous version."),
  ])
}

extension SettingTable where D == TaggingDeclaration.Case {
  /// The keys of a case in its long form.
  static let taggedCase = TaggedCaseTable([
    .part("type", .type, LanguageSchema.string, "The type of the fields."),
    .part(
      "fields", .fields, LanguageSchema.reference("typeFields"),
      "The fields, if there is no `type`; `{}` for none."),
    .part(
      "value", .value, LanguageSchema.scalar,
      """
      The tag's value: a string or an integer. All cases of a type have strings, or all have \
      integers.
      """),
    .doc, .renamedFrom("The name in the previous version."),
  ])
}

extension Tagging {
  /// The keys of a case in its long form.
  package static let caseKeys = TaggedCaseTable.taggedCase.names
}

extension ValueTypeModel {
  /// The differences of the settings, with what they affect.
  ///
  /// - Parameter owner: The type in messages.
  package func changes(
    of owner: String, to new: ValueTypeModel
  ) -> [(text: String, effect: Effect)] {
    TypeTable.tagged.changes(from: settings, (), to: new.settings, (), of: owner)
  }
}

/// The settings of an enum.
///
/// Each is stated, frozen and compared here only; `EnumTable` has their keys.
package struct EnumSettings: NotedSettings {
  /// How a value that matches no case is handled.
  package var unknownValues = EnumModel.UnknownValues.keep
  package var notes = Notes()

  package init() {}
}

typealias EnumTable = SettingTable<EnumDeclaration>
typealias EnumCaseTable = SettingTable<EnumDeclaration.Case>

extension SettingTable where D == EnumDeclaration {
  static let enumeration = EnumTable([
    .part(
      "cases", .cases,
      LanguageSchema.any(
        LanguageSchema.list(LanguageSchema.name, atLeast: 1),
        LanguageSchema.named(
          LanguageSchema.any(LanguageSchema.name, LanguageSchema.reference("case")))),
      isRequired: true,
      """
      A list of names, or a mapping of names to values that are all strings or all integers; by \
      default, a value is the name in the style of remote keys.
      """),
    .setting(
      "unknown", .choice, \.unknownValues, affects: .payloads, isAlwaysFrozen: true,
      "`keep` (default) keeps an unknown value; `reject` rejects the row.",
      sentence: {
        "changes unknown values of \($2) from '\($0.rawValue)' to '\($1.rawValue)'"
      }),
    .doc, .renamedFrom(),
  ])
}

extension SettingTable where D == EnumDeclaration.Case {
  static let enumCase = EnumCaseTable([
    .part("value", .value, LanguageSchema.scalar, "The value in payloads and in SQLite."),
    .doc, .renamedFrom(),
  ])
}

extension EnumModel {
  /// The differences of the settings, with what they affect.
  ///
  /// - Parameter owner: The enum in messages.
  package func changes(of owner: String, to new: EnumModel) -> [(text: String, effect: Effect)] {
    EnumTable.enumeration.changes(from: settings, (), to: new.settings, (), of: owner)
  }
}

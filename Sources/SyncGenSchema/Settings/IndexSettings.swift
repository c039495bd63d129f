package import SyncGenDiagnostics

/// The settings of an index.
///
/// Each is stated, frozen and compared here only; `IndexKeys` has their keys.
package struct IndexSettings: KeySettings {
  /// Whether no two rows can have the same values.
  package var isUnique = false
  /// Whether all columns are in descending order.
  package var isDescending = false

  package init() {}

  package init(isUnique: Bool) {
    self.isUnique = isUnique
  }
}

typealias IndexKeys = SettingTable<IndexDeclaration>

extension SettingTable where D == IndexDeclaration {
  /// The keys of an index.
  static let index = IndexKeys(
    [
      .part(
        "on", .on, LanguageSchema.list(LanguageSchema.string, atLeast: 1), isRequired: true,
        "A list of attributes, fields of values such as `address.country`, to-ones, and functions such "
          + "as `lower(name)`."),
      .setting(
        "unique", .flag, \.isUnique, affects: .rebuild,
        "`true`: no two rows can have the same values.", remark: { _, _ in "unique" }),
      .setting(
        "descending", .flag, \.isDescending, affects: .rebuild,
        "`true`: all columns are in descending order.", remark: { _, _ in "descending" }),
      .part(
        "where", .predicate, LanguageSchema.string,
        "An SQL condition that limits the rows of the index."),
      .part(
        "name", .name, LanguageSchema.string, isFrozen: false,
        "The name in SQL; by default `<table>_<column>_<column>`."),
    ], annotations: nil)
}

extension IndexSettings {
  /// The members of a mapping that states them.
  package var stated: JSONObject { IndexKeys.index.stated(self) }
}

extension Index {
  /// Words for the settings, e.g. `unique`.
  package var remarks: [String] { IndexKeys.index.remarks(on: settings, ()) }

  /// The differences of the settings, with what they affect.
  ///
  /// - Parameter owner: The index in messages.
  package func changes(of owner: String, to new: Index) -> [(text: String, effect: Effect)] {
    IndexKeys.index.changes(from: settings, (), to: new.settings, (), of: owner)
  }
}

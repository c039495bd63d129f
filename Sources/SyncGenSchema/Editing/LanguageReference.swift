/// The tables of keys in the reference of the language, `docs/schema-language.md`.
package enum LanguageReference {
  /// The lines of each table, by the title of its section.
  package static let tables: [(section: String, text: String)] = [
    ("Attribute", FieldKeys.attribute.reference), ("Value field", FieldKeys.field.reference),
    ("Header field", FieldKeys.header.reference), ("Field", FieldKeys.parameter.reference),
  ]
}

/// The settings with which tests try all differences between two versions.
package enum LanguageSamples {
  /// The keys of attributes that are part of a version, each with values as a schema states them;
  /// `nil` stands for a key that is not stated.
  package static let attribute = FieldKeys.attribute.samples
  /// The same for fields of types.
  package static let field = FieldKeys.field.samples
}

/// The tables of keys in the reference of the language, `docs/schema-language.md`.
package enum LanguageReference {
  /// The lines of each table, by the title of its section.
  package static let tables: [(section: String, text: String)] = [
    ("Attribute", FieldKeys.attribute.reference), ("Value field", FieldKeys.field.reference),
    ("Header field", FieldKeys.header.reference), ("Field", FieldKeys.parameter.reference),
    ("Index", IndexKeys.index.reference),
  ]
}

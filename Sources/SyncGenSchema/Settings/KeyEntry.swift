/// The keys that a mapping may have, with their raw values as written.
package protocol SchemaKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Whether the mapping may have annotations, keys that begin with `x-`.
  static var allowsAnnotations: Bool { get }
}

extension SchemaKey {
  package static var allowsAnnotations: Bool { false }
}

/// The keys of a mapping of the language that code reads, in the order of the reference.
package protocol LanguageKey: SchemaKey {
  var entry: KeyEntry { get }
}

/// What a key of the language means.
package struct KeyEntry: Sendable {
  /// The JSON Schema of its value.
  let schema: String
  /// The meaning in Markdown: one text for editors and the reference.
  let summary: String
  let isRequired: Bool

  init(_ schema: String, _ summary: String, isRequired: Bool = false) {
    self.schema = schema
    self.summary = summary
    self.isRequired = isRequired
  }
}

package enum ScalarKey: String, LanguageKey {
  case type, pattern, range, message, swift, `import`, doc

  package static var allowsAnnotations: Bool { true }

  package var entry: KeyEntry {
    switch self {
    case .type:
      KeyEntry(
        LanguageSchema.choice(ScalarType.self),
        """
        The type in which it is stored and sent: `string`, `int`, `double`, `decimal`, `bool`, \
        `date`, `day`, `uuid`, `url`, `data` or `json`.
        """, isRequired: true)
    case .pattern:
      KeyEntry(LanguageSchema.string, "A regular expression that a `string` or `url` must match.")
    case .range:
      KeyEntry(
        #"{ "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": ["number", "null"] } }"#,
        """
        The minimum and the maximum, for `int`, `double` and `decimal`: `[0, 100]`. `null` means \
        unlimited.
        """)
    case .message:
      KeyEntry(
        LanguageSchema.scalar,
        """
        What people read if a value does not pass: a sentence, or a key of the app's translations.
        """)
    case .swift:
      KeyEntry(
        LanguageSchema.string,
        "The Swift type of the members, declared in the app: `Theme.HexColor`; or `UInt64`.")
    case .import:
      KeyEntry(
        LanguageSchema.string,
        "The module that declares it, if it is not the module of the generated code.")
    case .doc: KeyEntry(LanguageSchema.scalar, "A description.")
    }
  }
}

/// The keys of a list of rows of several entities.
package enum TaggedRowsKey: String, LanguageKey {
  case tag, cases, unknown

  package static var allowsAnnotations: Bool { true }

  package var entry: KeyEntry {
    switch self {
    case .tag:
      KeyEntry(
        LanguageSchema.string,
        "The key or dotted path of the value that identifies the entity of a row.",
        isRequired: true)
    case .cases:
      KeyEntry(
        LanguageSchema.named(LanguageSchema.scalar, pattern: LanguageSchema.typeName),
        "The entities, each with its value of the tag: a string or an integer.", isRequired: true)
    case .unknown:
      KeyEntry(
        LanguageSchema.choice(TaggedRows.UnknownRows.self),
        """
        What happens to a row with another tag: `ignore` (default) skips and counts it, and the \
        enum has an `unknown(tag:json:)` case; `reject` rejects it.
        """)
    }
  }
}

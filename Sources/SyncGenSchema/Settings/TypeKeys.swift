package enum ScalarKey: String, LanguageKey {
  case `as`, pattern, range, swift, `import`, doc

  package static var allowsAnnotations: Bool { true }

  package var entry: KeyEntry {
    switch self {
    case .as:
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
    case .swift:
      KeyEntry(
        LanguageSchema.string,
        "The Swift type of the members, declared in the app: `Theme.HexColor`.")
    case .import:
      KeyEntry(
        LanguageSchema.string,
        "The module that declares it, if it is not the module of the generated code.")
    case .doc: KeyEntry(LanguageSchema.scalar, "A description.")
    }
  }
}

/// The keys of a type in its long form.
package enum TypeKey: String, LanguageKey {
  case fields, doc
  case renamedFrom = "renamed-from"

  package static var allowsAnnotations: Bool { true }

  package var entry: KeyEntry {
    switch self {
    case .fields:
      KeyEntry(
        LanguageSchema.reference("typeFields"),
        "Fields by name; see *Value field*.", isRequired: true)
    case .doc: KeyEntry(LanguageSchema.scalar, "A description.")
    case .renamedFrom: KeyEntry(LanguageSchema.scalar, "The name in the previous version.")
    }
  }
}

/// The keys of a tagged value.
package enum TaggedTypeKey: String, LanguageKey {
  case tag, cases, unknown, content, doc
  case renamedFrom = "renamed-from"

  package static var allowsAnnotations: Bool { true }

  package var entry: KeyEntry {
    switch self {
    case .tag:
      KeyEntry(LanguageSchema.scalar, "The key that distinguishes the cases.", isRequired: true)
    case .cases:
      KeyEntry(
        LanguageSchema.reference("typeCases"),
        "Cases by name; see *Tagged case*.", isRequired: true)
    case .unknown:
      KeyEntry(
        LanguageSchema.choice(EnumModel.UnknownValues.self),
        """
        What to do with a value whose tag does not match a case: `preserve` (default) or \
        `reject`.
        """)
    case .content:
      KeyEntry(
        #"{ "const": "tag" }"#,
        """
        `tag`: in payloads, the fields are in an object whose key is the value of the tag.
        """)
    case .doc: KeyEntry(LanguageSchema.scalar, "A description.")
    case .renamedFrom: KeyEntry(LanguageSchema.scalar, "The name in the previous version.")
    }
  }
}

/// The keys of a case of a tagged value in its long form.
package enum TaggedCaseKey: String, SchemaKey {
  case of, fields, value, doc
  case renamedFrom = "renamed-from"

  package static var allowsAnnotations: Bool { true }
}

/// The keys of a list of rows of several entities.
package enum TaggedRowsKey: String, SchemaKey {
  case tag, cases, unknown

  package static var allowsAnnotations: Bool { true }
}

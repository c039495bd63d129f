import SwiftSyncValues

typealias FieldKeys = SettingTable<FieldDeclaration>

/// The keys of attributes, of fields of types and of parameters.
extension SettingTable where D == FieldDeclaration {
  /// The keys of an attribute.
  static let attribute = FieldKeys([
    .type("The type. See *Types*."),
    .remote(
      """
      A path, or a list of paths, the first of which that is present is used; \
      `{ first-value: [path, path] }` uses the first whose value is not null. For money, \
      `{ minor: path, currency: path }` or a variant. See *Paths* and *Money*.
      """,
      LanguageSchema.any(
        LanguageSchema.reference("paths"), LanguageSchema.reference("firstValue"),
        LanguageSchema.reference("moneyPaths"))),
    .part(
      "default", .defaultValue, "true",
      """
      A value of the type, which usually follows the type: `bool = false`. For an enum, the name of \
      a case or its value. `new` for a uuid and `now` for a date apply only to rows created on the \
      device: a payload row without the value is rejected. `temporary` is for ids that the server \
      assigns; see *Temporary ids*.
      """),
    .setting(
      "direction", .choice, \.direction, affects: .pushes,
      """
      `both` (default), `pull` (from payloads only), `push` (to the backend only) or `local`.
      """),
    .dates(
      "For a date or a day, its format in payloads, or a list of formats. See *Date formats*."),
    .trim, .emptyIsNull,
    .setting(
      "invalid", Codec<InvalidValues>.choice.optional, \.invalidValues, affects: .payloads,
      """
      What happens to an invalid payload value: `null` (the attribute must be optional) or `keep`. \
      By default the row is rejected. See [invalid values](payload-rules.md#invalid-values).
      """),
    .separator(
      affects: .payloads,
      """
      For a list of scalars that is a single string in payloads, the separator: `","`. See \
      *Separated lists*.
      """),
    .setting(
      "storage", .choice, \.storage, affects: .columns, at: .stored,
      """
      For a date, `text`, `integer`, `seconds` or `reference-date`; for a UUID, `text` or `blob`. \
      See *Stored forms*.
      """,
      convention: { $1.type == .scalar(.date) ? $0.dateStorage : .text }),
    .part(
      "column", .column, LanguageSchema.string, isFrozen: false,
      """
      The column; by default the name in snake_case. For money, the prefix of both columns. Keys in \
      payloads are derived from the name, not from the column.
      """),
    .setting(
      "collation", .choice, \.collation, affects: .rebuild, at: .collated,
      """
      For a string that does not identify rows, `nocase` to ignore case in comparisons, or `binary` \
      (default). See *Collation*.
      """,
      remark: { _, _ in "The case of ASCII letters is ignored." },
      sentence: { "compares \($2) with\($1 == .nocase ? "out" : "") regard to case" }),
    .part(
      "index", .index, LanguageSchema.flag, isFrozen: false, "`true`: an index on the column."),
    .part(
      "unique", .unique, LanguageSchema.flag, isFrozen: false,
      "`true`: a unique index on the column."),
    .setting(
      "touch", .flag, \.isTouched, affects: .writes,
      at: .on("a date") { $0.type == .scalar(.date) },
      """
      For a date, `true`: every local write sets it to the current time. See [touched \
      dates](offline-rules.md#touched-dates).
      """, remark: { _, _ in "Set by every local write." }),
    .renamedFrom(),
    .part(
      "backfill", .backfill,
      LanguageSchema.any(LanguageSchema.scalar, LanguageSchema.reference("moneyBackfill")),
      """
      An SQL expression on the row of the previous version, for rows that need a value. For money, \
      `{ minor: <SQL>, currency: <SQL> }`. See *Versions*.
      """),
    .doc,
    .deprecated(),
  ])

  /// The keys of a field of a type.
  static let field = FieldKeys([
    .type("The type.", LanguageSchema.reference("content")),
    .remote(
      """
      A key, a dotted path, or a list of them; for money `{ minor: <path>, currency: <path> }`.
      """,
      LanguageSchema.any(
        LanguageSchema.reference("paths"), LanguageSchema.reference("moneyPaths"))),
    .part(
      "default", .defaultValue, "true",
      """
      A constant for a field that is missing. A default of a value type is a mapping of its fields.
      """),
    .dates("The format of dates in payloads."),
    .trim, .emptyIsNull,
    .setting(
      "invalid", Codec.choice(among: [InvalidValues.null]).optional, \.invalidValues,
      affects: .payloads, at: .nulled,
      """
      `null`: an invalid payload value becomes null. The field must be optional. By default the row \
      is rejected.
      """),
    .missingRows(
      """
      Only for a list of rows: `delete`, `keep` (default), or `{ keep-if: path }`, if a value next \
      to the list decides. See *Documents*.
      """),
    .renamedFrom("The name in the previous version."),
    .doc,
    .deprecated("The reason."),
  ])

  /// The keys of a field of a request or a response.
  static let parameter = FieldKeys([
    .type(
      """
      A type, an enum, an entity, `Entity.Patch`, a type under `types`, `[…]`, or a mapping of \
      fields.
      """, LanguageSchema.reference("content")),
    .remote(
      "A key or a dotted path.",
      LanguageSchema.any(LanguageSchema.scalar, LanguageSchema.reference("moneyPaths"))),
    .part(
      "default", .defaultValue, "true",
      "For a parameter of `query`, a constant, which is the default of the argument in Swift."),
    .dates("The format of dates or days in JSON, or a list of formats. See *Date formats*."),
    .separator(
      affects: .requests,
      """
      For a list of scalars in `query`, the separator of its elements, which are sent as one \
      parameter: `","`. By default, each element is a parameter of its own.
      """),
    .secret(
      """
      `true` if descriptions, errors and logs must not show the value. For fields of `query`, \
      `body` and `returns`.
      """),
    .missingRows(
      """
      For a list of rows in a type under `types`: `delete`, `keep` (default), or \
      `{ keep-if: path }`. See *Documents*.
      """),
    .doc,
  ])

  /// The keys of a parameter of a query that has the same value in every request.
  static let constant = FieldKeys(
    [
      .part(
        "value", .value, LanguageSchema.any(LanguageSchema.scalar, LanguageSchema.flag),
        isRequired: true, "The value, which is sent as it is written."),
      .remote("The name in the query.", LanguageSchema.scalar), .doc,
    ], annotations: nil)

  /// The keys of a placeholder.
  static let placeholder = FieldKeys(
    [
      .type(
        "A scalar type, a scalar under `scalars`, or an enum.", LanguageSchema.reference("type")),
      .dates("The format of a date or a day, or a list of formats. See *Date formats*."),
      .doc,
    ], annotations: nil)

  /// The keys of a header field.
  static let header = FieldKeys(
    [
      .part(
        "type", .type, LanguageSchema.reference("type"),
        "The type of the parameter. Required, unless there is `value`."),
      .part(
        "value", .value, LanguageSchema.scalar, "The value of a constant, instead of `type`."),
      .dates("The format of dates or days, or a list of formats. See *Date formats*."),
      .secret("`true` if descriptions, errors and logs must not show the value."), .doc,
    ], annotations: nil)
}

// MARK: Keys that several mappings have

extension Key where D == FieldDeclaration {
  fileprivate static func type(
    _ summary: String, _ schema: String = LanguageSchema.reference("type")
  ) -> Self {
    .part("type", .type, schema, isRequired: true, summary)
  }

  fileprivate static func remote(_ summary: String, _ schema: String) -> Self {
    .part("remote", .remote, schema, summary)
  }

  fileprivate static func dates(_ summary: String) -> Self {
    .setting(
      "dates", .dateFormats, \.remoteDates, affects: .payloads,
      at: .on("a date or a day") { $0.hasDates || $0.hasDays }, summary,
      convention: { $1.hasDays ? .auto : $0.remoteDates })
  }

  fileprivate static func separator(affects effect: Effect, _ summary: String) -> Self {
    .setting(
      "separator", Codec.text.optional, \.separator, affects: effect,
      at: .on("a list of scalars") { $0.type?.isListOfScalars ?? true }, summary)
  }

  fileprivate static var trim: Self {
    .setting(
      "trim", .flag, \.isTrimmed, affects: .payloads, at: .trimmed,
      """
      `true`: white space at both ends of strings in payloads is removed, also of strings in a list. \
      Local writes are stored as they are. See [trimmed strings](payload-rules.md#trimmed-strings).
      """, remark: { _, _ in "White space at both ends is removed in payloads." })
  }

  fileprivate static var emptyIsNull: Self {
    .setting(
      "empty-is-null", .flag, \.isEmptyNull, affects: .payloads, "Overrides the convention.",
      remark: { $1.isOptional ? "An empty string means null." : nil },
      convention: { conventions, _ in conventions.isEmptyNull })
  }

  fileprivate static func missingRows(_ summary: String) -> Self {
    .setting(
      "missing-rows", .missingRows, \.missingRows, affects: .requests, summary)
  }

  fileprivate static func secret(_ summary: String) -> Self {
    .setting("secret", .flag, \.isSecret, affects: .requests, summary)
  }
}

// MARK: Places

extension Place where Value == ValueStorage, Facts == FieldFacts {
  /// The forms of dates and UUIDs.
  fileprivate static var stored: Self {
    Self { storage, facts in
      switch facts.type {
      case .scalar(.date):
        return storage == .blob
          ? .unfit("a date; a date is stored as 'text', 'integer', 'seconds' or 'reference-date'")
          : nil
      case .scalar(.uuid):
        return storage == .text || storage == .blob
          ? nil : .unfit("a UUID; a UUID is stored as 'text' or 'blob'")
      default: return .belongs("a date or a UUID")
      }
    }
  }
}

extension Place where Value == Bool, Facts == FieldFacts {
  fileprivate static var trimmed: Self {
    Self { _, facts in
      if facts.isIdentity { return .belongs("a string that does not identify rows") }
      if case .parameter = facts.owner { return .belongs("types that attributes have") }
      let isText = facts.type == .scalar(.string) || facts.type == .array(of: .scalar(.string))
      return isText ? nil : .belongs("a string or a list of strings")
    }
  }
}

extension Place where Value == TextCollation, Facts == FieldFacts {
  fileprivate static var collated: Self {
    Self { _, facts in
      if facts.isIdentity { return .belongs("a string that does not identify rows") }
      return facts.type == .scalar(.string) ? nil : .belongs("a string")
    }
  }
}

extension Place where Value == InvalidValues?, Facts == FieldFacts {
  /// A stated value of a type is complete: no field of the stored one can be kept.
  fileprivate static var nulled: Self {
    Self { invalid, facts in
      if case .parameter = facts.owner, invalid != nil {
        return .belongs("types that attributes have")
      }
      switch invalid {
      case .keep: return .belongs("an attribute with 'keep', and on a field with 'null'")
      case .null where !facts.isOptional: return .belongs("an optional field")
      case .null, nil: return nil
      }
    }
  }
}

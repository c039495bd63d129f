import SwiftSyncValues

package enum RelationKey: String, LanguageKey {
  case to
  case toAny = "to-any"
  case tag, required, inverse
  case onDelete = "on-delete"
  case ordered, enforced, remote, direction, through, partial
  case keyedBy = "keyed-by"
  case operations, doc
  case renamedFrom = "renamed-from"
  case deprecated, backfill, column

  package static var allowsAnnotations: Bool { true }

  package var entry: KeyEntry {
    switch self {
    case .to:
      KeyEntry(
        LanguageSchema.reference("target"),
        "The target. Required, unless there is `to-any`.")
    case .toAny:
      KeyEntry(
        #"{ "type": "object", "additionalProperties": { "type": ["string", "number"] } }"#,
        """
        Several targets, each with the value of the tag that identifies it in payloads. See \
        *References to one of several entities*.
        """)
    case .tag:
      KeyEntry(
        LanguageSchema.string,
        """
        With `to-any`, the key of the tag; by default the name of the relationship with `_type`.
        """)
    case .required:
      KeyEntry(
        LanguageSchema.flag,
        "With `to-any`, `true`: each row has a reference.")
    case .inverse:
      KeyEntry(
        LanguageSchema.string,
        """
        The inverse: the relationship of the target that refers back to this entity, or `none`.
        """)
    case .onDelete:
      KeyEntry(
        LanguageSchema.choice(DeleteRule.self),
        """
        What happens to the children of a deleted row: `nullify` (default if the reference is \
        optional), `keep` (default if it is required and soft), `deny` (default if it is \
        required and enforced) or `cascade`. May be set on either end.
        """)
    case .ordered:
      KeyEntry(
        LanguageSchema.any(LanguageSchema.flag, LanguageSchema.string),
        """
        For a to-many, `true` keeps the order of the payload. The name of a `double` attribute \
        of the target sorts the list by it. See *Order*.
        """)
    case .enforced:
      KeyEntry(
        LanguageSchema.flag,
        "`true`: SQLite checks that the referenced row exists.")
    case .remote:
      KeyEntry(
        LanguageSchema.any(
          LanguageSchema.reference("paths"), LanguageSchema.reference("partPaths")),
        """
        A key, a dotted path, or a list of them, for both ids and nested objects. For a to-one \
        whose target has a composite identity, also a path for each part. See *References to \
        composite identities*.
        """)
    case .direction:
      KeyEntry(
        LanguageSchema.choice(SyncDirection.self),
        """
        `both` (default), `import` (from payloads only), `export` (to the backend only) or \
        `local`.
        """)
    case .through:
      KeyEntry(
        LanguageSchema.string,
        "For a many-to-many, the entity whose table is the join table.")
    case .partial:
      KeyEntry(
        LanguageSchema.any(LanguageSchema.flag, LanguageSchema.string),
        """
        For a to-many, `true`: rows that are not in a nested list are kept. A path: the value at \
        the path determines whether they are kept. See *Lists in payloads*.
        """)
    case .keyedBy:
      KeyEntry(
        LanguageSchema.string,
        """
        For a to-many, the identity of the target: rows are in an object, with their identities \
        as keys. See *Lists in payloads*.
        """)
    case .operations:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.choice(RowOperation.self), atLeast: 1),
        """
        The operations allowed on nested rows and links: a list of `insert`, `update` and \
        `delete`; all by default.
        """)
    case .doc:
      KeyEntry(
        LanguageSchema.scalar,
        "A description.")
    case .renamedFrom:
      KeyEntry(
        LanguageSchema.scalar,
        "The name in the previous version. See *Versions*.")
    case .deprecated:
      KeyEntry(
        LanguageSchema.scalar,
        "The reason for the deprecation, shown in compiler warnings.")
    case .backfill:
      KeyEntry(
        LanguageSchema.scalar,
        """
        For a to-one with one column, an SQL expression on the row of the previous version. See \
        *Versions*.
        """)
    case .column:
      KeyEntry(
        LanguageSchema.string,
        """
        For a to-one with one column, the column; by default the name in snake_case with `_id`.
        """)
    }
  }
}

package enum FirstValueKey: String, LanguageKey {
  case firstValue = "first-value"

  package var entry: KeyEntry {
    switch self {
    case .firstValue:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.scalar, atLeast: 1),
        "Paths; the first one with a value is used.", isRequired: true)
    }
  }
}

package enum MoneyRemoteKey: String, LanguageKey {
  case minor, major, currency
  case currencyCode = "currency-code"

  package var entry: KeyEntry {
    switch self {
    case .minor:
      KeyEntry(
        LanguageSchema.string,
        "The path of the minor units.")
    case .major:
      KeyEntry(
        LanguageSchema.string,
        "The path of an amount in major units.")
    case .currency:
      KeyEntry(
        LanguageSchema.string,
        "The path of the currency.")
    case .currencyCode:
      KeyEntry(
        LanguageSchema.string,
        "The currency of amounts whose currency is never sent.")
    }
  }
}

package enum MoneyBackfillKey: String, LanguageKey {
  case minor, currency

  package var entry: KeyEntry {
    switch self {
    case .minor:
      KeyEntry(
        LanguageSchema.scalar,
        "An SQL expression for the minor units.", isRequired: true)
    case .currency:
      KeyEntry(
        LanguageSchema.scalar,
        "An SQL expression for the currency, e.g. 'EUR' in quotes.", isRequired: true)
    }
  }
}

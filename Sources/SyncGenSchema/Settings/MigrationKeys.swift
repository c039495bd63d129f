package enum MigrationStepKey: String, LanguageKey {
  case sql, custom, drops
  case allowLossy = "allow-lossy"
  case remoteChanged = "remote-changed"
  case before
  case mayChange = "may-change"

  /// The keys that state the kind of a step, of which it has exactly one.
  package static let actions: [MigrationStepKey] = [
    .sql, .custom, .drops, .allowLossy, .remoteChanged,
  ]

  package var entry: KeyEntry {
    switch self {
    case .sql:
      KeyEntry(
        LanguageSchema.string,
        """
        SQL statements that change rows. `CREATE`, `ALTER` and `DROP` are allowed for temporary \
        tables only. Statements that cannot run in a transaction are not allowed.
        """)
    case .custom:
      KeyEntry(
        LanguageSchema.any(LanguageSchema.string, LanguageSchema.reference("customStep")),
        """
        The name of a [function of the app](../migrating.md#functions-of-the-app), or a mapping \
        with the keys of *Custom step*.
        """)
    case .drops:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 1),
        """
        Entities, members and fields of value types to drop, such as `[Person.nick, \
        Address.street, Pet]`.
        """)
    case .allowLossy:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 1),
        """
        Members and fields whose values can be lost if they cannot be converted, and entities \
        whose identities can.
        """)
    case .remoteChanged:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 1),
        "Members and fields whose remote key changes, and enum cases whose value changes.")
    case .before: KeyEntry(LanguageSchema.flag, "`true`: runs before the tables change.")
    case .mayChange:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 1),
        """
        With `sql`: the tables from which it can delete rows and the columns that it can empty, \
        by their SQL names: `[people, tasks.note]`. See \
        [verifying](../migrating.md#verifying-migrations).
        """)
    }
  }
}

/// The keys of `custom` in its long form.
package enum CustomStepKey: String, LanguageKey {
  case function, entities

  package var entry: KeyEntry {
    switch self {
    case .function: KeyEntry(LanguageSchema.string, "The function's name.", isRequired: true)
    case .entities:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 0),
        """
        The entities whose models the function uses, by their names in the old and new version; \
        by default those that the step adds, drops or changes.
        """)
    }
  }
}

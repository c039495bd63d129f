package enum TraitKey: String, LanguageKey {
  case doc, attributes, relations, indexes, search, sync

  package var entry: KeyEntry {
    switch self {
    case .doc: KeyEntry(LanguageSchema.scalar, "A description of the trait.")
    case .attributes:
      KeyEntry(
        LanguageSchema.named(
          LanguageSchema.reference("attribute"), pattern: LanguageSchema.memberName),
        "Attributes by name.")
    case .relations:
      KeyEntry(
        LanguageSchema.named(
          LanguageSchema.reference("relation"), pattern: LanguageSchema.memberName),
        "Relationships by name.")
    case .indexes:
      KeyEntry(LanguageSchema.list(LanguageSchema.reference("index")), "A list of indexes.")
    case .search:
      KeyEntry(LanguageSchema.list(LanguageSchema.string), "A list of attributes to search.")
    case .sync:
      KeyEntry(LanguageSchema.reference("sync"), "`clock`, `tombstone`, `archive` and `push`.")
    }
  }
}

typealias EntityTable = SettingTable<EntityDeclaration>

extension SettingTable where D == EntityDeclaration {
  static let entity = EntityTable([
    .doc("A description of a row."),
    .part(
      "plural", .plural, LanguageSchema.string,
      "The plural in snake_case, if it is irregular. The table and lists are named after it."),
    .part(
      "table", .table, LanguageSchema.string,
      "The name of the table; by default the plural."),
    .part(
      "remote", .remoteName, LanguageSchema.scalar,
      "What the backend calls the entity; by default its name. See *Remote name*."),
    .part(
      "traits", .traits, LanguageSchema.list(LanguageSchema.string),
      "Traits whose members are added before the entity's own. See *Trait*."),
    .part(
      "attributes", .attributes,
      LanguageSchema.named(
        LanguageSchema.reference("attribute"), pattern: LanguageSchema.memberName),
      "Attributes by name. Required unless a trait has some."),
    .part(
      "relations", .relations,
      LanguageSchema.named(
        LanguageSchema.reference("relation"), pattern: LanguageSchema.memberName),
      "Relationships by name."),
    .part(
      "identity", .identity,
      LanguageSchema.any(
        LanguageSchema.string, LanguageSchema.list(LanguageSchema.string, atLeast: 1)),
      """
      The name of a required attribute, or a list of names of required attributes and to-ones; by \
      default `id`.
      """),
    .part(
      "indexes", .indexes, LanguageSchema.list(LanguageSchema.reference("index")),
      "A list of indexes. See *Index*."),
    .part(
      "search", .search, LanguageSchema.reference("search"),
      "The attributes to search. See *Search*."),
    .part(
      "check", .check,
      LanguageSchema.any(LanguageSchema.string, LanguageSchema.reference("check")),
      """
      An SQL condition that every row must meet, or `{ sql: <condition>, message: <text> }`. See \
      *Checks*.
      """),
    .part("sync", .sync, LanguageSchema.reference("sync"), "How rows are synced. See *Sync*."),
    .part(
      "ignore", .ignoredKeys, LanguageSchema.list(LanguageSchema.string),
      """
      Paths of keys that the backend sends and the app does not need, e.g. `[_links, author.bio]`. \
      They are not counted as unknown. See *Ignored keys*.
      """),
    .part("lint", .lint, LanguageSchema.reference("lint"), "Lint rules for this entity."),
    .renamedFrom(), .deprecated(),
  ])
}

package enum CheckKey: String, LanguageKey {
  case sql, message

  package var entry: KeyEntry {
    switch self {
    case .sql:
      KeyEntry(
        LanguageSchema.string, "The SQL condition that every row must meet.", isRequired: true)
    case .message:
      KeyEntry(
        LanguageSchema.scalar,
        """
        What people read if a row does not meet it: a sentence, or a key of the app's translations.
        """)
    }
  }
}

package enum SearchKey: String, LanguageKey {
  case attributes, tokenizer

  package var entry: KeyEntry {
    switch self {
    case .attributes:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 1),
        """
        A list of attributes that are strings or lists of strings, and of fields of values with \
        these types, e.g. `address.city`.
        """, isRequired: true)
    case .tokenizer:
      KeyEntry(
        LanguageSchema.choice(SearchIndex.Tokenizer.self),
        "How strings are divided into words; by default `unicode61`.")
    }
  }
}

package enum SyncKey: String, LanguageKey {
  case clock, tombstone, archive, push, etag

  package var entry: KeyEntry {
    switch self {
    case .clock:
      KeyEntry(
        LanguageSchema.string,
        """
        A `date`, or an `int` that increases with each change of the row. If rows are pulled by \
        it, see [Which clock](wire-protocols.md#which-clock).
        """)
    case .tombstone:
      KeyEntry(
        LanguageSchema.any(LanguageSchema.string, LanguageSchema.reference("tombstone")),
        "An optional date, set when the row is deleted. See *Tombstone*.")
    case .archive:
      KeyEntry(
        LanguageSchema.reference("archive"),
        "The flag of archived rows, and its date. See *Archive*.")
    case .push:
      KeyEntry(
        LanguageSchema.flag,
        """
        `true`: records local writes until they are pushed; by default, only for entities that \
        `uploads` names. See [local changes](../offline-edits.md).
        """)
    case .etag:
      KeyEntry(
        LanguageSchema.flag,
        """
        `true`: keeps the `ETag` of the server's row and sends it with updates and deletions in \
        the [`rest` protocol](wire-protocols.md#protocol-rest).
        """)
    }
  }
}

package enum TombstoneKey: String, LanguageKey {
  case attribute, flag
  case softDelete = "soft-delete"
  case retention

  package var entry: KeyEntry {
    switch self {
    case .attribute:
      KeyEntry(
        LanguageSchema.string,
        """
        An optional date: if it has a value, the row is deleted. Required, unless there is a \
        `flag`.
        """)
    case .flag:
      KeyEntry(
        LanguageSchema.string,
        "A `bool`, instead of `attribute`: if it is true, the row is deleted.")
    case .softDelete:
      KeyEntry(LanguageSchema.flag, "`true`: deleted rows are kept as soft-deleted rows.")
    case .retention:
      KeyEntry(
        #"{ "type": "string", "pattern": "^[0-9]+[smhdw]$" }"#,
        """
        How long they are kept, such as `30d`; by default permanently. See *Durations*. Not with \
        `flag`, because a flag does not state when the row was deleted.
        """)
    }
  }
}

package enum ArchiveKey: String, LanguageKey {
  case flag, date

  package var entry: KeyEntry {
    switch self {
    case .flag: KeyEntry(LanguageSchema.string, "A `bool`.", isRequired: true)
    case .date: KeyEntry(LanguageSchema.string, "An optional date.", isRequired: true)
    }
  }
}

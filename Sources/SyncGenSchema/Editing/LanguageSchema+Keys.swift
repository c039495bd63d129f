/// The permitted value of each key. A key without a line here does not compile.
extension LanguageSchema {
  static let typeName = "^[A-Z]"
  static let memberName = "^[a-z]"

  static func describe(_ key: TopKey) -> Description {
    switch key {
    case .swiftsync: (#"{ "const": 1 }"#, "The version of the schema language.")
    case .name:
      (
        #"{ "type": "string", "pattern": "^[A-Z]" }"#,
        "Begins the names of generated types and files."
      )
    case .version: (version, "The version of the schema that is edited.")
    case .doc: (scalar, "What the schema is for.")
    case .include: (list(string), "Fragments with more entities and enums.")
    case .generate: (reference("generate"), "What is generated, and where it goes.")
    case .conventions: (reference("conventions"), "How payloads are written.")
    case .enums: (named(reference("enum"), pattern: typeName), "Enums by their names.")
    case .scalars: (named(reference("scalar"), pattern: typeName), "Scalars with a check.")
    case .types: (named(reference("valueType"), pattern: typeName), "Types without a table.")
    case .traits:
      (
        named(reference("trait"), pattern: typeName),
        "Members and settings that several entities share."
      )
    case .entities: (named(reference("entity"), pattern: typeName), "Entities by their names.")
    case .migrations:
      (
        named(list(reference("migrationStep")), pattern: "^[0-9]+$"),
        "How each version is reached from the previous one."
      )
    case .supported: (version, "The oldest version of apps in the field.")
    case .adopt:
      (
        any(flag, choice([Adoption.readOnly.rawValue])),
        "Whether the store may open a database that another program made and still uses."
      )
    case .lint: (reference("lint"), "Lint rules and their levels.")
    case .api: (reference("api"), "The endpoints of a backend.")
    }
  }

  static func describe(_ key: GenerateKey) -> Description {
    switch key {
    case .output: (string, "The output folder, relative to this file.")
    case .access: (choice(GenerationOptions.Access.self), "The access level of generated Swift.")
    case .sets: (list(choice(GenerationOptions.knownSets)), "The template sets to run.")
    case .templates: (list(string), "Folders with templates of your own.")
    case .history:
      (choice(GenerationOptions.History.self), "Which models of older versions are generated.")
    }
  }

  static func describe(_ key: ConventionsKey) -> Description {
    switch key {
    case .remoteKeys: (choice(Conventions.RemoteKeys.self), "How payloads write keys.")
    case .envelope: (choice(Conventions.Envelope.self), "What payloads wrap rows in.")
    case .dates: (reference("dates"), "How dates are written.")
    case .coercion:
      (
        choice(Conventions.Coercion.self),
        "Whether values may come in another JSON type than their own."
      )
    case .emptyIsNull: (flag, "Whether an empty text is null for optional values.")
    case .acronyms: (list(string), "Additional acronyms that names may contain.")
    }
  }

  static func describe(_ key: DateConventionsKey) -> Description {
    switch key {
    case .remote: (reference("dateFormats"), "How payloads write dates.")
    case .storage: (choice(ValueStorage.ofDates.map(\.rawValue)), "How SQLite stores dates.")
    }
  }

  static func describe(_ key: EnumKey) -> Description {
    switch key {
    case .cases:
      (
        any(list(name, atLeast: 1), named(any(name, reference("case")))),
        "The cases: names, or names with values."
      )
    case .unknown:
      (choice(EnumModel.UnknownValues.self), "What happens to a value that matches no case.")
    case .doc: (scalar, "What it says.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    }
  }

  static func describe(_ key: EnumCaseKey) -> Description {
    switch key {
    case .value: (scalar, "The value in payloads and in SQLite.")
    case .doc: (scalar, "What it means.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    }
  }

  static func describe(_ key: ScalarKey) -> Description {
    switch key {
    case .as: (choice(ScalarType.self), "The type that it is stored and sent as.")
    case .pattern: (string, "A regular expression that texts must match.")
    case .range:
      (
        #"{ "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": ["number", "null"] } }"#,
        "The least and the greatest number, null for an open end."
      )
    case .swift: (string, "The type of the app that members have in Swift.")
    case .import: (string, "The module that declares it.")
    case .doc: (scalar, "What a value is.")
    }
  }

  static func describe(_ key: TypeKey) -> Description {
    switch key {
    case .fields: (reference("typeFields"), "Fields by their names.")
    case .doc: (scalar, "What a value is.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    }
  }

  static func describe(_ key: TaggedTypeKey) -> Description {
    switch key {
    case .tag: (scalar, "The key that tells the cases apart.")
    case .cases: (reference("typeFields"), "Cases by their names: fields, or the name of a type.")
    case .unknown:
      (choice(EnumModel.UnknownValues.self), "What happens to values whose tag no case has.")
    case .content:
      (#"{ "const": "tag" }"#, "Whether the fields are under the key that the tag names.")
    case .doc: (scalar, "What a value is.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    }
  }

  static func describe(_ key: FieldKey) -> Description {
    switch key {
    case .type: (reference("field"), "The type, with a question mark if it is optional.")
    case .remote:
      (
        any(reference("paths"), reference("moneyPaths")),
        "The key or dotted path in payloads, or several."
      )
    case .default: ("true", "The value of a field that is missing.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    case .dates: (reference("dateFormats"), "How payloads write this date.")
    case .doc: (scalar, "What it holds.")
    case .deprecated: (scalar, "Why it is deprecated.")
    case .emptyIsNull: (flag, "Overrides the convention.")
    case .invalid:
      (
        #"{ "const": "null" }"#,
        "Null for a payload's value that does not fit, instead of a rejected row."
      )
    case .missingRows:
      (
        choice(EndpointStores.MissingRows.self),
        "What happens to rows that a list of a document does not have."
      )
    }
  }

  static func describe(_ key: TraitKey) -> Description {
    switch key {
    case .doc: (scalar, "What the trait is for.")
    case .attributes:
      (named(reference("attribute"), pattern: memberName), "Attributes by their names.")
    case .relations:
      (named(reference("relation"), pattern: memberName), "Relations by their names.")
    case .indexes: (list(reference("index")), "Indexes.")
    case .search: (list(string), "The texts that are searched.")
    case .sync: (reference("sync"), "How rows are synced.")
    }
  }

  static func describe(_ key: EntityKey) -> Description {
    switch key {
    case .traits: (list(string), "Traits whose members the entity has, too.")
    case .doc: (scalar, "What a row is.")
    case .plural: (string, "The plural in snake_case, where English grammar fails.")
    case .table: (string, "The table, where it is not the plural.")
    case .attributes:
      (named(reference("attribute"), pattern: memberName), "Attributes by their names.")
    case .relations:
      (named(reference("relation"), pattern: memberName), "Relations by their names.")
    case .identity: (any(string, list(string, atLeast: 1)), "What identifies a row.")
    case .indexes: (list(reference("index")), "Indexes.")
    case .search: (reference("search"), "The texts that are searched.")
    case .check: (string, "An SQL condition that every row must meet.")
    case .sync: (reference("sync"), "How rows are synced.")
    case .lint: (reference("lint"), "Lint rules for this entity.")
    case .wireName:
      (
        scalar,
        "What wire protocols and resource objects call the entity, where it is not its name."
      )
    case .renamedFrom: (scalar, "The name in the previous version.")
    case .deprecated: (scalar, "Why it is deprecated.")
    }
  }

  static func describe(_ key: AttributeKey) -> Description {
    switch key {
    case .type: (reference("type"), "The type, with a question mark if it is optional.")
    case .remote:
      (
        any(reference("paths"), reference("firstValue"), reference("moneyPaths")),
        "The key or dotted path in payloads, or several."
      )
    case .default: ("true", "The value that is used if none is given.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    case .direction: (choice(SyncDirection.self), "The directions in which the value is synced.")
    case .storage: (choice(ValueStorage.self), "How SQLite stores the date or the UUID.")
    case .doc: (scalar, "What it holds.")
    case .deprecated: (scalar, "Why it is deprecated.")
    case .backfill:
      (
        any(scalar, reference("moneyBackfill")),
        "An SQL expression over the row of the previous version; two of them for money."
      )
    case .index: (flag, "Whether the column has an index.")
    case .unique: (flag, "Whether the column has a unique index.")
    case .dates: (reference("dateFormats"), "How payloads write this date.")
    case .emptyIsNull: (flag, "Overrides the convention.")
    case .touch: (flag, "Whether every local write sets the date.")
    case .column: (string, "The column, where it is not the name in snake_case.")
    case .separated: (string, "What stands between the elements of a list that is one text.")
    case .invalid: (invalid, "What happens to a value that does not fit.")
    case .collation:
      (choice(TextCollation.self), "Whether SQLite compares texts with regard to case.")
    }
  }

  /// To a YAML language server, the word `null` is not text.
  private static let invalid = #"{ "enum": [null, "null", "keep"] }"#

  static func describe(_ key: MoneyRemoteKey) -> Description {
    switch key {
    case .minor: (string, "The path of the minor units.")
    case .major: (string, "The path of an amount in major units.")
    case .currency: (string, "The path of the currency.")
    case .currencyCode: (string, "The currency, where payloads never say it.")
    }
  }

  static func describe(_ key: FirstValueKey) -> Description {
    switch key {
    case .firstValue: (list(scalar, atLeast: 1), "Paths of which the first with a value counts.")
    }
  }

  static func describe(_ key: MoneyBackfillKey) -> Description {
    switch key {
    case .minor: (scalar, "An SQL expression for the minor units.")
    case .currency: (scalar, "An SQL expression for the currency, e.g. 'EUR' in quotes.")
    }
  }

  static func describe(_ key: RelationKey) -> Description {
    switch key {
    case .to: (reference("target"), "The entity, in brackets for a list.")
    case .inverse: (string, "The inverse relation of the target, or 'none'.")
    case .onDelete:
      (choice(DeleteRule.self), "What deleting a row does to the rows that refer to it.")
    case .ordered:
      (any(flag, string), "Whether a list has an order, or the attribute that orders it.")
    case .enforced: (flag, "Whether SQLite refuses references to missing rows.")
    case .remote: (reference("paths"), "The key or dotted path in payloads, or several.")
    case .direction: (choice(SyncDirection.self), "The directions in which the relation is synced.")
    case .through: (string, "The entity that is the join table.")
    case .doc: (scalar, "What it means.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    case .deprecated: (scalar, "Why it is deprecated.")
    case .column: (string, "The column, where it is not the name in snake_case with '_id'.")
    case .backfill: (scalar, "An SQL expression over the row of the previous version.")
    case .partial:
      (any(flag, string), "Whether lists leave rows out, or the path that says so.")
    case .keyedBy: (string, "The identity of the target, under which rows lie in an object.")
    case .operations: (list(choice(RowOperation.self), atLeast: 1), "What nested rows may do.")
    case .toAny:
      (
        #"{ "type": "object", "additionalProperties": { "type": ["string", "number"] } }"#,
        "The entities that it may lead to, with the tag's value of each."
      )
    case .tag: (string, "The key of the tag in payloads, by default '<relation>_type'.")
    case .required: (flag, "Whether each row has one. Only of 'to-any'.")
    }
  }

  static func describe(_ key: SearchKey) -> Description {
    switch key {
    case .attributes: (list(string, atLeast: 1), "The attributes, or fields of their values.")
    case .tokenizer:
      (choice(SearchIndex.Tokenizer.self), "How texts are divided into words.")
    }
  }

  static func describe(_ key: IndexKey) -> Description {
    switch key {
    case .on: (list(string, atLeast: 1), "Attributes and to-ones.")
    case .unique: (flag, "Whether the values must be unique.")
    case .where: (string, "An SQL condition. The index contains only the rows that meet it.")
    case .name: (string, "The name in SQL.")
    }
  }
}

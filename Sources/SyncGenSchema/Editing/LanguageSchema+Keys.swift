import SwiftSyncValues

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
        "The prefix of the names of generated types and files."
      )
    case .version: (version, "The version of this schema, an integer of at least 1.")
    case .doc: (scalar, "What the schema is for.")
    case .include: (list(string), "Files with more entities, enums, types, scalars and traits.")
    case .generate: (reference("generate"), "What is generated, and the output folder.")
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
        "The migration steps to each version."
      )
    case .supported: (version, "The oldest version that installed apps still have.")
    case .adopt:
      (
        any(flag, choice([Adoption.readOnly.rawValue])),
        "Whether the store may open a database that another program created and still uses."
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
    case .envelope: (choice(Conventions.Envelope.self), "The envelope of rows in payloads.")
    case .dates: (reference("dates"), "How dates are written.")
    case .coercion:
      (
        choice(Conventions.Coercion.self),
        "Whether values of another JSON type are converted."
      )
    case .emptyIsNull: (flag, "Whether an empty string is null for optional values.")
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
    case .doc: (scalar, "What the values mean.")
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
    case .pattern: (string, "A regular expression that strings must match.")
    case .range:
      (
        #"{ "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": ["number", "null"] } }"#,
        "The minimum and the maximum; null means unlimited."
      )
    case .swift: (string, "The app's Swift type of the members.")
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
    case .tag: (scalar, "The key that distinguishes the cases.")
    case .cases: (reference("typeCases"), "Cases by their names: fields, or the name of a type.")
    case .unknown:
      (choice(EnumModel.UnknownValues.self), "What happens to values whose tag matches no case.")
    case .content:
      (#"{ "const": "tag" }"#, "Whether the fields are under the key that the tag names.")
    case .doc: (scalar, "What a value is.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    }
  }

  static func describe(_ key: TraitKey) -> Description {
    switch key {
    case .doc: (scalar, "What the trait is for.")
    case .attributes:
      (named(reference("attribute"), pattern: memberName), "Attributes by their names.")
    case .relations:
      (named(reference("relation"), pattern: memberName), "Relationships by their names.")
    case .indexes: (list(reference("index")), "Indexes.")
    case .search: (list(string), "The strings that are searched.")
    case .sync: (reference("sync"), "How rows are synced.")
    }
  }

  static func describe(_ key: EntityKey) -> Description {
    switch key {
    case .traits: (list(string), "Traits whose members the entity also has.")
    case .doc: (scalar, "What a row is.")
    case .plural: (string, "The plural in snake_case, if it is irregular.")
    case .table: (string, "The table; by default the plural.")
    case .attributes:
      (named(reference("attribute"), pattern: memberName), "Attributes by their names.")
    case .relations:
      (named(reference("relation"), pattern: memberName), "Relationships by their names.")
    case .identity: (any(string, list(string, atLeast: 1)), "What identifies a row.")
    case .indexes: (list(reference("index")), "Indexes.")
    case .search: (reference("search"), "The strings that are searched.")
    case .check: (string, "An SQL condition that every row must meet.")
    case .sync: (reference("sync"), "How rows are synced.")
    case .lint: (reference("lint"), "Lint rules for this entity.")
    case .wireName:
      (
        scalar,
        "The name of the entity in wire protocols and resource objects; by default its name."
      )
    case .renamedFrom: (scalar, "The name in the previous version.")
    case .deprecated: (scalar, "Why it is deprecated.")
    }
  }

  static func describe(_ key: MoneyRemoteKey) -> Description {
    switch key {
    case .minor: (string, "The path of the minor units.")
    case .major: (string, "The path of an amount in major units.")
    case .currency: (string, "The path of the currency.")
    case .currencyCode: (string, "The currency of amounts whose currency is never sent.")
    }
  }

  static func describe(_ key: FirstValueKey) -> Description {
    switch key {
    case .firstValue: (list(scalar, atLeast: 1), "Paths; the first one with a value is used.")
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
    case .inverse: (string, "The inverse relationship of the target, or 'none'.")
    case .onDelete:
      (choice(DeleteRule.self), "What happens to the rows that refer to a deleted row.")
    case .ordered:
      (any(flag, string), "Whether a list has an order, or the attribute that orders it.")
    case .enforced: (flag, "Whether SQLite refuses references to missing rows.")
    case .remote:
      (
        any(reference("paths"), reference("partPaths")),
        "The key or dotted path in payloads, or several; or a path for each part of a composite "
          + "identity."
      )
    case .direction:
      (choice(SyncDirection.self), "The directions in which the relationship is synced.")
    case .through: (string, "The entity that is the join table.")
    case .doc: (scalar, "What it means.")
    case .renamedFrom: (scalar, "The name in the previous version.")
    case .deprecated: (scalar, "Why it is deprecated.")
    case .column: (string, "The column; by default the name in snake_case with '_id'.")
    case .backfill: (scalar, "An SQL expression over the row of the previous version.")
    case .partial:
      (
        any(flag, string),
        "Whether lists may omit rows, or the path of the value that indicates this."
      )
    case .keyedBy:
      (
        string,
        "The identity of the target, whose values are the keys of an object "
          + "of rows."
      )
    case .operations: (list(choice(RowOperation.self), atLeast: 1), "What nested rows may do.")
    case .toAny:
      (
        #"{ "type": "object", "additionalProperties": { "type": ["string", "number"] } }"#,
        "The possible targets, each with its value of the tag."
      )
    case .tag: (string, "The key of the tag in payloads, by default '<relation>_type'.")
    case .required: (flag, "Whether each row has a reference. Only with 'to-any'.")
    }
  }

  static func describe(_ key: SearchKey) -> Description {
    switch key {
    case .attributes: (list(string, atLeast: 1), "The attributes, or fields of their values.")
    case .tokenizer:
      (choice(SearchIndex.Tokenizer.self), "How strings are divided into words.")
    }
  }
}

/// The parts that several places refer to, and the keys of syncing, migrations and endpoints.
extension LanguageSchema {
  static let definitions: [Definition] = [
    .init(name: "generate", text: object(GenerateKey.self, describe: describe)),
    .init(name: "conventions", text: object(ConventionsKey.self, describe: describe)),
    .init(name: "dates", text: object(DateConventionsKey.self, describe: describe)),
    .init(
      name: "enum", text: object(EnumKey.self, required: [.cases], describe: describe)),
    .init(name: "case", text: object(EnumCaseKey.self, describe: describe)),
    .init(
      name: "entity", text: object(EntityKey.self, required: [.attributes], describe: describe)),
    .init(
      name: "attribute",
      text: any(
        reference("type"), object(AttributeKey.self, required: [.type], describe: describe))),
    .init(name: "type", text: type),
    .init(name: "paths", text: any(scalar, list(scalar, atLeast: 1))),
    .init(
      name: "moneyPaths",
      text: object(MoneyRemoteKey.self, required: [.minor, .currency], describe: describe)),
    .init(
      name: "moneyBackfill",
      text: object(MoneyBackfillKey.self, required: [.minor, .currency], describe: describe)),
    .init(
      name: "relation",
      text: any(
        reference("target"), object(RelationKey.self, required: [.to], describe: describe))),
    .init(
      name: "target",
      text: any(
        string, #"{ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 1 }"#
      )),
    .init(
      name: "index",
      text: any(
        list(string, atLeast: 1), object(IndexKey.self, required: [.on], describe: describe))),
    .init(name: "sync", text: object(SyncKey.self, describe: describe)),
    .init(
      name: "tombstone",
      text: object(TombstoneKey.self, required: [.attribute], describe: describe)),
    .init(
      name: "archive",
      text: object(ArchiveKey.self, required: [.flag, .date], describe: describe)),
    .init(
      name: "customStep",
      text: object(CustomStepKey.self, required: [.function], describe: describe)),
    .init(name: "rules", text: rules),
    .init(
      name: "migrationStep",
      text: object(
        MigrationStepKey.self,
        and: one(of: MigrationStepKey.actions),
        describe: describe)),
    .init(name: "api", text: object(APIKey.self, describe: describe)),
    .init(
      name: "endpoint",
      text: object(
        EndpointKey.self, and: one(of: [EndpointKey.get, .post, .put, .patch, .delete]),
        describe: describe)),
    .init(name: "endpointSync", text: object(EndpointSyncKey.self, describe: describe)),
    .init(
      name: "upload",
      text: object(
        SyncEndpointKey.self, required: [.protocol, .entities],
        and: one(of: [SyncEndpointKey.post, .put, .patch]), describe: describe)),
    // A mapping is a field in its long form, or the fields of a type in place.
    .init(name: "field", text: #"{ "type": ["string", "array", "object"] }"#),
    .init(name: "fields", text: named(reference("field"), pattern: memberName)),
  ]

  /// `string?`, `[T]`, `[string: T]`. An optional list is text in quotation marks, or has its
  /// question mark behind the bracket, which YAML does not know.
  private static let type = any(
    string,
    #"{ "type": "array", "minItems": 1, "maxItems": 1, "items": { "anyOf": [{ "type": "string" }, "#
      + #"{ "type": "object", "required": ["string"], "additionalProperties": false, "#
      + #""properties": { "string": { "type": "string" } } }] } }"#)

  /// A level, or `off: ` with a reason.
  private static let rules: String = {
    let names = HouseRule.allCases.map(\.rawValue) + [HouseRule.standard]
    let level = #"{ "type": "string", "pattern": "^(off|warn|error)(: |$)" }"#
    return "{ \"type\": \"object\", \"propertyNames\": \(choice(names)), "
      + "\"additionalProperties\": \(level) }"
  }()

  /// Exactly one of the keys is there.
  private static func one<Key: SchemaKey>(of keys: [Key]) -> String {
    let choices = keys.map { "{ \"required\": [\"\($0.rawValue)\"] }" }
    return "\"oneOf\": [\(choices.joined(separator: ", "))]"
  }

  private static func describe(_ key: SyncKey) -> Description {
    switch key {
    case .clock: (string, "A date or an int that grows with each change of the row.")
    case .tombstone: (any(string, reference("tombstone")), "The optional date of deletion.")
    case .archive: (reference("archive"), "The flag that puts rows away, and its date.")
    case .offline: (flag, "Whether local changes are recorded until they are pushed.")
    }
  }

  private static func describe(_ key: TombstoneKey) -> Description {
    switch key {
    case .attribute: (string, "The optional date of deletion.")
    case .keep: (flag, "Whether deleted rows stay, marked.")
    case .retention:
      (#"{ "type": "string", "pattern": "^[0-9]+[smhdw]$" }"#, "How long they stay, e.g. 30d.")
    }
  }

  private static func describe(_ key: ArchiveKey) -> Description {
    switch key {
    case .flag: (string, "A bool.")
    case .date: (string, "An optional date.")
    }
  }

  private static func describe(_ key: MigrationStepKey) -> Description {
    switch key {
    case .sql: (string, "SQL to run.")
    case .custom:
      (
        any(string, reference("customStep")),
        "A function that the app supplies, and the entities that it uses."
      )
    case .drops: (list(string, atLeast: 1), "Entities and members that are meant to go.")
    case .narrows: (list(string, atLeast: 1), "Members that are meant to hold less.")
    case .remoteChanged: (list(string, atLeast: 1), "Members whose remote key is meant to change.")
    case .before: (flag, "Whether it runs on the old tables.")
    case .mayChange:
      (
        list(string, atLeast: 1),
        "Tables of which the SQL may delete rows, and columns that it may empty."
      )
    }
  }

  private static func describe(_ key: CustomStepKey) -> Description {
    switch key {
    case .function: (string, "The function's name.")
    case .entities: (list(string, atLeast: 0), "The entities whose models it uses.")
    }
  }

  private static func describe(_ key: APIKey) -> Description {
    switch key {
    case .base: (string, "A path before all others.")
    case .version: (version, "A version for all endpoints.")
    case .types: (named(reference("fields"), pattern: typeName), "Types without a table.")
    case .endpoints:
      (named(reference("endpoint"), pattern: memberName), "Endpoints by their names.")
    case .sync:
      (any(reference("upload"), named(reference("upload"))), "An endpoint for uploads, or several.")
    }
  }

  private static func describe(_ key: EndpointKey) -> Description {
    switch key {
    case .get, .post, .put, .patch, .delete: (string, "The path, with {placeholders}.")
    case .query: (reference("fields"), "Query parameters.")
    case .body: (reference("field"), "What is sent.")
    case .returns: (reference("field"), "What comes back.")
    case .version: (version, "The version of this endpoint.")
    case .syncs: (any(flag, reference("endpointSync")), "How the response goes into the store.")
    case .doc: (scalar, "What it does.")
    }
  }

  private static func describe(_ key: EndpointSyncKey) -> Description {
    switch key {
    case .scope: (string, "A to-one of the entity that the path names in braces.")
    case .root: (string, "The path to the rows in the response.")
    case .missingRows:
      (choice(EndpointSync.MissingRows.self), "What happens to rows that are not in the response.")
    case .operations: (list(choice(EndpointSync.Operation.self)), "What may happen to rows.")
    case .since: (string, "The query parameter of the watermark.")
    case .page: (string, "The query parameter that is counted up.")
    }
  }

  private static func describe(_ key: SyncEndpointKey) -> Description {
    switch key {
    case .post, .put, .patch: (string, "The path.")
    case .protocol: (choice(SyncEndpoint.WireProtocol.self), "How changes are sent.")
    case .entities: (list(string, atLeast: 1), "The entities whose changes it takes.")
    case .version: (version, "The version of this endpoint.")
    }
  }
}

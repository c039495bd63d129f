/// The definitions that several places refer to, and the keys of syncing, migrations and endpoints.
extension LanguageSchema {
  static let definitions: [Definition] = [
    .init(name: "generate", text: object(GenerateKey.self, describe: describe)),
    .init(name: "conventions", text: object(ConventionsKey.self, describe: describe)),
    .init(name: "dates", text: object(DateConventionsKey.self, describe: describe)),
    .init(name: "dateFormats", text: any(string, list(string, atLeast: 1))),
    .init(
      name: "enum", text: object(EnumKey.self, required: [.cases], describe: describe)),
    .init(name: "scalar", text: object(ScalarKey.self, required: [.as], describe: describe)),
    .init(
      name: "valueType",
      text: any(
        object(TypeKey.self, required: [.fields], describe: describe),
        object(TaggedTypeKey.self, required: [.tag, .cases], describe: describe),
        reference("typeFields"))),
    .init(name: "typeFields", text: fields(of: "typeField")),
    .init(
      name: "typeField",
      text: any(typeInPlace, FieldKeys.field.jsonSchema())),
    // A mapping is a case in its long form, or the fields of the case.
    .init(name: "typeCases", text: named(#"{ "type": ["string", "object"] }"#)),
    .init(name: "case", text: object(EnumCaseKey.self, describe: describe)),
    .init(
      name: "entity",
      text: object(
        EntityKey.self,
        and: #""anyOf": [{ "required": ["attributes"] }, { "required": ["traits"] }]"#,
        describe: describe)),
    .init(name: "trait", text: object(TraitKey.self, describe: describe)),
    .init(
      name: "attribute",
      text: any(
        reference("type"), FieldKeys.attribute.jsonSchema())),
    .init(name: "type", text: type),
    .init(name: "paths", text: any(scalar, list(scalar, atLeast: 1))),
    .init(name: "partPaths", text: named(scalar, pattern: memberName)),
    .init(
      name: "moneyPaths",
      text: object(
        MoneyRemoteKey.self,
        and: "\"allOf\": [{ \(one(of: [MoneyRemoteKey.minor, .major])) }, "
          + "{ \(one(of: [MoneyRemoteKey.currency, .currencyCode])) }]",
        describe: describe)),
    .init(
      name: "firstValue",
      text: object(FirstValueKey.self, required: [.firstValue], describe: describe)),
    .init(
      name: "moneyBackfill",
      text: object(MoneyBackfillKey.self, required: [.minor, .currency], describe: describe)),
    .init(
      name: "relation",
      text: any(
        reference("target"),
        object(
          RelationKey.self, and: one(of: [RelationKey.to, .toAny]), describe: describe))),
    .init(
      name: "target",
      text: any(
        string, #"{ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 1 }"#
      )),
    .init(
      name: "index",
      text: any(
        list(string, atLeast: 1), IndexKeys.index.jsonSchema())),
    .init(
      name: "search",
      text: any(
        list(string, atLeast: 1),
        object(SearchKey.self, required: [.attributes], describe: describe))),
    .init(name: "sync", text: object(SyncKey.self, describe: describe)),
    .init(
      name: "tombstone",
      text: object(
        TombstoneKey.self, and: one(of: [TombstoneKey.attribute, .flag]), describe: describe)),
    .init(
      name: "archive",
      text: object(ArchiveKey.self, required: [.flag, .date], describe: describe)),
    .init(
      name: "customStep",
      text: object(CustomStepKey.self, required: [.function], describe: describe)),
    .init(name: "lint", text: lint),
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
    .init(
      name: "header",
      text: any(
        reference("type"),
        FieldKeys.header.jsonSchema(
          and: #""oneOf": [{ "required": ["type"] }, { "required": ["value"] }]"#))),
    .init(name: "fails", text: object(FailsKey.self, required: [.unless], describe: describe)),
    .init(name: "stores", text: object(StoresKey.self, describe: describe)),
    .init(name: "page", text: page),
    .init(
      name: "pageSize",
      text: #"{ "type": "object", "minProperties": 1, "maxProperties": 1, "#
        + "\"additionalProperties\": \(positiveInteger) }"),
    .init(
      name: "upload",
      text: object(
        UploadEndpointKey.self, required: [.protocol, .entities], and: protocols,
        describe: describe)),
    .init(name: "rowRoutes", text: object(RowRoutesKey.self, describe: describe)),
    .init(name: "idempotencyKey", text: object(IdempotencyKeyKey.self, describe: describe)),
    .init(
      name: "field",
      text: any(typeInPlace, FieldKeys.parameter.jsonSchema())),
    .init(name: "fields", text: fields(of: "field")),
    // A mapping contains fields, even if one of them is called `type`.
    .init(name: "content", text: #"{ "type": ["string", "array", "object"] }"#),
  ]

  /// A type, or the fields of one. A mapping with `type` is the long form of a field instead.
  private static let typeInPlace =
    #"{ "type": ["string", "array", "object"], "not": { "type": "object", "required": ["type"] } }"#

  private static func fields(of name: String) -> String {
    "{ \"type\": \"object\", \"additionalProperties\": \(reference(name)), "
      + "\"patternProperties\": { \"^\(Annotations.prefix).\": {} } }"
  }

  /// A type such as `string?`, `[T]` or `[string: T]`. An optional list is quoted text.
  private static let type = any(
    string,
    #"{ "type": "array", "minItems": 1, "maxItems": 1, "items": { "anyOf": [{ "type": "string" }, "#
      + #"{ "type": "object", "required": ["string"], "additionalProperties": false, "#
      + #""properties": { "string": { "type": "string" } } }] } }"#)

  /// A level, or `off: ` with a reason.
  private static let lint: String = {
    let names = LintRule.allCases.map(\.rawValue) + [LintRule.standard]
    let level = #"{ "type": "string", "pattern": "^(off|warn|error)(: |$)" }"#
    return "{ \"type\": \"object\", \"propertyNames\": \(choice(names)), "
      + "\"additionalProperties\": \(level) }"
  }()

  /// Requires exactly one of the keys.
  private static func one<Key: SchemaKey>(of keys: [Key]) -> String {
    let choices = keys.map { "{ \"required\": [\"\($0.rawValue)\"] }" }
    return "\"oneOf\": [\(choices.joined(separator: ", "))]"
  }

  /// An upload has one method, or the `rest` protocol, whose requests go to other endpoints.
  private static let protocols: String = {
    let methods = [UploadEndpointKey.post, .put, .patch].map {
      "{ \"required\": [\"\($0.rawValue)\"], \"properties\": { \"entities\": { \"type\": \"array\" } } }"
    }
    let rest =
      "{ \"properties\": { \"protocol\": { \"enum\": [\"rest\"] }, "
      + "\"entities\": { \"type\": \"object\" } } }"
    return "\"oneOf\": [\((methods + [rest]).joined(separator: ", "))]"
  }()

  private static func describe(_ key: SyncKey) -> Description {
    switch key {
    case .clock: (string, "A date, or an int that increases with each change of the row.")
    case .tombstone: (any(string, reference("tombstone")), "The optional date of deletion.")
    case .archive: (reference("archive"), "The flag of archived rows, and its date.")
    case .offline: (flag, "Whether local changes are recorded until they are pushed.")
    case .etag: (flag, "Whether the server's entity tags are kept and sent with updates.")
    }
  }

  private static func describe(_ key: TombstoneKey) -> Description {
    switch key {
    case .attribute: (string, "The optional date of deletion.")
    case .flag: (string, "A bool that is true if the row is deleted, instead of the date.")
    case .keep: (flag, "Whether deleted rows are kept as soft-deleted rows.")
    case .retention:
      (#"{ "type": "string", "pattern": "^[0-9]+[smhdw]$" }"#, "How long they are kept, e.g. 30d.")
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
    case .drops: (list(string, atLeast: 1), "Entities and members that may be dropped.")
    case .allowLossy:
      (list(string, atLeast: 1), "Members whose values may be lost if they do not fit.")
    case .remoteChanged: (list(string, atLeast: 1), "Members whose remote key may change.")
    case .before: (flag, "Whether it runs on the old tables.")
    case .mayChange:
      (
        list(string, atLeast: 1),
        "Tables from which the SQL may delete rows, and columns that it may empty."
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
    case .base: (string, "The prefix of all paths.")
    case .version: (positiveInteger, "A version for all endpoints.")
    case .headers: (named(reference("header")), "Header fields of all requests.")
    case .endpoints:
      (named(reference("endpoint"), pattern: memberName), "Endpoints by their names.")
    case .uploads:
      (
        any(reference("upload"), named(reference("upload"))),
        "An endpoint to which changes are pushed, or several."
      )
    }
  }

  private static func describe(_ key: EndpointKey) -> Description {
    switch key {
    case .get, .post, .put, .patch, .delete: (string, "The path, with {placeholders}.")
    case .query: (reference("fields"), "Query parameters.")
    case .headers: (named(reference("header")), "Header fields of the requests.")
    case .body: (reference("content"), "The request body.")
    case .contentType: (string, "The media type of a body of bytes or a file.")
    case .returns: (reference("content"), "The response body.")
    case .errors:
      (
        named(any(string, list(string)), pattern: "^(default|[45]xx|[345][0-9][0-9])$"),
        "The types of responses with other statuses: none, Problem or a type."
      )
    case .fails:
      (reference("fails"), "How a response with a status from 200 to 299 indicates a failure.")
    case .version: (positiveInteger, "The version of this endpoint.")
    case .stores: (any(flag, reference("stores")), "How the response is stored.")
    case .doc: (scalar, "What it does.")
    }
  }

  private static func describe(_ key: FailsKey) -> Description {
    switch key {
    case .unless: (string, "The path of a flag in the response that is true unless it failed.")
    case .code: (string, "The path of the code of the error in the response.")
    }
  }

  private static func describe(_ key: StoresKey) -> Description {
    switch key {
    case .scope: (string, "A to-one of the entity that the path names in braces.")
    case .root: (string, "The path to the rows in the response.")
    case .keyedBy:
      (
        string,
        "The identity of the entity, whose values are the keys of an object "
          + "of rows."
      )
    case .missingRows:
      (
        choice(EndpointStores.MissingRows.self),
        "What happens to rows that are not in the response."
      )
    case .completeWith:
      (
        list(string, atLeast: 1),
        "The parameters of the request that do not leave rows out of the response."
      )
    case .operations: (list(choice(EndpointStores.Operation.self)), "What may happen to rows.")
    case .since: (string, "The query parameter of the watermark.")
    case .page:
      (
        any(string, reference("page")),
        "The parameter of the page number, or how pages are requested."
      )
    case .relationOperations:
      (
        list(choice(EndpointStores.Operation.self)),
        "The operations allowed on nested rows and "
          + "links."
      )
    case .deletionLimit: (count, "The maximum number of rows that a call may delete.")
    case .conflict:
      (
        choice(EndpointStores.Conflict.self),
        "What happens to a pending change if a response contains the same row."
      )
    case .strict: (flag, "Whether a rejected row or an unknown key makes the call fail.")
    }
  }

  private static func describe(_ key: UploadEndpointKey) -> Description {
    switch key {
    case .post, .put, .patch: (string, "The path.")
    case .protocol: (choice(UploadProtocol.self), "How changes are sent.")
    case .entities:
      (
        any(list(string, atLeast: 1), named(reference("rowRoutes"))),
        "The entities whose changes are pushed to it; with the 'rest' protocol, their endpoints."
      )
    case .version: (positiveInteger, "The version of this endpoint.")
    case .concurrency:
      (
        #"{ "type": "integer", "minimum": 1 }"#,
        "How many requests run at the same time."
      )
    case .idempotencyKey:
      (reference("idempotencyKey"), "The header field by which repeated creations are recognized.")
    case .repeatCreates: (flag, "Whether a creation without a response is sent again.")
    }
  }

  private static func describe(_ key: RowRoutesKey) -> Description {
    switch key {
    case .create: (string, "The endpoint that creates a row.")
    case .update: (string, "The endpoint that updates a row.")
    case .delete: (string, "The endpoint that deletes a row.")
    }
  }

  private static func describe(_ key: IdempotencyKeyKey) -> Description {
    switch key {
    case .header: (string, "The name of the header field.")
    case .valid:
      (#"{ "type": "string", "pattern": "^[0-9]+[smhdw]$" }"#, "How long the server keeps a key.")
    }
  }
}

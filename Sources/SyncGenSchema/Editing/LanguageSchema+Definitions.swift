/// The definitions that several places refer to, and the keys of syncing, migrations and endpoints.
extension LanguageSchema {
  static let definitions: [Definition] = [
    .init(name: "generate", text: object(GenerateKey.self)),
    .init(
      name: "output",
      text: object(
        OutputKey.self,
        and: #""anyOf": [{ "required": ["program"] }, "#
          + #"{ "required": ["templates"] }, { "required": ["sets"] }]"#)),
    .init(name: "conventions", text: ConventionTable.conventions.jsonSchema()),
    .init(name: "dates", text: DateConventionTable.dates.jsonSchema()),
    .init(name: "dateFormats", text: any(string, list(string, atLeast: 1))),
    .init(name: "enum", text: EnumTable.enumeration.jsonSchema()),
    .init(name: "scalar", text: object(ScalarKey.self)),
    .init(
      name: "valueType",
      text: any(
        TypeTable.type.jsonSchema(), TypeTable.tagged.jsonSchema(), reference("typeFields"))),
    .init(name: "typeFields", text: fields(of: "typeField")),
    .init(
      name: "typeField",
      text: any(typeInPlace, FieldKeys.field.jsonSchema())),
    // A mapping is a case in its long form, or the fields of the case.
    .init(name: "typeCases", text: named(#"{ "type": ["string", "object"] }"#)),
    .init(name: "case", text: EnumCaseTable.enumCase.jsonSchema()),
    .init(
      name: "entity",
      text: EntityTable.entity.jsonSchema(
        and: #""anyOf": [{ "required": ["attributes"] }, { "required": ["traits"] }]"#)),
    .init(name: "trait", text: object(TraitKey.self)),
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
          + "{ \(one(of: [MoneyRemoteKey.currency, .currencyCode])) }]")),
    .init(
      name: "firstValue",
      text: object(FirstValueKey.self)),
    .init(
      name: "moneyBackfill",
      text: object(MoneyBackfillKey.self)),
    .init(
      name: "relation",
      text: any(
        reference("target"),
        RelationTable.relation.jsonSchema(
          and: #""oneOf": [{ "required": ["to"] }, { "required": ["to-any"] }]"#))),
    .init(name: "missingRows", text: any(choice(["delete", "keep"]), object(KeepIfKey.self))),
    .init(
      name: "target",
      text: any(
        string, #"{ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 1 }"#
      )),
    .init(
      name: "index",
      text: any(
        list(string, atLeast: 1), IndexKeys.index.jsonSchema())),
    .init(name: "check", text: object(CheckKey.self)),
    .init(
      name: "search",
      text: any(
        list(string, atLeast: 1),
        object(SearchKey.self))),
    .init(name: "sync", text: object(SyncKey.self)),
    .init(
      name: "tombstone",
      text: object(
        TombstoneKey.self, and: one(of: [TombstoneKey.attribute, .flag]))),
    .init(
      name: "archive",
      text: object(ArchiveKey.self)),
    .init(
      name: "customStep",
      text: object(CustomStepKey.self)),
    .init(name: "lint", text: lint),
    .init(
      name: "migrationStep",
      text: object(
        MigrationStepKey.self,
        and: one(of: MigrationStepKey.actions))),
    .init(name: "api", text: object(APIKey.self)),
    .init(name: "resource", text: any(string, object(ResourceKey.self))),
    .init(
      name: "endpoint",
      text: object(
        EndpointKey.self, and: one(of: [EndpointKey.get, .head, .post, .put, .patch, .delete]))),
    .init(
      name: "header",
      text: any(
        reference("type"),
        FieldKeys.header.jsonSchema(
          and: #""oneOf": [{ "required": ["type"] }, { "required": ["value"] }]"#))),
    .init(name: "fails", text: object(FailsKey.self)),
    .init(name: "stores", text: object(StoresKey.self)),
    .init(name: "page", text: page),
    .init(name: "pageEnd", text: object(PageEndKey.self)),
    .init(
      name: "pageSize",
      text: #"{ "type": "object", "minProperties": 1, "maxProperties": 1, "#
        + "\"additionalProperties\": \(positiveInteger) }"),
    .init(
      name: "upload",
      text: object(
        UploadEndpointKey.self, and: protocols)),
    .init(name: "rowRoutes", text: object(RowRoutesKey.self)),
    .init(name: "idempotencyKey", text: object(IdempotencyKeyKey.self)),
    .init(
      name: "field",
      text: any(typeInPlace, FieldKeys.parameter.jsonSchema())),
    .init(name: "fields", text: fields(of: "field")),
    .init(name: "query", text: fields(of: "queryField")),
    .init(
      name: "queryField",
      text: any(reference("field"), FieldKeys.constant.jsonSchema())),
    .init(
      name: "placeholder",
      text: any(reference("type"), FieldKeys.placeholder.jsonSchema())),
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
      "{ \"required\": [\"\($0.rawValue)\", \"entities\"], "
        + "\"properties\": { \"entities\": { \"type\": \"array\" } } }"
    }
    let rest =
      "{ \"properties\": { \"protocol\": { \"enum\": [\"rest\"] }, "
      + "\"entities\": { \"type\": \"object\" } } }"
    return "\"oneOf\": [\((methods + [rest]).joined(separator: ", "))]"
  }()
}

import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// The type of a request or response, as exposed to templates.
struct PayloadTypeContext: ContextSubject {
  let type: PayloadType
  let names: PayloadNames
  /// Whether it is the body of a response.
  var isReturned = false

  static let type = ContextType<Self>(
    "payload type", "The type of a request body, a response body or a field.",
    [
      .text(
        "kind",
        "As of an attribute, such as `string`, `enum`, `money` or `type`, or `entity`, `patch`, `named` "
          + "(a type of payloads alone), `inline`, `array`, `dictionary`, `optional`, `tagged` (a row of "
          + "one of several entities) or `file`."
      ) { $0.kind },
      .optionalText("name", "The name of the entity, enum or type; null for others.") { $0.name },
      .text("bodySchema", "The JSON Schema of a body of the type, in one line.") {
        $0.bodySchema
      },
      .text("mediaType", "The media type of a body of the type.") { $0.mediaType },
      .text("jsonSchema", "Its JSON Schema by the schema's conventions, in one line.") {
        $0.jsonSchema
      },
      .optionalObject("element", "The element of an array, or the wrapped type of an optional.") {
        $0.element
      },
      .optionalObject("inline", "The inline type.") { $0.inline },
      .optionalObject("tagged", "The rows of several entities.") { $0.tagged },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The type in Swift.") { $0.swift },
    .flag(
      "isMetatypePath", "Whether Swift would interpret `swift` as a metatype in an expression."
    ) {
      $0.swift.contains(".`Type`") || $0.swift.contains(".`Protocol`")
    },
    .text("form", "The expression for its JSON form, by the schema's conventions.") {
      $0.form
    },
    .text(
      "bodyForm",
      "The same for a whole body: with the envelope of JSON:API, the rows are under `data`."
    ) { $0.bodyForm },
  ]

  private var jsonSchema: String {
    JSONSchemas(names: names).of(type, dates: names.names.schema.conventions.dates(of: type)).text(
      .source)
  }

  var bodySchema: String { JSONSchemas(names: names).body(type).text(.source) }

  private var bodyForm: String { names.bodyForm(type) }

  var mediaType: String {
    let schema = names.names.schema
    var isDocument = false
    if case .named(let position) = type { isDocument = names.isDocument(names.api.types[position]) }
    if let raw = type.rawBody { return raw }
    let isJSONAPI = schema.isEnveloped(type) || isDocument && schema.conventions.envelope != nil
    return isJSONAPI ? "application/vnd.api+json" : "application/json"
  }

  private var swift: String { isReturned ? names.responseType(type) : names.type(type) }

  private var form: String { names.form(type) }

  private var kind: String {
    switch type {
    case .entity: "entity"
    case .patch: "patch"
    case .scalar(let scalar): scalar.rawValue
    case .enumeration: "enum"
    case .value: "type"
    case .money: "money"
    case .file: "file"
    case .dictionary: "dictionary"
    case .named: "named"
    case .inline: "inline"
    case .array: "array"
    case .tagged: "tagged"
    case .optional: "optional"
    }
  }

  private var name: String? {
    switch type {
    case .entity(let id), .patch(let id): names.names.schema[id].name.name
    case .enumeration(let id): names.names.schema[id].name.name
    case .value(let id): names.names.schema[id].name.name
    case .named(let position): names.api.types[position].name
    case .inline(let inline): inline.name
    case .tagged(let rows): rows.name
    case .scalar, .money, .file, .array, .dictionary, .optional: nil
    }
  }

  private var element: PayloadTypeContext? {
    switch type {
    case .array(let element), .dictionary(let element), .optional(let element):
      PayloadTypeContext(type: element, names: names)
    default: nil
    }
  }

  private var tagged: TaggedRowsContext? {
    guard case .tagged(let rows) = type else { return nil }
    return TaggedRowsContext(rows: rows, names: names)
  }

  private var inline: InlineTypeContext? {
    guard case .inline(let inline) = type else { return nil }
    return InlineTypeContext(inlineType: inline, names: names)
  }
}

extension PayloadType {
  /// The media type of a body that is not JSON, unless another one is stated.
  fileprivate var rawBody: String? {
    switch self {
    case .scalar(.data), .file: "application/octet-stream"
    case .optional(let wrapped): wrapped.rawBody
    default: nil
    }
  }
}

/// An object type without a table, as exposed to templates.
struct InlineTypeContext: ContextSubject {
  let inlineType: InlineType
  let names: PayloadNames

  static let type = ContextType<Self>(
    "inline type", "An object type without a table.",
    [
      .text("name", "Its path, e.g. `CheerHistory.History`.") { $0.inlineType.name },
      .objects("nested", "The types that its fields declare inline.") { context in
        context.inlineType.nested.map { InlineTypeContext(inlineType: $0, names: context.names) }
      }
      .byName(),
      .objects("fields", "In the order of the schema.") { context in
        context.inlineType.fields.map { FieldContext(field: $0, names: context.names) }
      },
      .objects("taggedRows", "The lists of rows of several entities among its fields.") { context in
        context.inlineType.taggedRows.map { TaggedRowsContext(rows: $0, names: context.names) }
      },
      .flag("hasSecrets", "Whether descriptions hide the value of one of its fields.") {
        $0.inlineType.fields.contains(where: \.isSecret)
      },
      .flag("isDocument", "Whether it is under `types:` and contains rows of entities.") {
        $0.names.isDocument($0.inlineType)
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.inlineType.documentation },
      .annotations { $0.inlineType.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The last part of the path as written in Swift code.") {
      $0.inlineType.path.last?.source ?? ""
    },
    .text("outerName", "The first part of the path as written in Swift code.") {
      $0.inlineType.path.first?.source ?? ""
    },
    .flag("isInNamedType", "Whether it is declared inside a type under `types:`.") {
      $0.names.isInNamedType($0.inlineType)
    },
    .flag("isTopLevel", "Whether it is declared at the top level, without `api:`.") {
      $0.names.isTopLevel($0.inlineType)
    },
    .flag("needsAlias", "Whether it is a document that is declared in the client.") {
      $0.names.hasAlias($0.inlineType)
    },
    .text("reference", "The type as written in Swift code outside of the client.") {
      $0.names.reference($0.inlineType)
    },
  ]
}

/// A field of an inline type, or a query parameter, as exposed to templates.
struct FieldContext: ContextSubject {
  let field: InlineField
  let names: PayloadNames
  /// What sets the parameter of a query, unless callers do.
  var setBy: String?
  var isAdded = false

  static let type = ContextType<Self>(
    "field", "A field of an inline type, or a parameter of a query.",
    [
      .text("name", "The name in the schema.") { $0.field.name.name },
      .text("remote", "The dotted path in a payload.") { $0.field.remote.dotted },
      .optionalObject("path", "The same key by key.") { PayloadPathContext($0.field.remote.keys) },
      .object("type", "The type.") { PayloadTypeContext(type: $0.field.type, names: $0.names) },
      .optionalText("currency", "For money, the dotted path of the currency.") {
        $0.field.currencyRemote?.dotted
      },
      .optionalObject("currencyPath", "The same key by key.") { context -> PayloadPathContext? in
        context.field.currencyRemote.flatMap { PayloadPathContext($0.keys) }
      },
      .optionalObject("default", "The default.") {
        DefaultContext($0.field.defaultValue, $0.field.scalar, names: $0.names.names)
      },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") {
        $0.field.deprecation
      },
      .annotations { $0.field.annotations },
      .flag("isOptional", "Whether it can be null.") { $0.field.isOptional },
      .flag("isSecret", "Whether descriptions hide its value.") { $0.field.isSecret },
      .optionalText(
        "setBy",
        "Of a query, `since` or `page` if a request into a store, or for a page, sets it, so that callers "
          + "need not; null for others."
      ) { $0.setBy },
      .flag(
        "isAdded", "Of a query, whether only such requests have it, and `query:` does not list it."
      ) {
        $0.isAdded
      },
      .text("missingRows", "For a list of rows of a document: `delete`, `keep` or `keep-if`.") {
        $0.field.missingRows.kind
      },
      .flag("isEmptyNull", "Whether an empty string is null.") {
        $0.isEmptyNull
      },
      .text("dates", "For dates: `auto`, `iso8601`, `unix` or `unix-ms`.") {
        $0.field.remoteDates.text
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.field.documentation },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.field.name.source },
    .text("label", "The name as the label of an argument.") { $0.field.name.label },
    .text("type", "The type in Swift, with a question mark if it is optional.") {
      $0.names.type(of: $0.field) + ($0.field.isOptional ? "?" : "")
    },
    .text("form", "The expression for the JSON form of its value, without null.") {
      $0.names.form($0.field.type, dates: $0.field.remoteDates)
    },
    .text("storedName", "The stored property's name: deprecated ones are computed, too.") {
      $0.field.deprecation == nil ? $0.field.name.source : "_\($0.field.name.name)"
    },
    .optionalText("initialValue", "What an initializer gives it by default, in Swift.") {
      $0.defaultValue ?? ($0.field.isOptional ? "nil" : nil)
    },
  ]

  private var defaultValue: String? {
    field.defaultValue.map {
      SwiftDefault(names: names.names).expression(of: $0, field.scalar)
    }
  }

  private var isEmptyNull: Bool {
    let takesText = names.isText(field.type)
    return field.isOptional && takesText && field.isEmptyNull
  }
}

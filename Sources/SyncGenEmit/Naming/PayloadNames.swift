import SyncGenSchema

/// The types of payloads in the code of the client.
final class PayloadNames: Sendable {
  let api: API
  let names: SwiftNames
  private let documents: [InlineType]
  /// The names that types inside other types have.
  private let inner: Set<String>
  /// Whether an extension of a type contains a type. Code in it does not see the client's types.
  private let extendsTypes: Bool

  init(_ api: API, _ schema: Schema, sampleChecks: SampleChecks = SampleChecks()) {
    self.api = api
    documents = api.documents
    inner = APITypeNames.inner(api).union(schema.api == nil ? [] : APITypeNames.nested)
    extendsTypes = api.endpoints.contains { endpoint in
      api.types.contains(where: endpoint.isBodyInside)
    }
    names = SwiftNames(
      schema, hiding: SwiftNames.nested.union(APITypeNames.names(api)), sampleChecks: sampleChecks)
  }

  private var schema: Schema { names.schema }

  /// - Parameters:
  ///   - named: The scalar of the schema that the type names, or that of its elements.
  ///   - isOutside: Whether the code is outside the client, which declares its own types.
  func type(
    _ type: PayloadType, _ named: NamedScalar? = nil, isOutside: Bool = false
  ) -> String {
    let inner = { (element: PayloadType) in
      self.type(element, named, isOutside: isOutside)
    }
    switch type {
    case .entity(let id): return names.type(id)
    case .patch(let id): return names.type(id) + ".Patch"
    case .scalar(let scalar): return named?.appType?.name ?? names.type(scalar)
    case .enumeration(let id): return names.type(id)
    case .value(let id): return names.type(id)
    case .money: return names.type(.money)
    case .file: return names.runtime("UploadFile")
    case .dictionary(let element):
      return "[\(names.standard("String")): \(inner(element))]"
    case .named(let position): return declared(api.types[position], isOutside)
    case .inline(let inline): return declared(inline, isOutside)
    case .tagged(let rows): return self.type(rows.path)
    case .array(let element): return "[\(inner(element))]"
    case .optional(let element): return inner(element) + "?"
    }
  }

  private func declared(_ inline: InlineType, _ isOutside: Bool) -> String {
    isOutside ? reference(inline) : type(inline)
  }

  /// The type of a response's body; for a file, its location.
  func responseType(_ returned: PayloadType) -> String {
    switch returned {
    case .file: names.foundation("URL")
    case .optional(.file): names.foundation("URL") + "?"
    default: type(returned)
    }
  }

  func type(_ inline: InlineType) -> String { type(inline.path) }

  private func type(_ path: [SwiftIdentifier]) -> String {
    qualified(path) ?? path.map(\.source).joined(separator: ".")
  }

  private func path(_ inline: InlineType) -> String {
    inline.path.map(\.source).joined(separator: ".")
  }

  /// The path of a type whose first name has another meaning, or none, in some scope of the code;
  /// `nil` for others.
  private func qualified(_ path: [SwiftIdentifier]) -> String? {
    guard let outer = path.first, extendsTypes || inner.contains(outer.name) else { return nil }
    guard schema.api == nil else {
      return ([names.client] + path.map(\.source)).joined(separator: ".")
    }
    let alias = names.versionedSchema + outer.name
    return ([alias] + path.dropFirst().map(\.source)).joined(separator: ".")
  }

  /// Whether a type under `types:` contains rows of entities.
  func isDocument(_ inline: InlineType) -> Bool {
    documents.contains { $0.name == inline.name }
  }

  /// Whether a type under `types:` contains the declaration of an inline type.
  func isInNamedType(_ inline: InlineType) -> Bool {
    guard inline.path.count > 1, let outer = inline.path.first else { return false }
    return api.types.contains { $0.name == outer.name }
  }

  /// Whether a document that the client declares also has its name outside.
  func hasAlias(_ inline: InlineType) -> Bool {
    schema.api != nil && isDocument(inline)
      && ReservedNames.reason(againstType: inline.name, schema: schema.name.name) == nil
  }

  /// Whether a type is declared next to the entities, rather than in the client or in another type.
  func isTopLevel(_ inline: InlineType) -> Bool {
    schema.api == nil && inline.path.count == 1
  }

  /// The name of a type in code outside the client.
  func reference(_ inline: InlineType) -> String {
    schema.api == nil ? path(inline) : "\(names.client).\(path(inline))"
  }

  func type(of field: InlineField) -> String { type(field.type, field.scalar) }

  /// The expression that creates the `WireFormat` of a type.
  func form(_ type: PayloadType, dates: DateFormats) -> String {
    let strict = schema.conventions.coercion == .strict
    switch type {
    case .entity, .patch, .value, .named, .inline, .tagged: return ".object()"
    case .file: return ".file"
    case .scalar(.date): return ".date(\(dates.argument)\(strict ? ", strict: true" : ""))"
    case .scalar(.day) where !dates.isAuto:
      return ".day(\(dates.list)\(strict ? ", strict: true" : ""))"
    case .scalar, .enumeration, .money: return ".value(\(strict ? "strict: true" : ""))"
    case .array(let element): return ".list(\(form(element, dates: dates)))"
    case .dictionary(let element): return ".dictionary(\(form(element, dates: dates)))"
    case .optional(let element):
      let emptyIsNull = isEmptyNull(element) ? ", emptyIsNull: true" : ""
      return ".optional(\(form(element, dates: dates))\(emptyIsNull))"
    }
  }

  /// Whether an empty text in place of an optional value of a type means null.
  func isEmptyNull(_ type: PayloadType) -> Bool {
    isText(type) && schema.conventions.isEmptyNull
  }

  /// Whether there may be an empty text in place of a value.
  func isText(_ type: PayloadType) -> Bool {
    switch type {
    case .scalar, .enumeration, .money: true
    case .entity, .patch, .value, .file, .named, .inline, .tagged, .array, .dictionary, .optional:
      false
    }
  }

  func form(_ type: PayloadType) -> String {
    form(type, dates: schema.conventions.dates(of: type))
  }

  /// Like `form(_:)`, for a whole body: resource objects are in a JSON:API document.
  func bodyForm(_ type: PayloadType) -> String {
    switch type {
    case .scalar(.data): ".bytes"
    case .optional(.scalar(.data)): ".optional(.bytes)"
    default: schema.isEnveloped(type) ? ".data(\(form(type)))" : form(type)
    }
  }

  /// Whether a declaration that mentions the type needs Foundation.
  func usesFoundation(_ type: PayloadType, _ named: NamedScalar? = nil) -> Bool {
    switch type {
    case .scalar(let scalar): named?.appType == nil && scalar.isFromFoundation
    case .array(let element), .dictionary(let element), .optional(let element):
      usesFoundation(element, named)
    case .inline(let inline): usesFoundation(inline)
    case .entity, .patch, .enumeration, .value, .money, .file, .named, .tagged: false
    }
  }

  /// The modules of the app that a declaration which mentions the type needs.
  func modules(_ type: PayloadType) -> [String] {
    guard let inline = type.inlineType else { return [] }
    return AppModules.of(inline.withNested.flatMap(\.fields).map(\.scalar))
  }

  func usesFoundation(_ inline: InlineType) -> Bool {
    statesFoundation(inline)
      || inline.fields.contains { $0.defaultValue != nil && usesFoundation($0.type) }
  }

  /// Whether declarations of the type need Foundation, apart from values in initializers.
  func statesFoundation(_ inline: InlineType) -> Bool {
    inline.fields.contains { usesFoundation($0.type, $0.scalar) }
  }

  /// Whether declarations of the type name types of the runtime, apart from conformances.
  func statesRuntime(_ inline: InlineType) -> Bool {
    inline.fields.contains { usesRuntime($0.type, $0.scalar) }
  }

  private func usesRuntime(_ type: PayloadType, _ named: NamedScalar?) -> Bool {
    switch type {
    case .scalar(let scalar): named?.appType == nil && (scalar == .day || scalar == .json)
    case .money, .file: true
    case .tagged(let rows): rows.unknownRows == .ignore
    case .array(let element), .dictionary(let element), .optional(let element):
      usesRuntime(element, named)
    case .inline(let inline): statesRuntime(inline)
    case .entity, .patch, .enumeration, .value, .named: false
    }
  }

  /// The entities, enums and types whose name has another meaning inside the client or another
  /// type, with an alias for each.
  var aliases: [(name: String, alias: String)] {
    let hidden = APITypeNames.names(api).subtracting(SwiftNames.nested)
    let entities = schema.entities.filter { $0.deprecation == nil }.map(\.name)
    let declared = (entities + schema.enums.map(\.name) + schema.valueTypes.map(\.name)).filter {
      hidden.contains($0.name)
    }
    .map { ($0.source, names.declared($0)) }
    let types = schema.api == nil ? api.types.filter { inner.contains($0.name) } : []
    return declared + types.map { (path($0), type($0)) }
  }
}

extension DateFormats {
  /// The argument for the runtime's `date`: a case of `DateForm.Remote`, or all formats.
  fileprivate var argument: String {
    switch spellings {
    case ["auto"]: ".auto"
    case ["iso8601"]: ".iso8601"
    case ["unix"]: ".unix"
    case ["unix-ms"]: ".unixMilliseconds"
    default: list
    }
  }

  fileprivate var list: String {
    "formats: [\(spellings.map(SwiftText.string).joined(separator: ", "))]"
  }
}

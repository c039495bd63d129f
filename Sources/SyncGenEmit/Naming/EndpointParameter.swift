import SyncGenSchema

/// A value of an endpoint's request: an argument of its method and a property of its type.
struct EndpointParameter: Sendable {
  enum Place: String, Sendable {
    case path
    case query
    /// A field of the body, whose type is inline.
    case field
    case body
    /// A part of a multipart body.
    case part
    case header
  }

  /// The kind of a value that has no JSON form.
  enum Raw: String, Sendable {
    case bytes
    case file
    case files
  }

  let place: Place
  /// The name in the schema.
  let name: String
  let payload: PayloadType
  var scalar: NamedScalar?
  /// The default of a query parameter.
  var constant: ConstantValue?
  /// The name in code inside a function.
  let source: String
  /// The argument label in a declaration; `_` for none.
  let label: String
  /// The argument label in a call; nil for none.
  let argumentLabel: String?
  /// The name in the path or the query; in a body, the dotted path.
  let remote: String
  /// The type without a question mark.
  let type: String
  /// The type in code outside the client.
  let outerType: String
  let isOptional: Bool
  let form: String
  let usesFoundation: Bool
  /// The modules of the app that declare the type.
  let modules: [String]
  let documentation: String?
  /// For money in a query, the name of the currency.
  var currency: String?
  var raw: Raw?
  var isSecret = false
  /// The separator of a list in a query that is sent as one parameter.
  var separator: String?
  /// The default of a query parameter, in Swift.
  var defaultValue: String?

  /// The declaration, e.g. `state: TaskState? = nil`, or `_ body: Task`.
  var declaration: String { declaration(type) }

  /// The declaration in code outside the client.
  var outerDeclaration: String { declaration(outerType) }

  private func declaration(_ type: String) -> String {
    let name = label == "_" ? "_ \(source)" : label
    let value = defaultValue ?? (isOptional ? "nil" : nil)
    return "\(name): \(type)\(isOptional ? "?" : "")" + (value.map { " = \($0)" } ?? "")
  }

  /// The argument in a call, e.g. `state: state`, or `body`.
  var argument: String { argumentLabel.map { "\($0): \(source)" } ?? source }
}

/// The values of an endpoint's requests, in the order of arguments: path, body, query, header
/// fields.
struct EndpointSignature: Sendable {
  let parameters: [EndpointParameter]
  /// Whether the fields of the body are separate parameters.
  let isFlat: Bool

  init(_ endpoint: EndpointModel, _ names: PayloadNames) {
    let path = Self.path(endpoint, names)
    let query = endpoint.query.map { field in
      // A request into the store, or for a page, sets these itself, so they need not be passed.
      let isSet = endpoint.setsQuery(field.remote.dotted)
      return EndpointParameter(field, .query, names, isOptional: field.isOptional || isSet)
    }
    let headers = endpoint.headers.compactMap(\.parameter).map {
      EndpointParameter($0, .header, names, isOptional: $0.isOptional)
    }
    let fields = Self.fields(endpoint, names)
    let others = Set((path + query + headers).map(\.source))
    let isParts = endpoint.bodyFormat == .multipart
    isFlat = !isParts && !fields.isEmpty && !fields.contains { others.contains($0.source) }
    let body = isFlat || isParts ? fields : Self.body(endpoint, names, besides: others)
    parameters = path + body + query + headers
  }

  private static func path(
    _ endpoint: EndpointModel, _ names: PayloadNames
  ) -> [EndpointParameter] {
    let types = PathParameterTypes(schema: names.names.schema, endpoint: endpoint)
    return endpoint.pathParameters.map { identifier in
      if let stated = endpoint.placeholder(identifier.name) {
        return EndpointParameter(stated, .path, names, isOptional: false)
      }
      let (type, scalar) = types.type(of: identifier.name)
      let isDate = type == .scalar(.date) && scalar?.appType == nil
      return EndpointParameter(
        place: .path, name: identifier.name, payload: PayloadType(type), scalar: scalar,
        source: identifier.source, label: identifier.label,
        argumentLabel: identifier.argument, remote: identifier.name,
        type: names.names.type(type, scalar), outerType: names.names.type(type, scalar),
        isOptional: false,
        form: isDate ? names.form(.scalar(.date)) : ".value()",
        usesFoundation: type.isFromFoundation(scalar), modules: AppModules.of([scalar]),
        documentation: nil)
    }
  }

  private static func fields(
    _ endpoint: EndpointModel, _ names: PayloadNames
  ) -> [EndpointParameter] {
    guard case .inline(let type)? = endpoint.body else { return [] }
    let place: EndpointParameter.Place = endpoint.bodyFormat == .multipart ? .part : .field
    return type.fields.map { EndpointParameter($0, place, names, isOptional: $0.isOptional) }
  }

  private static func body(
    _ endpoint: EndpointModel, _ names: PayloadNames, besides taken: Set<String>
  ) -> [EndpointParameter] {
    guard let type = endpoint.body else { return [] }
    var base = type
    if case .optional(let wrapped) = type { base = wrapped }
    return [
      EndpointParameter(
        place: .body, name: "body", payload: base, source: unused("body", taken), label: "_",
        argumentLabel: nil, remote: "",
        type: names.type(base), outerType: names.type(base, isOutside: true),
        isOptional: base != type, form: names.bodyForm(base),
        usesFoundation: names.usesFoundation(type), modules: names.modules(type),
        documentation: nil, raw: EndpointParameter.Raw(rawValue: endpoint.bodyFormat.rawValue))
    ]
  }

  /// A name that no parameter has.
  static func unused(_ name: String, _ taken: Set<String>) -> String {
    taken.contains(name) ? unused("_" + name, taken) : name
  }

  /// The name of the progress in a method with these parameters.
  var progressName: String { Self.unused("progress", Set(parameters.map(\.source))) }

  /// The name of the download's progress in a method that also has the progress of an upload.
  var downloadProgressName: String {
    Self.unused("downloadProgress", Set(parameters.map(\.source)))
  }

  /// The name of the store in a method with these parameters.
  var storeName: String { Self.unused("store", Set(parameters.map(\.source))) }

  /// The name of the closure that changes the options in such a method.
  var optionsName: String { Self.unused("options", Set(parameters.map(\.source))) }
}

extension EndpointParameter {
  init(_ field: InlineField, _ place: Place, _ names: PayloadNames, isOptional: Bool) {
    self.init(
      place: place, name: field.name.name, payload: field.type, scalar: field.scalar,
      constant: place == .query ? field.defaultValue : nil, source: field.name.source,
      label: field.name.label,
      argumentLabel: field.name.argument, remote: field.remote.dotted,
      type: names.type(of: field),
      outerType: names.type(field.type, field.scalar, isOutside: true), isOptional: isOptional,
      form: names.form(field.type, dates: field.remoteDates),
      usesFoundation: names.usesFoundation(field.type, field.scalar),
      modules: AppModules.of([field.scalar]), documentation: field.documentation,
      currency: place == .query ? field.currencyRemote?.dotted : nil,
      raw: place == .part ? Self.raw(field.type) : nil, isSecret: field.isSecret,
      separator: place == .query ? field.separator : nil,
      defaultValue: field.defaultValue.flatMap { value in
        place == .query
          ? SwiftDefault(names: names.names).expression(of: value, field.scalar) : nil
      })
  }

  private static func raw(_ type: PayloadType) -> Raw? {
    switch type {
    case .file: .file
    case .array(.file): .files
    case .scalar(.data): .bytes
    default: nil
    }
  }
}

extension PayloadType {
  /// The type of a value that is also the type of an attribute.
  init(_ type: AttributeType) {
    switch type {
    case .scalar(let scalar): self = .scalar(scalar)
    case .enumeration(let id): self = .enumeration(id)
    case .money: self = .money
    case .value(let id): self = .value(id)
    case .array(let element): self = .array(PayloadType(element))
    case .dictionary(let element): self = .dictionary(PayloadType(element))
    }
  }

  private init(_ element: ElementType) {
    switch element {
    case .scalar(let scalar): self = .scalar(scalar)
    case .enumeration(let id): self = .enumeration(id)
    case .value(let id): self = .value(id)
    }
  }
}

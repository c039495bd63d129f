import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// A parameter of a path, a query or a header in the contract with a backend.
struct ContractParameterContext: ContextSubject {
  let remote: String
  let place: String
  let isRequired: Bool
  let schema: JSONDocument
  var style: String?
  /// The style of a list that is one parameter.
  var listStyle: String?

  static let type = ContextType<Self>(
    "contract parameter", "A parameter of a path, a query or a header, for a contract.",
    [
      .text("remote", "The name in the path, the query or the header.") { $0.remote },
      .text("place", "`path`, `query` or `header`.") { $0.place },
      .flag("isRequired", "Whether every request has it.") { $0.isRequired },
      .optionalText("style", "`deepObject` for a dictionary, which is several parameters.") {
        $0.style
      },
      .optionalText(
        "listStyle",
        "`form`, `spaceDelimited` or `pipeDelimited` for a list that is one parameter."
      ) { $0.listStyle },
      .text("schema", "The JSON Schema of its value, in one line.") { $0.schema.text(.source) },
    ])

  /// The parameters of endpoints with the same method and path. A parameter that one of them lacks
  /// is optional.
  static func all(
    of endpoints: [EndpointModel], _ names: PayloadNames
  ) -> [ContractParameterContext] {
    let parameters = endpoints.map { all(of: $0, names) }
    var found: [ContractParameterContext] = []
    for parameter in parameters.flatMap(\.self) where !found.contains(where: parameter.isSame) {
      let same = parameters.compactMap { $0.first(where: parameter.isSame) }
      let schemas = JSONSchemas.any(of: same.map { $0.schema.text(.source) })
      found.append(
        ContractParameterContext(
          remote: parameter.remote, place: parameter.place,
          isRequired: same.count == endpoints.count && same.allSatisfy(\.isRequired),
          schema: schemas.map { .json($0) } ?? .empty, style: parameter.style,
          listStyle: parameter.listStyle))
    }
    return found
  }

  private func isSame(_ other: ContractParameterContext) -> Bool {
    remote == other.remote && place == other.place
  }

  private static func all(
    of endpoint: EndpointModel, _ names: PayloadNames
  ) -> [ContractParameterContext] {
    let schemas = JSONSchemas(names: names)
    let conventions = names.names.schema.conventions
    let types = PathParameterTypes(schema: names.names.schema, endpoint: endpoint)
    let path = endpoint.pathParameters.map { parameter in
      if let stated = endpoint.placeholder(parameter.name) {
        return ContractParameterContext(
          remote: parameter.name, place: "path", isRequired: true,
          schema: schemas.of(stated.type, dates: stated.remoteDates))
      }
      let (type, _) = types.type(of: parameter.name)
      return ContractParameterContext(
        remote: parameter.name, place: "path", isRequired: true,
        schema: schemas.of(type, dates: conventions.dates(of: type)))
    }
    let query =
      endpoint.query.flatMap { parameters(of: $0, schemas) }
      + endpoint.constants.map { constant in
        ContractParameterContext(
          remote: constant.remote, place: "query", isRequired: true,
          schema: .object([("const", .text(constant.value))]))
      }
    let known = Set(query.map(\.remote))
    return path + query
      + added(to: endpoint, schemas, conventions).filter { !known.contains($0.remote) }
      + headers(besides: endpoint.headers, names, schemas)
  }

  /// A field of the query; for money, also its currency.
  private static func parameters(
    of field: InlineField, _ schemas: JSONSchemas
  ) -> [ContractParameterContext] {
    let value = ContractParameterContext(
      remote: field.remote.dotted, place: "query", isRequired: field.isRequired,
      schema: schema(of: field, schemas),
      style: field.type.isDictionary ? "deepObject" : nil,
      listStyle: field.separator.flatMap { Self.listStyles[$0] })
    guard let currency = field.currencyRemote else { return [value] }
    return [
      value,
      ContractParameterContext(
        remote: currency.dotted, place: "query", isRequired: field.isRequired,
        schema: JSONSchemas.type("string")),
    ]
  }

  /// The styles of lists in OpenAPI by their separators. Others have no style.
  private static let listStyles = [",": "form", " ": "spaceDelimited", "|": "pipeDelimited"]

  private static func schema(of field: InlineField, _ schemas: JSONSchemas) -> JSONDocument {
    let schema = schemas.of(field.type, dates: field.remoteDates)
    guard let value = field.defaultValue, case .object(var members) = schema else {
      return schema
    }
    members.add(
      named: "default",
      PayloadForm(schema: schemas.names.names.schema).json(value, dates: field.remoteDates))
    return .object(members)
  }

  /// The parameters that a request into the store, or for a page, adds to the query.
  private static func added(
    to endpoint: EndpointModel, _ schemas: JSONSchemas, _ conventions: Conventions
  ) -> [ContractParameterContext] {
    let since = endpoint.stores?.since.map {
      ContractParameterContext(
        remote: $0, place: "query", isRequired: false, schema: watermark(of: endpoint, schemas))
    }
    let pages = PageParameter.all(of: endpoint).filter { !$0.isInBody }.map {
      ContractParameterContext(
        remote: $0.name, place: "query", isRequired: false,
        schema: schemas.of($0.type, dates: $0.dates ?? conventions.remoteDates))
    }
    return (since.map { [$0] } ?? []) + pages
  }

  /// The header fields of all requests, for an endpoint that uploads local changes.
  static func all(ofUploads names: PayloadNames) -> [ContractParameterContext] {
    headers(besides: [], names, JSONSchemas(names: names))
  }

  /// The header fields of all endpoints, and the endpoint's own.
  private static func headers(
    besides own: [EndpointHeader], _ names: PayloadNames, _ schemas: JSONSchemas
  ) -> [ContractParameterContext] {
    let replaced = Set(own.map { $0.name.lowercased() })
    let shared = names.api.headers.filter { !replaced.contains($0.name.lowercased()) }
    return (shared + own).map { header in
      let field = header.parameter
      return ContractParameterContext(
        remote: header.name, place: "header", isRequired: field?.isOptional != true,
        schema: field.map { schemas.of($0.type, dates: $0.remoteDates) }
          ?? .object([("const", .text(header.constant ?? ""))]))
    }
  }

  private static func watermark(
    of endpoint: EndpointModel, _ schemas: JSONSchemas
  ) -> JSONDocument {
    endpoint.stores.flatMap { schemas.clock(of: $0.entity) } ?? .empty
  }
}

extension InlineField {
  /// Whether each request that an app writes states a value.
  fileprivate var isRequired: Bool { !isOptional && defaultValue == nil }
}

extension PayloadType {
  fileprivate var isDictionary: Bool {
    switch self {
    case .dictionary: true
    case .optional(let wrapped): wrapped.isDictionary
    default: false
    }
  }
}

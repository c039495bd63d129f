import SyncGenDiagnostics
import SyncGenSchema

/// The body of an endpoint's requests in the contract with a backend: the stated `body`, and the
/// parameters that paging adds.
struct RequestBody: Sendable {
  let endpoint: EndpointModel
  let names: PayloadNames

  /// `nil` if no request has a body.
  var schema: JSONDocument? {
    let schemas = JSONSchemas(names: names)
    let body = stated.map { schemas.body($0) }
    guard let added = added(schemas) else { return body }
    return body.map { .object([("allOf", .array([$0, added]))]) } ?? added
  }

  private var stated: PayloadType? {
    guard endpoint.bodyFormat == .multipart, case .inline(let type)? = endpoint.body else {
      return endpoint.body
    }
    return .inline(type.withBinaryParts)
  }

  /// Whether every request has a body.
  var isRequired: Bool {
    guard let body = endpoint.body else { return false }
    if case .optional = body { return false }
    return true
  }

  /// The parameters of paging that the body does not state itself.
  private func added(_ schemas: JSONSchemas) -> JSONDocument? {
    let known = Set(fields.map(\.remote.dotted))
    let parameters = PageParameter.all(of: endpoint)
      .filter { $0.isInBody && !known.contains($0.name) }
    guard !parameters.isEmpty else { return nil }
    var shape = ObjectSchema()
    for parameter in parameters {
      let dates = parameter.dates ?? names.names.schema.conventions.remoteDates
      shape.add(
        parameter.name.split(separator: ".").map(String.init),
        schemas.of(parameter.type, dates: dates), isRequired: false)
    }
    return shape.schema(nil)
  }

  private var fields: [InlineField] {
    var type = endpoint.body
    if case .optional(let wrapped)? = type { type = wrapped }
    switch type {
    case .inline(let inline)?: return inline.fields
    case .named(let position)?: return names.api.types[position].fields
    default: return []
    }
  }
}

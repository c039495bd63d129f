import SyncGenDiagnostics

/// Finds parameters of an endpoint that would share a name in Swift.
enum EndpointParameterRule {
  static func check(_ endpoint: EndpointModel, owner: String, into bag: inout DiagnosticBag) {
    checkMirror(endpoint, owner, into: &bag)
    var places = Dictionary(
      endpoint.pathParameters.map { ($0.name, "path") }, uniquingKeysWith: { first, _ in first })
    // A name in both path and query is reported where the query is read.
    for field in endpoint.query { places[field.name.name] = places[field.name.name] ?? "query" }
    for field in endpoint.headers.compactMap(\.parameter) {
      check(field, in: "headers", &places, owner, into: &bag)
    }
    guard endpoint.bodyFormat == .multipart, case .inline(let parts)? = endpoint.body else {
      return
    }
    for field in parts.fields { check(field, in: "body", &places, owner, into: &bag) }
  }

  /// The parameters are properties of the endpoint's type, which conceals secrets.
  private static func checkMirror(
    _ endpoint: EndpointModel, _ owner: String, into bag: inout DiagnosticBag
  ) {
    var fields = endpoint.query + endpoint.headers.compactMap(\.parameter)
    if case .inline(let body)? = endpoint.body {
      // A type with both is found with the types.
      if endpoint.sentType != nil, body.hiddenMirror != nil { return }
      fields += body.fields
    }
    guard fields.contains(where: \.isSecret) else { return }
    if let field = fields.first(where: { $0.name.name == ReservedNames.mirror }) {
      bag.add(.mirrorBesideSecret(of: owner, at: field.span))
    } else if endpoint.pathParameters.contains(where: { $0.name == ReservedNames.mirror }) {
      bag.add(.mirrorBesideSecret(of: owner, at: endpoint.span))
    }
  }

  private static func check(
    _ field: InlineField, in place: String, _ places: inout [String: String], _ owner: String,
    into bag: inout DiagnosticBag
  ) {
    let name = field.name.name
    if let first = places.updateValue(place, forKey: name) {
      bag.add(.parameterTwice(name, in: first, and: place, of: owner, at: field.span))
    }
  }
}

extension PayloadType {
  /// The type with a question mark, of which it has at most one.
  var asOptional: PayloadType {
    if case .optional = self { self } else { .optional(self) }
  }
}

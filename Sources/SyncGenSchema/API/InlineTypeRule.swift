import SyncGenDiagnostics

/// Finds types of an API that would share a name in Swift, or have a member twice.
enum InlineTypeRule {
  static func check(_ api: API, into bag: inout DiagnosticBag) {
    let endpoints = Dictionary(
      api.endpoints.map { ($0.typeName, $0.span) }, uniquingKeysWith: { first, _ in first })
    var spans = endpoints
    check(api.types + api.endpoints.flatMap(\.inlineTypes), &spans, endpoints, into: &bag)
    // A type under `types:` may have the name around a body: it then contains the body.
    let types = Set(api.types.map(\.name))
    for endpoint in api.endpoints {
      guard let name = endpoint.nameAroundBody, !types.contains(name), let first = spans[name]
      else {
        continue
      }
      let isOfEndpoint = endpoints[name] != nil
      bag.add(
        .duplicateTypeName(
          Located(name, at: endpoint.span), first: first, isOfEndpoint: isOfEndpoint))
    }
  }

  /// Checks types without endpoints.
  static func check(_ types: [InlineType], into bag: inout DiagnosticBag) {
    var spans: [String: SourceSpan] = [:]
    check(types, &spans, [:], into: &bag)
  }

  private static func check(
    _ types: [InlineType], _ spans: inout [String: SourceSpan],
    _ endpoints: [String: SourceSpan], into bag: inout DiagnosticBag
  ) {
    // A repeated name under `types:` is a repeated key of the file.
    for type in types {
      let inner = type.withNested
      for part in inner {
        guard let field = part.hiddenMirror else { continue }
        bag.add(.mirrorBesideSecret(of: "type '\(part.name)'", at: field.span))
      }
      let names =
        inner.map { ($0.name, $0.span) }
        + inner.flatMap(\.taggedRows).map { ($0.name, $0.span) }
      for (name, span) in names {
        guard let first = spans[name] else {
          spans[name] = span
          continue
        }
        bag.add(
          .duplicateTypeName(
            Located(name, at: span), first: first, isOfEndpoint: endpoints[name] != nil))
      }
    }
  }
}

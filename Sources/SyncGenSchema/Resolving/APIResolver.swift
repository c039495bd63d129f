import SyncGenDiagnostics
import SyncGenYAML

/// Reads `api:` once the entities are known.
struct APIResolver {
  private let draft: SchemaDraft
  private var payloads: PayloadTypeReader

  static func resolve(_ draft: SchemaDraft, into bag: inout DiagnosticBag) -> API? {
    guard let node = draft.declaration.api,
      let keys = KeyedNodes<APIKey>(node, of: "'api'", into: &bag)
    else { return nil }
    let named = keys[.types]?.pairs(for: "'types' of 'api'", into: &bag) ?? []
    var resolver = APIResolver(
      draft: draft, payloads: PayloadTypeReader(draft.symbols, named: named.map(\.key)))
    let types = resolver.types(named, into: &bag)
    let api = API(
      base: keys[.base].flatMap { resolver.base($0, into: &bag) } ?? "",
      version: EndpointReader.version(keys[.version], of: "'api'", into: &bag),
      endpoints: resolver.endpoints(keys[.endpoints], types, into: &bag),
      uploads: keys[.uploads].map { resolver.uploads($0, into: &bag) } ?? [],
      types: types)
    InlineTypeRule.check(api, into: &bag)
    return api
  }

  private func base(_ node: YAMLNode, into bag: inout DiagnosticBag) -> String? {
    guard let text = node.text(for: "'base' of 'api'", into: &bag) else { return nil }
    guard text.value.hasPrefix("/"), !text.value.contains("{"), !text.value.hasSuffix("/"),
      EndpointPath.isText(text.value)
    else {
      bag.add(.invalidPath(text.value, expected: "'/…' without placeholders", at: text.span))
      return nil
    }
    return text.value
  }

  private mutating func types(
    _ pairs: [YAMLPair], into bag: inout DiagnosticBag
  ) -> [InlineType] {
    pairs.compactMap { pair in
      let name = Located(pair.key, at: pair.keySpan)
      if !NameRule.isUpperCamelCase(pair.key) {
        bag.add(.invalidName(name, of: "type", style: .upperCamelCase))
      } else if let span = span(ofDeclared: pair.key) {
        bag.add(.duplicateName(name, first: span))
      }
      return payloads.inlineType(pair.value, named: pair.key, into: &bag)
    }
  }

  /// Where an entity or an enum of that name is.
  private func span(ofDeclared name: String) -> SourceSpan? {
    draft.symbols.entityIDs[name].map { draft[$0].declaration.name.span }
      ?? draft.symbols.enumIDs[name].map { draft.symbols.enums[$0.index].span }
  }

  private mutating func endpoints(
    _ node: YAMLNode?, _ types: [InlineType], into bag: inout DiagnosticBag
  ) -> [Endpoint] {
    var endpoints: [Endpoint] = []
    for pair in node?.pairs(for: "'endpoints' of 'api'", into: &bag) ?? [] {
      var reader = EndpointReader(draft: draft, payloads: payloads, types: types, pair: pair)
      guard let endpoint = reader.read(into: &bag) else { continue }
      if let first = endpoints.first(where: { $0.isSame(as: endpoint) }) {
        bag.add(.sameEndpoint(endpoint, first: first))
      }
      endpoints.append(endpoint)
    }
    return endpoints
  }

  /// One endpoint that is called `sync`, or several by their names.
  private func uploads(_ node: YAMLNode, into bag: inout DiagnosticBag) -> [UploadEndpoint] {
    let pairs = node.pairs(for: "'uploads' of 'api'", into: &bag)
    if pairs.contains(where: { UploadEndpointKey(rawValue: $0.key) != nil }) {
      let pair = YAMLPair(key: "sync", at: node.span, value: node)
      return UploadEndpointReader.read(pair, draft.symbols, into: &bag).map { [$0] } ?? []
    }
    return pairs.compactMap { UploadEndpointReader.read($0, draft.symbols, into: &bag) }
  }
}

extension Endpoint {
  /// Whether a request cannot tell the two apart. Placeholders have no names on the wire.
  fileprivate func isSame(as other: Endpoint) -> Bool {
    method == other.method && version == other.version
      && EndpointPath.shape(path) == EndpointPath.shape(other.path)
  }
}

import SyncGenDiagnostics
import SyncGenYAML

/// Reads `api:` once the entities are known.
struct APIResolver {
  private let draft: SchemaDraft
  private var payloads: PayloadTypeReader

  /// - Returns: The API, and the types under `types:` that no attribute has.
  static func resolve(
    _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) -> (api: API?, types: [InlineType]) {
    let declarations = draft.types.filter { draft.symbols.typeIDs[$0.name.value] == nil }
    let payloads = PayloadTypeReader(draft.symbols, named: declarations.map(\.name.value))
    let types = declarations.map { payloads.type($0, into: &bag) }
    DocumentRule.check(types, into: &bag)
    guard let node = draft.declaration.api,
      let keys = KeyedNodes<APIKey>(node, of: "'api'", into: &bag)
    else {
      DocumentRule.checkNames(of: types, in: draft, into: &bag)
      return (nil, types)
    }
    var resolver = APIResolver(draft: draft, payloads: payloads)
    let api = API(
      base: keys[.base].flatMap { resolver.base($0, into: &bag) } ?? "",
      version: EndpointReader.version(keys[.version], of: "'api'", into: &bag),
      endpoints: resolver.endpoints(keys[.endpoints], types, into: &bag),
      uploads: keys[.uploads].map { resolver.uploads($0, into: &bag) } ?? [],
      types: types)
    InlineTypeRule.check(api, into: &bag)
    return (api, types)
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

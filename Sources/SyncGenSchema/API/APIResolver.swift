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
    guard let node = draft.api,
      let keys = KeyedNodes<APIKey>(
        node, of: "'api'", into: &bag,
        hint: { pair, _ in
          TopKey(rawValue: pair.key).map {
            "'\($0.rawValue)' is a key of the schema; move it to the left, next to 'api'"
          }
        })
    else {
      DocumentRule.checkNames(of: types, in: draft, into: &bag)
      if draft.api == nil { DocumentRule.checkUses(of: types, into: &bag) }
      return (nil, types)
    }
    var resolver = APIResolver(draft: draft, payloads: payloads)
    let endpoints = resolver.endpoints(keys[.endpoints], types, into: &bag)
    let pulls = PullPlan(endpoints, types: types, in: draft)
    // An endpoint with a mistake may not be one that a session pulls.
    if !bag.hasErrors { pulls.check(into: &bag) }
    let uploads = keys[.uploads].map { resolver.uploads($0, endpoints, types, into: &bag) }
    let base = BaseReader.read(keys[.base], into: &bag)
    let api = API(
      base: base.path, baseURL: base.url,
      version: EndpointReader.version(keys[.version], of: "'api'", into: &bag),
      headers: EndpointHeaderReader(symbols: draft.symbols, payloads: payloads, owner: "'api'")
        .read(keys[.headers], into: &bag),
      endpoints: endpoints, pulls: pulls.order, uploads: uploads?.whole ?? [],
      rowUploads: uploads?.byRow ?? [],
      types: types, resources: draft.resources.map(\.resource))
    InlineTypeRule.check(api, into: &bag)
    for field in api.headers.compactMap(\.parameter)
    where clientParameters.contains(field.name.name) {
      bag.add(
        .invalidHeader(
          field.remote.dotted, of: "'api'", "has the name of another parameter of the client",
          at: field.span))
    }
    return (api, types)
  }

  /// The parameters of the client's initializers other than header fields.
  private static let clientParameters = ["baseURL", "transport", "middleware", "client"]

  private mutating func endpoints(
    _ node: YAMLNode?, _ types: [InlineType], into bag: inout DiagnosticBag
  ) -> [EndpointModel] {
    var endpoints: [EndpointModel] = []
    var requests = KnownRequests()
    let placeholders = PlaceholderRule(draft)
    let documents = DocumentTypes(types)
    for pair in node?.pairs(for: "'endpoints' of 'api'", into: &bag) ?? [] {
      var reader = EndpointReader(
        draft: draft, payloads: payloads, types: types, documents: documents, pair: pair)
      guard let endpoint = reader.read(into: &bag) else { continue }
      if let first = requests.add(endpoint, at: endpoints.count) {
        bag.add(.sameEndpoint(endpoint, first: endpoints[first]))
      }
      placeholders.check(endpoint, at: Self.pathSpan(of: endpoint, pair), into: &bag)
      endpoints.append(endpoint)
    }
    return endpoints
  }

  private static func pathSpan(of endpoint: EndpointModel, _ pair: YAMLPair) -> SourceSpan {
    guard case .mapping(let pairs) = pair.value.content,
      let path = pairs.first(where: { $0.key == endpoint.method.rawValue })
    else { return endpoint.span }
    return path.value.span
  }

  /// The name of an upload that is not one of several.
  static let unnamedUpload = APIKey.uploads.rawValue

  /// Reads one endpoint that is called `uploads`, or several by name.
  private func uploads(
    _ node: YAMLNode, _ endpoints: [EndpointModel], _ types: [InlineType],
    into bag: inout DiagnosticBag
  ) -> (whole: [UploadEndpoint], byRow: [RowUpload]) {
    var pairs = node.pairs(for: "'uploads' of 'api'", into: &bag)
    if pairs.contains(where: { UploadEndpointKey(rawValue: $0.key) != nil }) {
      pairs = [YAMLPair(key: Self.unnamedUpload, at: node.span, value: node)]
    }
    var whole: [UploadEndpoint] = []
    var byRow: [RowUpload] = []
    for pair in pairs {
      if RowUploadReader.reads(pair.value) {
        let reader = RowUploadReader(
          draft: draft, endpoints: endpoints, types: types, pair: pair)
        if let upload = reader.read(into: &bag) { byRow.append(upload) }
      } else if let upload = UploadEndpointReader.read(pair, draft, into: &bag) {
        whole.append(upload)
      }
    }
    return (whole, byRow)
  }
}

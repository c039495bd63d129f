import SyncGenDiagnostics
import SyncGenYAML

/// Reads one endpoint under `endpoints:` of `api:`.
struct EndpointReader {
  private let draft: SchemaDraft
  private let payloads: PayloadTypeReader
  private let types: [InlineType]
  private let documents: DocumentTypes
  private let pair: YAMLPair

  init(
    draft: SchemaDraft, payloads: PayloadTypeReader, types: [InlineType],
    documents: DocumentTypes, pair: YAMLPair
  ) {
    self.draft = draft
    self.payloads = payloads
    self.types = types
    self.documents = documents
    self.pair = pair
  }

  private var owner: String { "endpoint '\(pair.key)'" }

  mutating func read(into bag: inout DiagnosticBag) -> EndpointModel? {
    let name = Located(pair.key, at: pair.keySpan)
    MemberNameRule.check(name, of: "endpoint", into: &bag)
    guard
      let keys = KeyedNodes<EndpointKey>(
        pair.value, of: owner, into: &bag, hint: Self.methodHint),
      let (method, node) = method(keys, into: &bag),
      let path = Self.path(node, of: owner, into: &bag)
    else { return nil }
    let placeholders = EndpointPath.placeholders(path.value) ?? []
    let stated = EndpointPlaceholderReader(
      symbols: draft.symbols, payloads: payloads, owner: owner
    ).read(keys[.placeholders], in: placeholders, into: &bag)
    let query = EndpointQueryReader(
      symbols: draft.symbols, payloads: payloads, name: pair.key, owner: owner
    ).read(keys[.query], besides: placeholders, into: &bag)
    let headers = EndpointHeaderReader(symbols: draft.symbols, payloads: payloads, owner: owner)
      .read(keys[.headers], into: &bag)
    let body = EndpointBodyReader(payloads: payloads, name: typeName + ".Body", owner: owner)
      .read(keys[.body], contentType: keys[.contentType], into: &bag)
    let returns = returns(keys[.returns], into: &bag)
    let errors = EndpointErrorReader(payloads: payloads, owner: owner)
      .read(keys[.errors], into: &bag)
    let returnsNothing = errors.contains { $0.body == .none }
    if returnsNothing, let node = keys[.stores], node.plainText != "false" {
      bag.add(.noneWithStores(owner, at: keys.keySpan(.errors) ?? node.span))
    }
    if method == .head {
      HeadEndpointRule.check(keys, errors: errors, of: owner, into: &bag)
    }
    if method == .get, let span = keys.keySpan(.body) { bag.add(.bodyOfGet(owner, at: span)) }
    let statement = EndpointStatement(
      keys: keys, owner: owner, span: pair.keySpan, method: method, placeholders: placeholders,
      query: query.parameters, constants: query.constants, body: body.type, returns: returns,
      mayReturnNothing: returnsNothing)
    let storage = storage(statement, into: &bag)
    let endpoint = EndpointModel(
      name: SwiftIdentifier(pair.key), method: method, path: path.value,
      pathParameters: placeholders.map(SwiftIdentifier.init), placeholders: stated,
      query: query.parameters, constants: query.constants, headers: headers,
      body: body.type, bodyFormat: body.format, contentType: body.contentType,
      returns: returnsNothing ? returns?.asOptional : returns, errors: errors,
      failure: EndpointFailureReader(payloads: payloads, owner: owner)
        .read(keys[.fails], returns: returns, into: &bag),
      version: Self.version(keys[.version], of: owner, into: &bag),
      timeout: Self.timeout(keys[.timeout], of: owner, into: &bag),
      paging: storage.paging, stores: storage.stores, storedDocument: storage.document,
      pulling: pulling(statement, headers, storage, into: &bag),
      documentation: keys[.doc]?.text(for: "'doc' of \(owner)", into: &bag)?.value,
      deprecation: keys[.deprecated]?.text(for: "'deprecated' of \(owner)", into: &bag)?.value,
      annotations: keys.annotations, span: pair.keySpan)
    EndpointParameterRule.check(endpoint, owner: owner, into: &bag)
    check(endpoint, into: &bag)
    if body.format != .json, storage.paging?.parameters.contains(where: \.isInBody) == true {
      bag.add(.pageOutsideJSON(owner, at: pair.keySpan))
    }
    return endpoint
  }

  private func storage(
    _ endpoint: EndpointStatement, into bag: inout DiagnosticBag
  ) -> EndpointStorageReader.Result {
    // Another rule rejects what belongs to a body.
    guard endpoint.method != .head else { return EndpointStorageReader.Result() }
    return EndpointStorageReader(
      draft: draft, types: types, documents: documents, endpoint: endpoint
    ).read(into: &bag)
  }

  private func pulling(
    _ endpoint: EndpointStatement, _ headers: [EndpointHeader],
    _ storage: EndpointStorageReader.Result, into bag: inout DiagnosticBag
  ) -> EndpointPulling {
    guard endpoint.method != .head else { return .notPulled }
    return EndpointPullReader(
      endpoint: endpoint, headers: headers.compactMap(\.parameter), storage: storage
    ).read(into: &bag)
  }

  /// Checks what the path and the query state against what is done with the response.
  private func check(_ endpoint: EndpointModel, into bag: inout DiagnosticBag) {
    let scope = endpoint.stores?.scope.map { draft[$0.entity].relations[$0.index].name }
    EndpointPlaceholderReader.check(endpoint.placeholders, scope: scope, of: owner, into: &bag)
    for constant in endpoint.constants where endpoint.setsQuery(constant.remote) {
      bag.add(.constantSetByPages(constant, of: owner))
    }
  }

  /// The hint for a method and a path with keys of their own.
  private static func methodHint(_ pair: YAMLPair, _ pairs: [YAMLPair]) -> String? {
    func text(_ key: String) -> String? { pairs.first { $0.key == key }?.value.scalar?.text }
    guard ["method", "path", "url"].contains(pair.key) else { return nil }
    let method = text("method")?.lowercased() ?? "get"
    let path = text("path") ?? text("url") ?? "/users/{id}"
    return "write '\(method): \"\(path)\"' for the method and the path"
  }

  private func method(
    _ keys: KeyedNodes<EndpointKey>, into bag: inout DiagnosticBag
  ) -> (EndpointModel.Method, YAMLNode)? {
    let stated = EndpointModel.Method.allCases.compactMap { method in
      EndpointKey(rawValue: method.rawValue).flatMap { keys[$0] }.map { (method, $0) }
    }
    if stated.count == 1 { return stated.first }
    bag.add(.endpointMethod(owner, stated: stated.map(\.0.rawValue), at: pair.keySpan))
    return nil
  }

  static func path(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let path = node.text(for: "the path of \(owner)", into: &bag) else { return nil }
    guard let problem = EndpointPath.problem(of: path.value) else {
      for name in EndpointPath.colonNames(path.value) {
        bag.add(.colonInPath(path, name: name))
      }
      return path
    }
    bag.add(.invalidPath(path, problem))
    return nil
  }

  static func version(
    _ node: YAMLNode?, of owner: String, into bag: inout DiagnosticBag
  ) -> Int? {
    node?.integer(for: "'version' of \(owner)", atLeast: 1, into: &bag)?.value
  }

  static func timeout(
    _ node: YAMLNode?, of owner: String, into bag: inout DiagnosticBag
  ) -> Int? {
    node?.integer(for: "'timeout' of \(owner)", atLeast: 1, into: &bag)?.value
  }

  /// The name of an inline type.
  private var typeName: String {
    let words = draft.symbols.names
    return ReservedNames.nestedType(words.upperCamelCase(words.snakeCase(pair.key)))
  }

  private func returns(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> PayloadType? {
    node.flatMap { node in
      let what = "'returns' of \(owner)"
      guard
        let type = node.fileType
          ?? payloads.type(node, named: typeName, for: what, into: &bag)
      else { return nil }
      guard payloads.unwrapped(type).type != .money else {
        bag.add(.moneyAlone(of: what, at: node.span))
        return nil
      }
      return type
    }
  }
}

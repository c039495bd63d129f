import SyncGenDiagnostics
import SyncGenYAML

/// Reads an upload endpoint of the `rest` protocol under `uploads:` of `api:`.
struct RowUploadReader {
  private let draft: SchemaDraft
  private let endpoints: [EndpointModel]
  private let types: [InlineType]
  private let pair: YAMLPair

  private var owner: String { "upload endpoint '\(pair.key)'" }

  init(
    draft: SchemaDraft, endpoints: [EndpointModel], types: [InlineType], pair: YAMLPair
  ) {
    self.draft = draft
    self.endpoints = endpoints
    self.types = types
    self.pair = pair
  }

  /// Whether an upload uses the protocol.
  static func reads(_ node: YAMLNode) -> Bool {
    guard case .mapping(let pairs) = node.content else { return false }
    let stated = pairs.first { $0.key == UploadEndpointKey.protocol.rawValue }
    return stated?.value.scalar?.text == UploadProtocol.rest.rawValue
  }

  func read(into bag: inout DiagnosticBag) -> RowUpload? {
    MemberNameRule.check(Located(pair.key, at: pair.keySpan), of: "upload endpoint", into: &bag)
    guard let keys = KeyedNodes<UploadEndpointKey>(pair.value, of: owner, into: &bag) else {
      return nil
    }
    for key in [UploadEndpointKey.post, .put, .patch, .version] {
      guard let span = keys.keySpan(key) else { continue }
      bag.add(.keyOfOtherProtocol(key.rawValue, of: owner, at: span))
    }
    let entities = keys.required(.entities, of: owner, at: pair.keySpan, into: &bag)
    return RowUpload(
      name: SwiftIdentifier(pair.key), entities: entities.map { routes($0, into: &bag) } ?? [],
      concurrency: concurrency(keys[.concurrency], into: &bag),
      idempotencyKey: keys[.idempotencyKey].flatMap { idempotencyKey($0, into: &bag) },
      retriesCreates: keys[.retryCreates]?.flag(for: "'retry-creates' of \(owner)", into: &bag)?
        .value ?? false,
      span: pair.keySpan)
  }

  private func concurrency(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> Int {
    guard let node,
      let stated = node.integer(for: "'concurrency' of \(owner)", atLeast: 1, into: &bag)
    else { return RowUpload.usualConcurrency }
    if stated.value > RowUpload.maximumConcurrency {
      bag.add(.concurrencyTooHigh(stated, of: owner))
    }
    return stated.value
  }

  private func idempotencyKey(
    _ node: YAMLNode, into bag: inout DiagnosticBag
  ) -> IdempotencyKeySetting? {
    let what = "'idempotency-key' of \(owner)"
    guard let keys = KeyedNodes<IdempotencyKeyKey>(node, of: what, into: &bag) else { return nil }
    let header = keys[.header]?.text(for: "'idempotency-key.header' of \(owner)", into: &bag)
    if let header, !Self.isFieldName(header.value) { bag.add(.invalidHeader(header, of: what)) }
    let validity = keys[.validFor].flatMap {
      DurationReader.read($0, "idempotency-key.valid-for", of: owner, into: &bag)
    }
    return IdempotencyKeySetting(
      header: header?.value ?? IdempotencyKeySetting.usualHeader,
      validity: validity ?? IdempotencyKeySetting.usualValidity)
  }

  /// Whether a string is a token of RFC 9110, section 5.6.2.
  private static func isFieldName(_ text: String) -> Bool {
    let others = Set("!#$%&'*+-.^_`|~".utf8)
    return !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || others.contains(byte)
      }
  }

  // MARK: - Entities

  private func routes(_ node: YAMLNode, into bag: inout DiagnosticBag) -> [RowRoutes] {
    guard case .mapping = node.content else {
      bag.add(
        .wrongShape(
          "'entities' of \(owner)", expected: "a mapping of entities to their endpoints",
          found: node))
      return []
    }
    let pairs = node.pairs(for: "'entities' of \(owner)", into: &bag)
    if pairs.isEmpty { bag.add(.uploadWithoutEntities(owner, at: node.span)) }
    return pairs.compactMap { routes($0, into: &bag) }
  }

  private func routes(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> RowRoutes? {
    guard let id = draft.symbols.entityIDs[pair.key] else {
      bag.add(
        .unknownEntity(
          pair.key, in: "an entity of \(owner)",
          known: bag.candidates(draft.symbols.entityIDs.keys.sorted()), at: pair.keySpan))
      return nil
    }
    let what = "'\(pair.key)' of \(owner)"
    guard let keys = KeyedNodes<RowRoutesKey>(pair.value, of: what, into: &bag) else { return nil }
    if !draft[id].sync.isPushed {
      bag.add(.uploadWithoutQueue(pair.key, of: owner, at: pair.keySpan))
    }
    func route(_ key: RowRoutesKey) -> RowRoute? {
      let name = keys[key]?.text(for: "'\(key.rawValue)' in \(what)", into: &bag)
      return name.flatMap { self.route($0, key, of: draft[id], what, into: &bag) }
    }
    if keys.isEmpty { bag.add(.uploadWithoutEndpoints(pair.key, of: owner, at: pair.keySpan)) }
    let (create, update, delete) = (route(.create), route(.update), route(.delete))
    let paths = [update, delete].compactMap { $0?.path }
    return RowRoutes(
      entity: id, create: create, update: update, delete: delete,
      fetch: fetch(of: draft[id], at: paths))
  }

  private func route(
    _ name: Located<String>, _ key: RowRoutesKey, of entity: EntityDraft, _ what: String,
    into bag: inout DiagnosticBag
  ) -> RowRoute? {
    guard let index = endpoints.firstIndex(where: { $0.name.name == name.value }) else {
      bag.add(
        .unknownEndpoint(
          name, for: "'\(key.rawValue)' in \(what)", known: endpoints.map(\.name.name)))
      return nil
    }
    let check = RowRouteCheck(
      endpoint: endpoints[index], index: index, entity: entity, types: types)
    switch check.route(for: key) {
    case .success(let route): return route
    case .failure(let problem):
      bag.add(
        .unfitEndpoint(
          name, key.rawValue, of: entity.name, problem: problem.reason,
          at: endpoints[index].span))
      return nil
    }
  }

  /// The endpoint that returns a row by its identity: one at the path of an update or a deletion,
  /// otherwise the first.
  private func fetch(of entity: EntityDraft, at paths: [String]) -> RowRoute? {
    let routes = endpoints.enumerated().compactMap { index, endpoint in
      endpoint.method == .get
        ? RowRouteCheck(endpoint: endpoint, index: index, entity: entity, types: types).fetchRoute
        : nil
    }
    return routes.first { paths.contains($0.path) } ?? routes.first
  }
}

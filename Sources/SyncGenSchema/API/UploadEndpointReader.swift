import SyncGenDiagnostics
import SyncGenYAML

/// Reads one upload endpoint under `uploads:` of `api:`.
enum UploadEndpointReader {
  static func read(
    _ pair: YAMLPair, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) -> UploadEndpoint? {
    let owner = "upload endpoint '\(pair.key)'"
    MemberNameRule.check(Located(pair.key, at: pair.keySpan), of: "upload endpoint", into: &bag)
    guard let keys = KeyedNodes<UploadEndpointKey>(pair.value, of: owner, into: &bag),
      let (method, path) = path(keys, owner, at: pair.keySpan, into: &bag)
    else { return nil }
    for key in [UploadEndpointKey.concurrency, .idempotencyKey, .retryCreates] {
      guard let span = keys.keySpan(key) else { continue }
      bag.add(.keyOfRowUploads(key.rawValue, of: owner, at: span))
    }
    let wire = keys.required(.protocol, of: owner, at: pair.keySpan, into: &bag)?.choice(
      of: UploadProtocol.self, for: "'protocol' of \(owner)", into: &bag)
    let entities = keys.required(.entities, of: owner, at: pair.keySpan, into: &bag)?.texts(
      for: "'entities' of \(owner)", into: &bag)
    if entities?.isEmpty == true, let span = keys[.entities]?.span {
      bag.add(.uploadWithoutEntities(owner, at: span))
    }
    return UploadEndpoint(
      name: SwiftIdentifier(pair.key), method: method, path: path,
      wireProtocol: wire?.value == .operations ? .operations : .batch,
      entities: self.entities(entities ?? [], owner, draft, into: &bag),
      version: EndpointReader.version(keys[.version], of: owner, into: &bag), span: pair.keySpan)
  }

  private static func path(
    _ keys: KeyedNodes<UploadEndpointKey>, _ owner: String, at span: SourceSpan,
    into bag: inout DiagnosticBag
  ) -> (EndpointModel.Method, String)? {
    let methods: [(UploadEndpointKey, EndpointModel.Method)] = [
      (.post, .post), (.put, .put), (.patch, .patch),
    ]
    let stated = methods.compactMap { key, method in keys[key].map { (method, $0) } }
    guard stated.count == 1, let (method, node) = stated.first else {
      bag.add(.endpointMethod(owner, stated: stated.map(\.0.rawValue), at: span))
      return nil
    }
    guard let path = EndpointReader.path(node, of: owner, into: &bag) else { return nil }
    if EndpointPath.placeholders(path.value) != [] {
      bag.add(
        .invalidPath(path, "has placeholders, which the path of an upload endpoint cannot have"))
    }
    return (method, path.value)
  }

  /// The entities, each of them once.
  private static func entities(
    _ names: [Located<String>], _ owner: String, _ draft: SchemaDraft,
    into bag: inout DiagnosticBag
  ) -> [EntityID] {
    var found: [(id: EntityID, span: SourceSpan)] = []
    for name in names {
      guard let id = entity(name, owner, draft.symbols, into: &bag) else { continue }
      if let first = found.first(where: { $0.id == id }) {
        bag.add(.repeatedUpload(name, of: owner, first: first.span))
      } else {
        found.append((id, name.span))
        if !draft[id].sync.isPushed {
          bag.add(.uploadWithoutQueue(name.value, of: owner, at: name.span))
        }
      }
    }
    return found.map(\.id)
  }

  private static func entity(
    _ name: Located<String>, _ owner: String, _ symbols: Symbols, into bag: inout DiagnosticBag
  ) -> EntityID? {
    if let id = symbols.entityIDs[name.value] { return id }
    bag.add(
      .unknownEntity(
        name.value, in: "an entity of \(owner)",
        known: bag.candidates(symbols.entityIDs.keys.sorted()), at: name.span))
    return nil
  }
}

import SyncGenDiagnostics
import SyncGenYAML

/// A resource that has been written out.
struct ResourceDraft {
  let name: Located<String>
  var resource: Resource
  let hasETags: Bool
  /// The places of what it states.
  let spans: Set<SourceSpan>
}

/// Writes out `resources:` of `api:`: the endpoints and the upload that resources stand for.
///
/// The result is an API that states everything itself. Only the spans show what comes from
/// resources.
struct ResourceExpander {
  private let draft: SchemaDraft
  private let stated: StatedEndpoints
  /// The entities that the schema's own uploads name.
  private let uploadedByHand: Set<String>
  private var owners: [String: Located<String>] = [:]
  private var endpoints: [YAMLPair] = []
  private var resources: [ResourceDraft] = []
  /// The endpoints that send changes, by entity.
  private var routes: [YAMLPair] = []

  private init(_ draft: SchemaDraft, _ stated: StatedEndpoints) {
    self.draft = draft
    self.stated = stated
    uploadedByHand = UploadedEntities.names(in: draft.api)
  }

  static func expand(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    guard let api = draft.api, case .mapping(let pairs) = api.content,
      let pair = pairs.first(where: { $0.key == APIKey.resources.rawValue }),
      let stated = StatedEndpoints(
        pairs.first { $0.key == APIKey.endpoints.rawValue }?.value)
    else { return }
    var expander = ResourceExpander(draft, stated)
    for pair in pair.value.pairs(for: "'resources' of 'api'", into: &bag) {
      let reader = ResourceReader(draft: draft, pair: pair)
      guard let declaration = reader.read(into: &bag), expander.add(declaration, into: &bag) else {
        draft.invalidResources.insert(pair.key)
        continue
      }
    }
    draft.api = YAMLNode(.mapping(expander.written(pairs, pair, into: &bag)), at: api.span)
    draft.resources = expander.resources
  }

  // MARK: One resource

  /// - Returns: Whether the resource has valid paths.
  private mutating func add(
    _ declaration: ResourceDeclaration, into bag: inout DiagnosticBag
  ) -> Bool {
    let writer = ResourceWriter(
      declaration: declaration, entity: draft[declaration.entity], names: draft.symbols.names)
    guard check(writer, into: &bag) else { return false }
    // Without an identity, which is reported, rows have no path.
    let parts = declaration.parts.filter {
      writer.entity.identity != nil || $0 == .list || $0 == .create
    }
    var found: [Resource.Endpoint] = []
    for part in parts {
      if let endpoint = endpoint(part, of: writer, into: &bag) { found.append(endpoint) }
    }
    let routes = uploaded(found, of: writer, into: &bag)
    if !routes.isEmpty {
      let nodes = ResourceNodes(span: declaration.name.span)
      self.routes.append(
        nodes.pair(
          writer.entity.name,
          nodes.mapping(routes.map { nodes.pair($0.part.rawValue, nodes.text($0.name)) })))
    }
    resources.append(
      ResourceDraft(
        name: declaration.name,
        resource: Resource(
          entity: declaration.entity, endpoints: found, span: declaration.name.span),
        hasETags: declaration.hasETags, spans: declaration.spans))
    return true
  }

  /// Writes an endpoint, unless the schema has written it out.
  private mutating func endpoint(
    _ part: Resource.Part, of writer: ResourceWriter, into bag: inout DiagnosticBag
  ) -> Resource.Endpoint? {
    let declaration = writer.declaration
    let name = writer.name(of: part)
    if let stated = stated.endpoint(writer.method(of: part), writer.path(of: part).value) {
      if part == .list { checkListKeys(of: declaration, replacedBy: stated, into: &bag) }
      return Resource.Endpoint(part: part, name: stated.value, isWrittenOut: true)
    }
    if let other = stated.endpoint(named: name) {
      bag.add(
        .nameOfPart(other, part, of: declaration.name, request: writer.request(part)))
      return nil
    }
    if let first = owners[name] {
      bag.add(
        .sameNameOfParts(
          name, of: declaration.name, first: first, request: writer.request(part)))
      return nil
    }
    owners[name] = declaration.name
    endpoints.append(writer.endpoint(part))
    return Resource.Endpoint(part: part, name: name, isWrittenOut: false)
  }

  // MARK: Checks

  private func check(_ writer: ResourceWriter, into bag: inout DiagnosticBag) -> Bool {
    let declaration = writer.declaration
    let isPathValid = check(declaration.path, .path, writer, into: &bag)
    guard let item = declaration.item else { return isPathValid }
    guard check(item, .item, writer, into: &bag), isPathValid else { return false }
    let found = writer.placeholders(in: item.value).compactMap(
      writer.entity.identityPlaceholders.part)
    guard let missing = writer.entity.identityNames.first(where: { !found.contains($0) }) else {
      return true
    }
    bag.add(.itemWithoutIdentity(missing, of: writer.entity.name, at: item.span))
    return false
  }

  private func check(
    _ path: Located<String>, _ key: ResourceKey, _ writer: ResourceWriter,
    into bag: inout DiagnosticBag
  ) -> Bool {
    let entity = writer.entity
    // Without an identity, which is reported, its placeholders are unknown.
    guard entity.identity != nil else { return true }
    let unknown = writer.placeholders(in: path.value).filter {
      entity.reference(named: $0) == nil && entity.identityPlaceholders.part($0) == nil
    }
    for name in unknown {
      let references = entity.relations.filter { $0.kind == .reference }.map(\.name)
      bag.add(
        .placeholderOfResource(
          name, in: key, of: entity.name, known: references + entity.identityNames, at: path.span))
    }
    return unknown.isEmpty
  }

  private func checkListKeys(
    of declaration: ResourceDeclaration, replacedBy endpoint: Located<String>,
    into bag: inout DiagnosticBag
  ) {
    guard case .mapping(let pairs) = declaration.node.content else { return }
    for pair in pairs {
      guard let key = ResourceKey(rawValue: pair.key), ResourceReader.listKeys.contains(key)
      else { continue }
      bag.add(
        .partWrittenOut(
          pair.key, of: "resource '\(declaration.name.value)'", endpoint: endpoint,
          at: pair.keySpan))
    }
  }

  // MARK: The upload

  /// The endpoints that send the local changes of an entity.
  private func uploaded(
    _ endpoints: [Resource.Endpoint], of writer: ResourceWriter, into bag: inout DiagnosticBag
  ) -> [Resource.Endpoint] {
    let entity = writer.entity
    let writes = endpoints.filter(\.part.isWrite)
    guard !writes.isEmpty, !uploadedByHand.contains(entity.name),
      entity.declaration.sync?.isPushed != false
    else { return [] }
    let parent = writer.placeholders(in: writer.item.value).first {
      entity.identityPlaceholders.part($0) == nil
    }
    guard let parent,
      let deletion = writes.first(where: { $0.part == .delete && !$0.isWrittenOut })
    else { return writes }
    bag.add(
      .deletionBelowParent(
        parent, of: entity.name, item: writer.shortItem, at: writer.item.span))
    return writes.filter { $0 != deletion }
  }

  // MARK: The API

  private mutating func written(
    _ pairs: [YAMLPair], _ resources: YAMLPair, into bag: inout DiagnosticBag
  ) -> [YAMLPair] {
    var written = pairs.filter { $0.key != APIKey.resources.rawValue }
    let nodes = ResourceNodes(span: resources.keySpan)
    if !endpoints.isEmpty {
      Self.put(nodes.mapping(endpoints + stated.pairs), for: .endpoints, nodes, in: &written)
    }
    guard let first = routes.first else { return written }
    let upload = ResourceUpload(nodes: ResourceNodes(span: first.keySpan), entities: routes)
    let uploads = pairs.first { $0.key == APIKey.uploads.rawValue }
    guard let added = upload.added(to: uploads?.value, into: &bag) else { return written }
    Self.put(added.uploads, for: .uploads, nodes, in: &written)
    let names = Set(routes.map(\.key))
    for index in self.resources.indices where names.contains(self.resources[index].name.value) {
      self.resources[index].resource.upload = added.name
    }
    return written
  }

  private static func put(
    _ value: YAMLNode, for key: APIKey, _ nodes: ResourceNodes, in pairs: inout [YAMLPair]
  ) {
    guard let position = pairs.firstIndex(where: { $0.key == key.rawValue }) else {
      pairs.append(nodes.pair(key.rawValue, value))
      return
    }
    pairs[position] = YAMLPair(key: key.rawValue, at: pairs[position].keySpan, value: value)
  }
}

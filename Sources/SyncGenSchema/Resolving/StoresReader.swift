import SyncGenDiagnostics
import SyncGenYAML

/// Reads `stores:` of an endpoint.
struct StoresReader {
  private let draft: SchemaDraft
  private let types: [InlineType]
  private let owner: String
  private let placeholders: [String]

  init(draft: SchemaDraft, types: [InlineType], owner: String, placeholders: [String]) {
    self.draft = draft
    self.types = types
    self.owner = owner
    self.placeholders = placeholders
  }

  mutating func read(
    _ node: YAMLNode, returns: PayloadType?, into bag: inout DiagnosticBag
  ) -> EndpointStores? {
    if node.plainText == "false" { return nil }
    let isPlain = node.plainText == "true"
    let keys =
      isPlain
      ? nil : KeyedNodes<StoresKey>(node, of: "'stores' of \(owner)", into: &bag)
    guard isPlain || keys != nil else { return nil }
    let root = keys?[.root].flatMap { RemoteReader.path($0, of: owner, into: &bag) }?.value
    guard let entity = returns.flatMap({ self.entity(of: $0, root: root?.keys[...] ?? []) }) else {
      bag.add(.storesWithoutEntity(owner, at: node.span))
      return nil
    }
    return sync(keys, of: entity, root: root, into: &bag)
  }

  private func sync(
    _ keys: KeyedNodes<StoresKey>?, of entity: EntityID, root: RemotePath?,
    into bag: inout DiagnosticBag
  ) -> EndpointStores {
    func text(_ key: StoresKey) -> Located<String>? {
      keys?[key]?.text(for: "'\(key.rawValue)' of \(owner)", into: &bag)
    }
    let (since, page) = (text(.since), text(.page))
    let scope = text(.scope)
    let missingRows = keys?[.missingRows]?.choice(
      of: EndpointStores.MissingRows.self, for: "'missing-rows' of \(owner)", into: &bag)
    if let missingRows, missingRows.value == .delete, since != nil || page != nil {
      bag.add(.deletionInPart(owner, key: since != nil ? "since" : "page", at: missingRows.span))
    }
    if let since, draft[entity].declaration.sync?.clock == nil {
      bag.add(.sinceWithoutClock(owner, entity: draft[entity].name, at: since.span))
    }
    return EndpointStores(
      entity: entity, scope: scope.flatMap { self.scope($0, of: entity, into: &bag) }, root: root,
      missingRows: missingRows?.value ?? (since != nil || page != nil ? .keep : nil),
      operations: keys?[.operations].map { operations($0, into: &bag) }
        ?? EndpointStores.Operation.allCases,
      since: since?.value, page: page?.value)
  }

  private func scope(
    _ name: Located<String>, of entity: EntityID, into bag: inout DiagnosticBag
  ) -> RelationID? {
    guard case .relation(let index) = draft[entity].members[name.value],
      draft[entity].relations[index].kind == .reference
    else {
      bag.add(.scopeWithoutRelation(name, of: owner, entity: draft[entity].name))
      return nil
    }
    if !placeholders.contains(name.value) { bag.add(.scopeWithoutPlaceholder(name, of: owner)) }
    return RelationID(entity: entity, index: index)
  }

  private func operations(
    _ node: YAMLNode, into bag: inout DiagnosticBag
  ) -> [EndpointStores.Operation] {
    guard case .sequence(let items) = node.content, !items.isEmpty, !node.hasQuestionMark else {
      let what = "'operations' of \(owner)"
      bag.add(.wrongShape(what, expected: "a list of operations", item: "operation", found: node))
      return []
    }
    return items.compactMap {
      $0.choice(of: EndpointStores.Operation.self, for: "an operation of \(owner)", into: &bag)?
        .value
    }
  }

  /// The entity whose rows a response holds, after `root` if the response's type goes so deep.
  private func entity(of type: PayloadType, root: ArraySlice<String>) -> EntityID? {
    switch type {
    case .entity(let id): id
    case .array(let element), .optional(let element): entity(of: element, root: root)
    case .inline(let inline): entity(in: inline, root: root)
    case .named(let index):
      types.indices.contains(index) ? entity(in: types[index], root: root) : nil
    case .patch, .scalar, .enumeration, .value, .money, .dictionary, .tagged: nil
    }
  }

  private func entity(in type: InlineType, root: ArraySlice<String>) -> EntityID? {
    type.fields.first { root.starts(with: $0.remote.keys) }.flatMap {
      entity(of: $0.type, root: root.dropFirst($0.remote.keys.count))
    }
  }
}

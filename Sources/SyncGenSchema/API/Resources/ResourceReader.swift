import SyncGenDiagnostics
import SyncGenYAML

/// Reads one resource under `resources:` of `api:`.
struct ResourceReader {
  let draft: SchemaDraft
  let pair: YAMLPair

  private var owner: String { "resource '\(pair.key)'" }

  /// The keys that only the list has.
  static let listKeys: [ResourceKey] = [.root, .page, .since, .missingRows]

  func read(into bag: inout DiagnosticBag) -> ResourceDeclaration? {
    guard let entity = draft.symbols.entityIDs[pair.key] else {
      bag.add(
        .unknownEntity(
          pair.key, in: "an entity under 'resources' of 'api'",
          known: bag.candidates(draft.symbols.entityIDs.keys.sorted()), at: pair.keySpan))
      return nil
    }
    guard case .mapping = pair.value.content else {
      return path(pair.value, "the path", into: &bag).map { declaration(of: entity, at: $0) }
    }
    return longForm(of: entity, into: &bag)
  }

  private func longForm(
    of entity: EntityID, into bag: inout DiagnosticBag
  ) -> ResourceDeclaration? {
    let found = KeyedNodes<ResourceKey>(
      pair.value, of: owner, into: &bag, hint: { unknown, _ in Self.hint(for: unknown) })
    guard let keys = found,
      let node = keys.required(.path, of: owner, at: pair.keySpan, into: &bag),
      let stated = path(node, "'path'", into: &bag)
    else { return nil }
    var declaration = declaration(of: entity, at: stated)
    read(keys, to: &declaration, into: &bag)
    return declaration
  }

  private func declaration(of entity: EntityID, at path: Located<String>) -> ResourceDeclaration {
    ResourceDeclaration(
      name: Located(pair.key, at: pair.keySpan), entity: entity, node: pair.value, path: path)
  }

  private func read(
    _ keys: KeyedNodes<ResourceKey>, to declaration: inout ResourceDeclaration,
    into bag: inout DiagnosticBag
  ) {
    if let parts = parts(keys[.only], into: &bag) {
      declaration.parts = parts
      checkEffects(keys, parts, into: &bag)
    }
    declaration.item = keys[.item].flatMap { path($0, "'item'", into: &bag) }
    let update = keys[.update]?.choice(
      of: ResourceUpdate.self, for: "'update' of \(owner)", into: &bag)
    declaration.update = update?.value ?? .patch
    declaration.root = keys[.root].flatMap { node in
      RemoteReader.path(node, "'root'", in: owner, example: "data", into: &bag).map {
        (path: $0, node: node)
      }
    }
    declaration.listKeys = [ResourceKey.page, .since, .missingRows].compactMap { keys.pair($0) }
    declaration.hasETags =
      keys[.etag]?.flag(for: "'etag' of \(owner)", into: &bag)?.value ?? false
  }

  private func path(
    _ node: YAMLNode, _ what: String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let path = node.text(for: "\(what) of \(owner)", into: &bag) else { return nil }
    guard let problem = EndpointPath.problem(of: path.value) else { return path }
    bag.add(.invalidPath(path, problem))
    return nil
  }

  /// The parts that `only` lists; `nil` if it is not stated, or has mistakes.
  private func parts(
    _ node: YAMLNode?, into bag: inout DiagnosticBag
  ) -> [Resource.Part]? {
    guard let node else { return nil }
    guard case .sequence(let items) = node.content, !items.isEmpty else {
      bag.add(
        .wrongShape("'only' of \(owner)", expected: "a list of parts", item: "part", found: node))
      return nil
    }
    let stated = items.compactMap {
      $0.choice(of: Resource.Part.self, for: "a part of \(owner)", into: &bag)?.value
    }
    guard stated.count == items.count else { return nil }
    return Resource.Part.allCases.filter(stated.contains)
  }

  private func checkEffects(
    _ keys: KeyedNodes<ResourceKey>, _ parts: [Resource.Part], into bag: inout DiagnosticBag
  ) {
    func check(_ key: ResourceKey, _ needed: [Resource.Part]) {
      guard let span = keys.keySpan(key), !needed.contains(where: parts.contains) else { return }
      bag.add(.partLeftOut(key.rawValue, of: owner, needed: needed.map(\.rawValue), at: span))
    }
    for key in Self.listKeys { check(key, [.list]) }
    check(.update, [.update])
    check(.item, [.get, .update, .delete])
  }

  /// The hint for a key of an endpoint.
  private static func hint(for pair: YAMLPair) -> String? {
    if pair.key == StoresKey.scope.rawValue {
      return "a placeholder of 'path' with the name of a to-one is the scope of the list"
    }
    guard EndpointKey(rawValue: pair.key) != nil else { return nil }
    return "'\(pair.key)' is a key of endpoints; write the endpoint out under 'endpoints', "
      + "which replaces the one that the resource stands for"
  }
}

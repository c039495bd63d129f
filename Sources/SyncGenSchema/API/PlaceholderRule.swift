import SyncGenDiagnostics

/// Finds placeholders of paths that are probably misspelled: they are the names of neither an
/// entity nor a member, but nearly one of them.
struct PlaceholderRule {
  private let draft: SchemaDraft
  /// The entities by their names and plurals in lower case.
  private let entities: [String: EntityID]

  init(_ draft: SchemaDraft) {
    self.draft = draft
    var entities: [String: EntityID] = [:]
    for entity in draft.entities {
      for name in [entity.name, entity.plural, entity.table] {
        entities[name.lowercased()] = entities[name.lowercased()] ?? entity.id
      }
    }
    self.entities = entities
  }

  /// - Parameter span: The place of the path.
  func check(_ endpoint: EndpointModel, at span: SourceSpan, into bag: inout DiagnosticBag) {
    guard !endpoint.pathParameters.isEmpty else { return }
    let related = related(to: endpoint)
    let known = related.flatMap(names)
    let parameters = endpoint.pathParameters.map(\.name)
    let stated = endpoint.placeholders.map(\.name.name)
    for name in parameters
    where !known.contains(name) && !isEntity(name) && !stated.contains(name) {
      let others = known.filter { !parameters.contains($0) && isMisspelling(name, of: $0) }
      guard let near = Suggestion.nearest(to: name, in: others) else { continue }
      bag.add(.unknownPlaceholder(name, near: near, path: endpoint.path, at: span))
    }
  }

  /// Whether two names differ only by typing errors in their words: `{projectKey}` is not a
  /// misspelling of `{project}`.
  private func isMisspelling(_ name: String, of other: String) -> Bool {
    let style = draft.symbols.names
    let (words, others) = (
      style.snakeCase(name).split(separator: "_"), style.snakeCase(other).split(separator: "_")
    )
    guard words.count == others.count else { return false }
    return zip(words, others).allSatisfy { word, other in
      // A plural is another name.
      word == other
        || word + "s" != other && other + "s" != word
          && min(word.count, other.count) >= Self.shortestWord
          && Suggestion.nearest(to: String(word), in: [String(other)]) != nil
    }
  }

  /// The length from which a word can be recognized in spite of an error.
  private static let shortestWord = 4

  private func isEntity(_ name: String) -> Bool {
    let isID = name.hasSuffix("ID") || name.hasSuffix("Id")
    return entities[(isID ? String(name.dropLast(2)) : name).lowercased()] != nil
  }

  /// The entity whose rows the endpoint fetches, sends or returns, and those that segments of the
  /// path name.
  private func related(to endpoint: EndpointModel) -> [EntityID] {
    let own =
      endpoint.stores?.entity ?? endpoint.body.flatMap(entity) ?? endpoint.returns.flatMap(entity)
    let segments = endpoint.path.split(separator: "/").filter { !$0.contains("{") }
    let named = segments.compactMap { entities[$0.lowercased().replacing("-", with: "_")] }
    var seen: Set<EntityID> = []
    return ((own.map { [$0] } ?? []) + named).filter { seen.insert($0).inserted }
  }

  private func entity(in type: PayloadType) -> EntityID? {
    switch type {
    case .entity(let id), .patch(let id): id
    case .array(let element), .dictionary(let element), .optional(let element): entity(in: element)
    default: nil
    }
  }

  /// The names that placeholders for rows of an entity can have.
  private func names(of id: EntityID) -> [String] {
    let entity = draft[id]
    let style = draft.symbols.names
    let own = style.camelCase(entity.snakeName)
    let references = entity.relations.filter { $0.kind == .reference }.map(\.name)
    let attributes = entity.attributes.map(\.name.name)
    return [own, own + "ID", "id"] + references.flatMap { [$0, $0 + "ID"] } + attributes
  }
}

extension Diagnostic {
  static func unknownPlaceholder(
    _ name: String, near: String, path: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .warning, .invalidPath,
      "the placeholder '{\(name)}' of the path '\(path)' is the name of neither an entity nor a member, so it is a string",
      at: span, notes: [Note("did you mean '{\(near)}'?", at: span)])
  }
}

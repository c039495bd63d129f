import SyncGenSchema

/// Finds the entities whose rows an API lists, creates, updates and deletes in the usual way, so that
/// a line stands for their endpoints and for the upload of local changes.
struct ResourceFinder {
  /// An endpoint of a resource with its name.
  struct NamedPart: Hashable {
    let part: Resource.Part
    let name: String
  }

  typealias Found = (resource: ImportedResource, endpoints: [(NamedPart, Int)])

  private let schema: ImportedSchema
  private let endpoints: [ImportedEndpoint]
  private let style: NameStyle
  /// The positions of endpoints by method and path without names of placeholders.
  private let positions: [String: [Int]]
  /// The positions of endpoints by the entity whose rows they store, and by name.
  private let stored: [String?: [Int]]
  private let named: [String: [Int]]
  private let types: Set<String>

  init(_ schema: ImportedSchema) {
    let all = schema.api?.endpoints ?? []
    self.schema = schema
    endpoints = all
    style = NameStyle(acronyms: schema.conventions.acronyms)
    positions = Dictionary(grouping: all.indices) { Self.request(all[$0].method, all[$0].path) }
    stored = Dictionary(grouping: all.indices) { all[$0].storedEntity }
    named = Dictionary(grouping: all.indices) { all[$0].name }
    types = Set(schema.types.map(\.name))
  }

  private static func request(_ method: ImportedEndpoint.Method, _ path: String) -> String {
    method.rawValue + " " + EndpointPath.withoutNames(path)
  }

  func resources() -> [Found] {
    // Uploads name their endpoints.
    guard schema.api?.uploads == nil else { return [] }
    var taken: Set<String> = []
    return schema.entities.compactMap { entity in
      guard let found = resource(of: entity),
        hasNames(found, besides: taken)
      else { return nil }
      taken.formUnion(found.endpoints.map(\.0.name))
      return found
    }
  }

  /// Whether the endpoints of a resource can have their names.
  private func hasNames(_ found: Found, besides taken: Set<String>) -> Bool {
    let own = Set(found.endpoints.map(\.1))
    let names = Set(found.endpoints.map(\.0.name))
    return names.count == found.endpoints.count && names.isDisjoint(with: taken)
      && names.allSatisfy { name in
        let type = name.prefix(1).uppercased() + name.dropFirst()
        return own.isSuperset(of: named[name] ?? [])
          && ReservedNames.reason(againstMember: name) == nil && !types.contains(type)
          && !types.contains(type + "Endpoint")
      }
  }

  // MARK: One entity

  private func resource(of entity: ImportedEntity) -> Found? {
    guard entity.identity.count == 1,
      let id = entity.attributes.first(where: { $0.name == entity.identity[0] })
    else { return nil }
    let lists = (stored[entity.name] ?? []).filter { isList(endpoints[$0], of: entity) }
    guard lists.count == 1, let list = lists.first else { return nil }
    let path = endpoints[list].path
    // Another endpoint with the path would replace the list.
    guard positions[Self.request(.get, path)] == [list] else { return nil }
    var found = [(part: Resource.Part.list, index: list)]
    for part in Resource.Part.allCases where part != .list {
      let requests = requests(of: part, at: path)
      if let index = requests.lazy.compactMap({ endpoint(part, $0, of: entity) }).first {
        found.append((part, index))
      } else if part != .get, requests.contains(where: { positions[$0] != nil }) {
        // Local changes of this kind would not be pushed, although the server accepts them.
        return nil
      }
    }
    guard found.contains(where: { $0.part == .update || $0.part == .delete }) else { return nil }
    return (
      resource(of: entity, id, found),
      found.map { (NamedPart(part: $0.part, name: name(of: $0.part, entity)), $0.index) }
    )
  }

  private func resource(
    of entity: ImportedEntity, _ id: ImportedAttribute, _ found: [(part: Resource.Part, index: Int)]
  ) -> ImportedResource {
    let list = endpoints[found[0].index]
    let parts = found.map(\.part)
    let root = list.stores?.first { $0.key == StoresKey.root.rawValue }?.value
    return ImportedResource(
      entity: entity.name, path: list.path, parts: parts,
      putsRows: found.contains { $0.part == .update && endpoints[$0.index].method == .put },
      root: root.flatMap { if case .text(let path) = $0 { path } else { nil } },
      page: list.page, keepsMissingRows: list.keepsMissingRows,
      hasTemporaryID: parts.contains(.create) && id.type == .int && id.defaultValue == nil,
      notes: notes(of: found.map { endpoints[$0.index] }), place: list.place)
  }

  /// The comments of endpoints, each of them once.
  private func notes(of endpoints: [ImportedEndpoint]) -> [ImportNote] {
    var seen: Set<ImportNote> = []
    return endpoints.flatMap(notes).filter { seen.insert($0).inserted }
  }

  /// The comments of an endpoint, and its description, for which a resource has no place.
  private func notes(of endpoint: ImportedEndpoint) -> [ImportNote] {
    let request = "\(endpoint.method.rawValue.uppercased()) \(endpoint.path)"
    let text = endpoint.documentation.map { ImportNote("\(request): \($0.inOneLine)") }
    var notes = (text.map { [$0] } ?? []) + endpoint.notes
    if let entity = endpoint.newRow, case .json(.named(let body))? = endpoint.body {
      notes.append(.guessed(.body, "\(body) has the members of a new \(entity)"))
    }
    return notes
  }

  private func name(of part: Resource.Part, _ entity: ImportedEntity) -> String {
    let snake = style.snakeCase(entity.name)
    return switch part {
    case .list: style.camelCase(style.snakeCase(entity.plural ?? Inflection.plural(snake)))
    case .get: style.camelCase(snake)
    case .create, .update, .delete: part.rawValue + entity.name
    }
  }

  // MARK: Endpoints

  /// The requests that a part may be, the preferred one first.
  private func requests(of part: Resource.Part, at path: String) -> [String] {
    let slash = path.hasSuffix("/") ? "/" : ""
    let item = "\(path.dropLast(slash.count))/{}\(slash)"
    switch part {
    case .list: return [Self.request(.get, path)]
    case .create: return [Self.request(.post, path)]
    case .get: return [Self.request(.get, item)]
    case .update: return [Self.request(.patch, item), Self.request(.put, item)]
    case .delete: return [Self.request(.delete, item)]
    }
  }

  /// The only endpoint with a request, if it is as a resource has it.
  private func endpoint(
    _ part: Resource.Part, _ request: String, of entity: ImportedEntity
  ) -> Int? {
    guard let found = positions[request], found.count == 1, let index = found.first,
      isPlain(endpoints[index])
    else { return nil }
    let endpoint = endpoints[index]
    let fits =
      switch part {
      case .list: isList(endpoint, of: entity)
      case .get: gets(endpoint, entity)
      case .create: creates(endpoint, entity)
      case .update: updates(endpoint, entity)
      case .delete: deletes(endpoint, entity)
      }
    return fits ? index : nil
  }

  /// Whether an endpoint has only what a resource states, so that nothing is lost.
  private func isPlain(_ endpoint: ImportedEndpoint) -> Bool {
    let page = endpoint.page?.words(style) ?? []
    return endpoint.query.allSatisfy { page.contains(style.snakeCase($0.name)) }
      && endpoint.headers.isEmpty && endpoint.errors.allSatisfy(\.isUnderstood)
      && endpoint.settings.isEmpty && endpoint.contentType == nil && endpoint.returnsBytes == nil
  }

  private func isList(_ endpoint: ImportedEndpoint, of entity: ImportedEntity) -> Bool {
    guard endpoint.method == .get, !endpoint.path.contains("{"), isPlain(endpoint),
      endpoint.storedEntity == entity.name, let stores = endpoint.stores
    else { return false }
    let rows = ImportedTypeName.list(.named(entity.name))
    if stores.isEmpty { return endpoint.returns == rows }
    guard stores.count == 1, stores[0].key == StoresKey.root.rawValue,
      case .fields(let fields)? = endpoint.returns
    else { return false }
    // What pages need besides the rows, such as a cursor, is not part of the response.
    let page = endpoint.page?.words(style) ?? []
    let others = fields.filter { $0.type != rows }
    return others.count == fields.count - 1
      && others.allSatisfy { page.contains(style.snakeCase($0.name)) }
  }

  private func gets(_ endpoint: ImportedEndpoint, _ entity: ImportedEntity) -> Bool {
    endpoint.returns == .named(entity.name) && endpoint.stores == [] && identifies(endpoint, entity)
  }

  private func creates(_ endpoint: ImportedEndpoint, _ entity: ImportedEntity) -> Bool {
    let sendsRow = endpoint.body == .json(.named(entity.name)) || endpoint.newRow == entity.name
    return sendsRow && endpoint.returns == .named(entity.name)
  }

  private func updates(_ endpoint: ImportedEndpoint, _ entity: ImportedEntity) -> Bool {
    let body: ImportedTypeName =
      endpoint.method == .patch ? .patch(entity.name) : .named(entity.name)
    let row = ImportedTypeName.named(entity.name)
    let accepted: [ImportedTypeName?] = [nil, row, .optional(row)]
    return endpoint.body == .json(body) && accepted.contains(endpoint.returns)
      && identifies(endpoint, entity)
  }

  private func deletes(_ endpoint: ImportedEndpoint, _ entity: ImportedEntity) -> Bool {
    endpoint.body == nil && endpoint.returns == nil && identifies(endpoint, entity)
  }

  /// Whether the placeholder of a path stands for the identity.
  private func identifies(_ endpoint: ImportedEndpoint, _ entity: ImportedEntity) -> Bool {
    let members = Set(entity.attributes.map(\.name) + entity.relations.map(\.name))
    let identity = IdentityPlaceholders(
      of: entity.name, parts: entity.identity, isMember: members.contains)
    guard let open = endpoint.path.firstIndex(of: "{"),
      let close = endpoint.path[open...].firstIndex(of: "}")
    else { return false }
    return identity.part(String(endpoint.path[endpoint.path.index(after: open)..<close])) != nil
  }
}

extension YAMLValue {
  /// The parameters and the keys of responses that `page` names, in snake_case.
  fileprivate func words(_ style: NameStyle, isInside: Bool = false) -> Set<String> {
    switch self {
    case .text(let text), .word(let text):
      Set(text.split(separator: ".").map { ImportNames.snake(String($0), style) })
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.words(style)) }
    case .mapping(let entries):
      entries.reduce(into: []) {
        $0.formUnion($1.value.words(style, isInside: true))
        // A parameter may have the name of a key, as in 'limit: { limit: 100 }'.
        if isInside || PageKey(rawValue: $1.key) == nil {
          $0.insert(ImportNames.snake($1.key, style))
        }
      }
    }
  }
}

import SyncGenSchema

/// The types of JSON bodies that are rows.
extension OpenAPISchemaMaker {
  /// The entity or the patch that a body is, or the type of its own that the component of an entity
  /// needs; `nil` for other bodies.
  mutating func row(
    _ shape: OpenAPIShape, _ endpoint: inout ImportedEndpoint
  ) -> ImportedTypeName? {
    guard let component = shape.component else { return nil }
    let isPatch = endpoint.method == .patch
    guard let entity = roles.entity(component) else {
      return isPatch ? patch(component, &endpoint) : nil
    }
    if document.isOwn { return isPatch ? .patch(entity) : .named(entity) }
    let keys = unsentKeys(of: component, by: entity, isPatch ? .patch : .whole)
    guard keys.isEmpty else {
      return .named(bodyType(component, isPatch ? entity + ".Patch" : entity, keys))
    }
    if creates(endpoint, component, entity), setsIdentity(component, of: entity),
      mayBeNew(component, entity)
    {
      return .named(bodyType(component, entity, []))
    }
    guard isPatch else { return .named(entity) }
    endpoint.notes.append(.guessed(.body, "a patch, because of the method"))
    return .patch(entity)
  }

  /// Whether a request may create a row: a `PUT` does if its path does not have the id of the row.
  private func creates(
    _ endpoint: ImportedEndpoint, _ component: String, _ entity: String
  ) -> Bool {
    let key = roles.identity(of: entity).last ?? "id"
    return endpoint.method == .post
      || endpoint.method == .put && !OpenAPIPaths.names(key, of: component, endpoint.path)
  }

  /// The patch of the entity whose name a component contains, if the entity sends all its keys.
  private mutating func patch(
    _ component: String, _ endpoint: inout ImportedEndpoint
  ) -> ImportedTypeName? {
    guard roles.roles[component] == .value, let shape = document.shape(ofComponent: component),
      shape.required.isEmpty
    else { return nil }
    let entities = namedEntities(component).filter { shares(shape, with: $0) }
    for entity in entities where unsentKeys(of: component, by: entity, .patch).isEmpty {
      endpoint.notes.append(
        .guessed(.body, "\(component) has members of \(ImportNames.type(entity, NameStyle()))"))
      return .patch(entity)
    }
    guard let entity = entities.first, !document.isOwn, fields(of: component) != nil,
      let index = typePositions.names[component]
    else { return nil }
    let note = Self.note(entity + ".Patch", unsentKeys(of: component, by: entity, .patch))
    if !result.types[index].notes.contains(note) { result.types[index].notes.append(note) }
    return nil
  }

  /// The entities whose names are words of a component's name, those with the longest first.
  func namedEntities(_ component: String) -> [String] {
    let words = OpenAPINames.snake(component).split(separator: "_")
    let lengths = (1...max(1, min(words.count, 6))).reversed()
    var found: [String] = []
    for length in lengths {
      for start in words.indices where start + length <= words.count {
        let name = words[start..<start + length].joined(separator: "_")
        let position = sourcePositions[name] ?? sourcePositions[Inflection.singular(name)]
        guard let entity = position.map({ roles.sources[$0].name }), !found.contains(entity) else {
          continue
        }
        found.append(entity)
      }
    }
    return found
  }

  private func shares(_ shape: OpenAPIShape, with entity: String) -> Bool {
    guard let nodes = rowNodes[entity] else { return false }
    return shape.properties.contains { nodes[$0.key] != nil }
  }

  // MARK: Types of their own

  /// The type of a row inside a body: the entity, if it sends what its component has.
  mutating func nestedRow(_ component: String, _ entity: String) -> String {
    if document.isOwn { return entity }
    let keys = unsentKeys(of: component, by: entity, .nested)
    return keys.isEmpty && !mayBeNew(component, entity)
      ? entity : bodyType(component, entity, keys)
  }

  /// Whether a row of a component in a body may lack the identity, as a new one does, to which the
  /// server gives one.
  private func mayBeNew(_ component: String, _ entity: String) -> Bool {
    guard let shape = document.shape(ofComponent: component).map(document.expanded),
      shape.properties.contains(where: { !document.shape($0.node).isReadOnly })
    else { return false }
    return setsIdentity(component, of: entity)
      || !shape.required.isSuperset(of: roles.identity(of: entity))
  }

  /// Whether only the server sets the identity of a component's rows.
  private func setsIdentity(_ component: String, of entity: String) -> Bool {
    let identity = roles.identity(of: entity)
    let shape = document.shape(ofComponent: component).map(document.expanded)
    return shape?.properties.contains { property in
      identity.contains(property.key) && document.shape(property.node).isReadOnly
    } ?? false
  }

  /// The type of a body that has the component of an entity but is not sent as its rows.
  private mutating func bodyType(_ component: String, _ name: String, _ keys: [String]) -> String {
    if let known = bodyTypes[component] { return known }
    guard var shape = document.shape(ofComponent: component).map(document.expanded) else {
      return name
    }
    let read = shape.properties.filter { document.shape($0.node).isReadOnly }.map(\.key)
    shape.properties.removeAll { read.contains($0.key) }
    shape.required.subtract(read)
    let owner = roles.entity(component) ?? component
    let type = unique(Place(owner: owner, key: "body"))
    bodyTypes[component] = type
    addFields(
      type, shape,
      like: Place(
        owner: type, isBody: true, use: uses.inRequests(component)))
    let key = roles.identity(of: owner).last ?? "id"
    result.types[result.types.count - 1].notes.append(
      keys.isEmpty
        ? "not \(ImportNames.type(name, NameStyle())), which requires '\(key)'"
        : Self.note(name, keys))
    return type
  }

  private static func note(_ name: String, _ keys: [String]) -> ImportNote {
    let type = name.split(separator: ".").enumerated().map { index, part in
      index == 0 ? ImportNames.type(String(part), NameStyle()) : String(part)
    }.joined(separator: ".")
    return "not \(type), which does not send \(keys.quoted(upTo: 3)) like this"
  }
}

import SyncGenYAML

/// Objects with an id whose rows no endpoint could store.
extension OpenAPIRoles {
  /// Treats such objects as values: those that only say what a request did, such as
  /// `{ success: true, id: a1 }`, if they may lack their id or have nothing else, parts of other
  /// values, and objects whose ids may not be those of rows.
  mutating func findUnstoredObjects() {
    guard !document.isOwn, resources == nil else { return }
    let places = document.rowPlaces
    let lists = components(of: places.filter(\.isList))
    let singles = components(of: places.filter { !$0.isList })
    let rows = document.schemas.filter { roles[$0.key] == .entity }.map(\.value)
    let elsewhere = document.reached(from: rows + bodies + answers(toReads: true))
    for name in singles.subtracting(lists).subtracting(elsewhere) {
      if mayLackIdentity(name) {
        treatAsValue(name, "no GET returns it, and '\(key(of: name))' may be missing")
      } else if hasOnlyIdentity(name) {
        treatAsValue(name, "no GET returns it, and it has only '\(key(of: name))'")
      }
    }
    findDoubtfulRows()
    findReplacedRows(besides: lists.union(singles))
    findParts(besides: lists.union(singles))
    noteOptionalIdentities()
  }

  private func components(of places: [OpenAPIRowPlace]) -> Set<String> {
    Set(places.compactMap { document.shape($0.node).component })
  }

  func key(of component: String) -> String { identities[component]?.last ?? "id" }

  func isAlone(_ component: String) -> Bool {
    roles[component] == .entity && forms[component] == nil && tombstones[component] == nil
  }

  func mayLackIdentity(_ component: String) -> Bool {
    guard isAlone(component), let shape = document.shape(ofComponent: component) else {
      return false
    }
    return !shape.required.isSuperset(of: identities[component] ?? [])
  }

  private func hasOnlyIdentity(_ component: String) -> Bool {
    guard isAlone(component), let shape = document.shape(ofComponent: component) else {
      return false
    }
    return shape.properties.map(\.key) == identities[component]
  }

  mutating func treatAsValue(_ component: String, _ reason: String) {
    roles[component] = .value
    obstacles[component] = ImportNote("not an entity: \(reason)")
    identities[component] = nil
    evidence[component] = nil
    for (other, role) in roles where role == .copy(of: component) {
      let isSubtype = mergedSubtypes[component]?.contains(other) ?? false
      roles[other] = isSubtype ? .base : .inline
    }
  }

  // MARK: Places

  private func answers(toReads isRead: Bool) -> [YAMLNode] {
    document.operations.filter { ($0.method == "get") == isRead }.flatMap(\.responses)
      .filter(\.isSuccess).map(\.node)
  }

  private var bodies: [YAMLNode] {
    document.operations.compactMap { $0.node["requestBody"].map(document.resolved) }
  }
}

// MARK: - Parts of values

extension OpenAPIRoles {
  /// Finds objects that are in responses, but neither there nor in rows as rows, so that their tables
  /// would remain empty. Objects that contain themselves remain entities, since values cannot.
  private mutating func findParts(besides returned: Set<String>) {
    let reached = document.reached(from: answers(toReads: true) + answers(toReads: false))
    let stored = stored(besides: returned)
    let others = reached.filter { isAlone($0) && !stored.contains($0) }
    guard !others.isEmpty else { return }
    for name in others.intersection(finite(among: reached.subtracting(stored))) {
      treatAsValue(name, "no endpoint stores its rows")
    }
  }

  /// The components of entities whose rows responses or rows contain as rows, and those in bodies.
  private func stored(besides returned: Set<String>) -> Set<String> {
    let all = Set(document.schemas.map(\.key).filter { entity($0) != nil })
    let free = readable(from: answers(toReads: true) + bodies, ends: all)
    var pending = Array(free.union(returned).intersection(all))
    var rows = NestedRows(self, entities: all)
    var found: Set<String> = []
    while let name = pending.popLast() {
      let main = entity(name) ?? name
      let parts = [main] + (forms[main] ?? [])
      for part in [name] + parts + parts.flatMap({ mergedSubtypes[$0] ?? [] })
      where found.insert(part).inserted {
        pending += rows.nested(in: part)
      }
    }
    return found
  }

  /// The components that nodes reach, but nothing after `ends`, and not through choices that become
  /// JSON.
  private func readable(from nodes: [YAMLNode], ends: Set<String>) -> Set<String> {
    var reached: Set<String> = []
    var pending = nodes
    while let node = pending.popLast() {
      let component = document.inlineName(node) ?? node["$ref"]?.text.flatMap(document.component)
      if let component {
        guard reached.insert(component).inserted, !ends.contains(component),
          let inner = document.node(of: component), isReadable(inner)
        else { continue }
        pending += inner.pairs.map(\.value) + inner.elements
      } else if isReadable(node) {
        pending += node.pairs.map(\.value) + node.elements
      }
    }
    return reached
  }

  /// Whether a node is anything but a choice that becomes JSON.
  private func isReadable(_ node: YAMLNode) -> Bool {
    node["oneOf"] == nil && node["anyOf"] == nil || isReadable(document.content(of: node))
  }

  /// A choice can be read if a key distinguishes its objects, or if it has the rows of one entity,
  /// possibly next to their ids.
  fileprivate func isReadable(_ shape: OpenAPIShape) -> Bool {
    guard !shape.alternatives.isEmpty, OpenAPITagging.find(shape, document) == nil else {
      return true
    }
    let choices = shape.alternatives.map { document.shape($0) }
    let rows = choices.map { $0.component.flatMap(entity) }
    let others = zip(choices, rows).filter { $1 == nil }.map { document.expanded($0.0) }
    return Set(rows.compactMap(\.self)).count <= 1
      && others.allSatisfy { $0.properties.isEmpty && $0.alternatives.isEmpty }
  }

  /// The components that lead neither to themselves nor to others that do.
  private func finite(among names: Set<String>) -> Set<String> {
    var counts: [String: Int] = [:]
    var users: [String: [String]] = [:]
    for name in names {
      let inner = Set(document.node(of: name).map(document.mentions) ?? []).intersection(names)
      counts[name] = inner.count
      for one in inner { users[one, default: []].append(name) }
    }
    var found: Set<String> = []
    var pending = names.filter { counts[$0] == 0 }.map(\.self)
    while let name = pending.popLast() {
      found.insert(name)
      for user in users[name] ?? [] {
        counts[user, default: 0] -= 1
        if counts[user] == 0 { pending.append(user) }
      }
    }
    return found
  }
}

/// Finds the rows that are nested in rows, rather than in values of them.
private struct NestedRows {
  let roles: OpenAPIRoles
  let entities: Set<String>
  /// The rows in components that are lists, dictionaries or choices.
  private var known: [String: Set<String>] = [:]

  private var document: OpenAPIDocument { roles.document }

  init(_ roles: OpenAPIRoles, entities: Set<String>) {
    (self.roles, self.entities) = (roles, entities)
  }

  mutating func nested(in component: String) -> Set<String> {
    let properties = document.shape(ofComponent: component)?.properties ?? []
    return properties.reduce(into: []) { $0.formUnion(rows(at: $1.node, depth: 0)) }
  }

  private mutating func rows(at node: YAMLNode, depth: Int) -> Set<String> {
    guard depth < OpenAPIDocument.depth else { return [] }
    let shape = document.shape(node)
    guard let component = shape.component else { return rows(in: shape, depth) }
    if entities.contains(component) { return [component] }
    if let rows = known[component] { return rows }
    // It may refer to itself.
    known[component] = []
    guard let inner = document.shape(ofComponent: component) else { return [] }
    let found = rows(in: inner, depth)
    known[component] = found
    return found
  }

  /// The rows of a list, a dictionary or a choice, possibly in an object of its own.
  private mutating func rows(in shape: OpenAPIShape, _ depth: Int) -> Set<String> {
    if shape.component != nil { return rows(at: shape.node, depth: depth + 1) }
    let wrapped = shape.properties.filter { RowFinder.isWrapper($0.key) }.map(\.node)
    let choices = roles.isReadable(shape) ? shape.alternatives : []
    let inner = [shape.items, shape.additional].compactMap(\.self) + choices + wrapped
    return inner.reduce(into: []) { $0.formUnion(rows(at: $1, depth: depth + 1)) }
  }
}

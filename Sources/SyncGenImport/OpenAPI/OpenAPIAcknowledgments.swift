import SyncGenYAML

/// Objects that only responses to writes have and that no endpoint could store.
extension OpenAPIRoles {
  /// Treats such objects as values: those that only say what a request did, such as
  /// `{ success: true, id: a1 }`, if they may lack their id, and objects that are only parts of other
  /// values.
  mutating func findAcknowledgments() {
    guard !document.isOwn, resources == nil else { return }
    let places = document.rowPlaces
    let lists = components(of: places.filter(\.isList))
    let singles = components(of: places.filter { !$0.isList })
    let elsewhere = componentsOutsideOfAnswersToWrites
    for name in singles.subtracting(lists).subtracting(elsewhere) where mayLackIdentity(name) {
      treatAsValue(name, "no GET returns it, and '\(key(of: name))' may be missing")
    }
    findPartsOfAnswersToWrites(besides: lists.union(singles))
  }

  private func components(of places: [OpenAPIRowPlace]) -> Set<String> {
    Set(places.compactMap { document.shape($0.node).component })
  }

  private func key(of component: String) -> String { identities[component]?.last ?? "id" }

  private func isAlone(_ component: String) -> Bool {
    roles[component] == .entity && forms[component] == nil && tombstones[component] == nil
  }

  private func mayLackIdentity(_ component: String) -> Bool {
    guard isAlone(component), let shape = document.shape(ofComponent: component) else {
      return false
    }
    return !shape.required.isSuperset(of: identities[component] ?? [])
  }

  private mutating func treatAsValue(_ component: String, _ reason: String) {
    roles[component] = .value
    obstacles[component] = ImportNote("not an entity: \(reason)")
    identities[component] = nil
    evidence[component] = nil
  }

  // MARK: Places

  private func nodes(ofAnswersToReads isRead: Bool) -> [YAMLNode] {
    document.operations.filter { ($0.method == "get") == isRead }.flatMap(\.responses)
      .filter(\.isSuccess).map(\.node)
  }

  private var bodies: [YAMLNode] {
    document.operations.compactMap { $0.node["requestBody"].map(document.resolved) }
  }

  /// The components in responses to `GET`, in request bodies and in rows.
  private var componentsOutsideOfAnswersToWrites: Set<String> {
    let rows = document.schemas.filter { roles[$0.key] == .entity }.map(\.value)
    return document.reached(from: rows + bodies + nodes(ofAnswersToReads: true))
  }

  // MARK: Parts

  /// Finds objects that no row and no response contains as a row, so that their tables would remain
  /// empty. Objects that contain themselves remain entities, since values cannot.
  private mutating func findPartsOfAnswersToWrites(besides returned: Set<String>) {
    let rows = returned.filter { entity($0) != nil }
    let stored = document.reached(
      from: bodies + nodes(ofAnswersToReads: true) + rows.compactMap(document.node))
    let written = document.reached(from: nodes(ofAnswersToReads: false))
    let others = written.subtracting(stored).subtracting(rows).filter(isAlone)
    guard !others.isEmpty else { return }
    for name in others.intersection(finite(among: written)) {
      treatAsValue(name, "no endpoint stores its rows")
    }
  }

  /// The components that lead neither to themselves nor to others that do.
  ///
  /// - Parameter names: Components with all that they mention.
  private func finite(among names: Set<String>) -> Set<String> {
    var counts: [String: Int] = [:]
    var users: [String: [String]] = [:]
    for name in names {
      let inner = Set(document.node(of: name).map(document.mentions) ?? [])
      counts[name] = inner.count
      for one in inner { users[one, default: []].append(name) }
    }
    var found: Set<String> = []
    var pending = names.filter { counts[$0] == 0 }
    while let name = pending.popFirst() {
      found.insert(name)
      for user in users[name] ?? [] {
        counts[user, default: 0] -= 1
        if counts[user] == 0 { pending.insert(user) }
      }
    }
    return found
  }
}

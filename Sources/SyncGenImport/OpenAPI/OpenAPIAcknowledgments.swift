import SyncGenYAML

/// Objects that only say what a request did, such as `{ success: true, id: a1 }`.
extension OpenAPIRoles {
  /// Treats objects as values that only responses to writes have, if they may lack their id: a row
  /// would need it, and no list or other row has such an object.
  mutating func findAcknowledgments() {
    guard !document.isOwn, resources == nil else { return }
    let places = document.rowPlaces.filter { document.shape($0.node).component != nil }
    let (lists, singles) = (places.filter(\.isList), places.filter { !$0.isList })
    let candidates = Set(singles.compactMap { document.shape($0.node).component })
      .subtracting(lists.compactMap { document.shape($0.node).component })
      .filter(mayLackIdentity)
    guard !candidates.isEmpty else { return }
    for name in candidates.subtracting(componentsOutsideOfAnswersToWrites) {
      roles[name] = .value
      obstacles[name] = "not an entity: no GET returns it, and '\(key(of: name))' may be missing"
      identities[name] = nil
      evidence[name] = nil
    }
  }

  private func key(of component: String) -> String { identities[component]?.last ?? "id" }

  private func mayLackIdentity(_ component: String) -> Bool {
    guard roles[component] == .entity, forms[component] == nil, tombstones[component] == nil,
      let shape = document.shape(ofComponent: component)
    else { return false }
    return !shape.required.isSuperset(of: identities[component] ?? [])
  }

  /// The components in responses to `GET`, in request bodies and in rows.
  private var componentsOutsideOfAnswersToWrites: Set<String> {
    var nodes = document.schemas.filter { roles[$0.key] == .entity }.map(\.value)
    for operation in document.operations {
      if let body = operation.node["requestBody"] { nodes.append(document.resolved(body)) }
      guard operation.method == "get" else { continue }
      nodes += operation.responses.filter(\.isSuccess).map(\.node)
    }
    return document.reached(from: nodes)
  }
}

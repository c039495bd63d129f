import SyncGenYAML

/// Objects whose ids may not be those of rows.
extension OpenAPIRoles {
  /// Treats such objects as values: nothing shows that their ids identify rows, and they may lack
  /// them, or only a path with something else than their id leads to them. A document without
  /// responses shows nothing of this.
  mutating func findDoubtfulRows() {
    guard !document.rowPlaces.isEmpty else { return }
    var doubts = doubts
    // A value in a row cannot hold rows.
    for name in rowsWithRows(among: Set(doubts.keys)) { doubts[name] = nil }
    for pair in document.schemas {
      if let reason = doubts[pair.key] { treatAsValue(pair.key, reason) }
    }
  }

  /// Why objects may not be rows, by their components.
  private var doubts: [String: String] {
    let signs = OpenAPIRowEvidence(document)
    var places: [String: [OpenAPIRowPlace]] = [:]
    for place in document.rowPlaces {
      guard let name = document.shape(place.node).component.flatMap(entity) else { continue }
      places[name, default: []].append(place)
    }
    var doubts: [String: String] = [:]
    for name in document.schemas.map(\.key) where isAlone(name) && !signs.hasReference(to: name) {
      doubts[name] = doubt(about: name, in: places[name] ?? [], signs)
    }
    return doubts
  }

  private func doubt(
    about name: String, in places: [OpenAPIRowPlace], _ signs: OpenAPIRowEvidence
  ) -> String? {
    let key = key(of: name)
    if places.contains(where: { signs.hasRows($0, of: name, key: key) }) { return nil }
    if mayLackIdentity(name) {
      let variant = places.compactMap(signs.variant).first
      let reason = variant.map { "rows with another {\($0)} may have the same" }
      return "'\(key)' may be missing, and \(reason ?? "nothing shows that it identifies rows")"
    }
    let foreign = places.map { signs.foreignPlaceholder($0, of: name, key: key) }
    guard let placeholder = foreign.first ?? nil, !foreign.contains(nil), !isNested(name) else {
      return nil
    }
    return "rows with another {\(placeholder)} may have the same '\(key)'"
  }

  /// Whether another component contains the objects of a component.
  private func isNested(_ component: String) -> Bool {
    document.schemas.contains { pair in
      pair.key != component && document.mentions(in: pair.value).contains(component)
    }
  }

  /// The components that rows contain and that contain rows themselves.
  private func rowsWithRows(among doubtful: Set<String>) -> Set<String> {
    guard !doubtful.isEmpty else { return [] }
    let parts = document.schemas.map { ($0.key, Set(document.mentions(in: $0.value))) }
    let inner = Dictionary(parts) { first, _ in first }
    var outer: [String: Set<String>] = [:]
    for (name, mentioned) in inner {
      for one in mentioned { outer[one, default: []].insert(name) }
    }
    var rest = doubtful
    var rows = Set(inner.keys.filter { entity($0).map { !doubtful.contains($0) } ?? false })
    while true {
      let found = rest.intersection(Self.reached(from: rows, inner))
        .intersection(Self.reached(from: rows, outer))
      if found.isEmpty { return doubtful.subtracting(rest) }
      rest.subtract(found)
      rows.formUnion(found)
    }
  }

  /// What components lead to, but not further than to one of them.
  private static func reached(
    from components: Set<String>, _ next: [String: Set<String>]
  ) -> Set<String> {
    var reached: Set<String> = []
    var pending = components.flatMap { next[$0] ?? [] }
    while let name = pending.popLast() {
      guard reached.insert(name).inserted, !components.contains(name) else { continue }
      pending += next[name] ?? []
    }
    return reached
  }

  // MARK: Comments

  /// Says which identities the document does not require.
  mutating func noteOptionalIdentities() {
    for pair in document.schemas where roles[pair.key] == .entity {
      let components = [pair.key] + (forms[pair.key] ?? [])
      guard components.contains(where: { !requires(identities[pair.key] ?? [], $0) }) else {
        continue
      }
      switch evidence[pair.key] {
      case nil: evidence[pair.key] = "the identity, although it is optional"
      case OpenAPIIdentities.fromName?:
        evidence[pair.key] = "\(OpenAPIIdentities.fromName), although it is optional"
      default: break
      }
    }
  }

  private func requires(_ keys: [String], _ component: String) -> Bool {
    document.shape(ofComponent: component)?.required.isSuperset(of: keys) ?? true
  }
}

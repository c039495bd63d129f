import SyncGenDiagnostics

/// The endpoints that a session pulls, and their order: rows to which others refer first, otherwise
/// the order of the file.
struct PullPlan {
  private let draft: SchemaDraft
  private let types: [InlineType]
  private let endpoints: [EndpointModel]
  /// The positions of the endpoints that are pulled, in the order of the file.
  private let pulled: [Int]
  /// The entities whose rows each of them contains.
  private let entities: [Int: Set<EntityID>]

  init(_ endpoints: [EndpointModel], types: [InlineType], in draft: SchemaDraft) {
    self.draft = draft
    self.types = types
    self.endpoints = endpoints
    let pulled = endpoints.indices.filter { endpoints[$0].isPulled }
    self.pulled = pulled
    var entities: [Int: Set<EntityID>] = [:]
    for position in pulled {
      entities[position] = RowTypes(types).entities(of: endpoints[position])
    }
    self.entities = entities
  }

  /// Reports endpoints that would be pulled for the same entity.
  func check(into bag: inout DiagnosticBag) {
    var first: [EntityID: EndpointModel] = [:]
    for endpoint in pulled.map({ endpoints[$0] }) {
      guard let entity = endpoint.stores?.entity else { continue }
      guard let other = first[entity] else {
        first[entity] = endpoint
        continue
      }
      if endpoint.pulling != .pulled(isStated: true) || other.pulling != .pulled(isStated: true) {
        bag.add(.ambiguousPull(endpoint, first: other, entity: draft[entity].name))
      }
    }
  }

  /// The positions of the endpoints in the order of a session.
  var order: [Int] {
    var visit = Visit()
    for position in pulled { add(position, &visit) }
    return visit.order
  }

  private struct Visit {
    var order: [Int] = []
    /// Also those whose targets are being added, since entities may refer to each other.
    var seen: Set<Int> = []
  }

  /// Recursive: each step consumes an endpoint.
  private func add(_ position: Int, _ visit: inout Visit) {
    guard visit.seen.insert(position).inserted else { return }
    let own = entities[position] ?? []
    let targets = own.reduce(into: Set<EntityID>()) { $0.formUnion(self.targets(of: $1)) }
      .subtracting(own)
    for other in pulled where !(entities[other] ?? []).isDisjoint(with: targets) {
      add(other, &visit)
    }
    visit.order.append(position)
  }

  /// The entities to which rows of an entity refer.
  private func targets(of entity: EntityID) -> [EntityID] {
    let tagged = draft[entity].declaration.taggedReferences.flatMap(\.targets)
    return draft[entity].relations.filter { $0.kind == .reference }.compactMap(\.target)
      + tagged.compactMap { draft.symbols.entityIDs[$0.entity.value] }
  }
}

/// The entities whose rows a response contains.
private struct RowTypes {
  private let types: [InlineType]
  private var seen: Set<Int> = []

  init(_ types: [InlineType]) {
    self.types = types
  }

  func entities(of endpoint: EndpointModel) -> Set<EntityID> {
    if let stores = endpoint.stores { return [stores.entity] }
    guard let document = endpoint.storedDocument else { return [] }
    var reader = self
    return reader.entities(in: .named(document))
  }

  private mutating func entities(in type: PayloadType) -> Set<EntityID> {
    switch type {
    case .entity(let id): return [id]
    case .tagged(let rows): return Set(rows.cases.map(\.entity))
    case .array(let inner), .dictionary(let inner), .optional(let inner):
      return entities(in: inner)
    case .inline(let inline): return entities(in: inline)
    case .named(let position):
      guard types.indices.contains(position), seen.insert(position).inserted else { return [] }
      return entities(in: types[position])
    case .patch, .scalar, .enumeration, .value, .money, .file: return []
    }
  }

  private mutating func entities(in type: InlineType) -> Set<EntityID> {
    var found: Set<EntityID> = []
    for field in type.fields { found.formUnion(entities(in: field.type)) }
    return found
  }
}

extension EndpointModel {
  fileprivate var isPulled: Bool {
    if case .pulled = pulling { true } else { false }
  }
}

extension Diagnostic {
  fileprivate static func ambiguousPull(
    _ endpoint: EndpointModel, first: EndpointModel, entity: String
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousPull,
      "a session would pull '\(entity)' from both '\(first.name.name)' and '\(endpoint.name.name)'",
      at: endpoint.span,
      notes: [
        Note("'\(first.name.name)' is here", at: first.span),
        Note(
          "add 'pulls: false' to the one that the session should not request, or 'pulls: true' to both",
          at: endpoint.span),
      ])
  }
}

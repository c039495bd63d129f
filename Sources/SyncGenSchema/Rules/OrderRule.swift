/// An order must be a `double` attribute with an index.
struct OrderRule {
  /// Names that suggest that an attribute is an order.
  private static let names: Set<String> = [
    "position", "sortIndex", "sortKey", "sortOrder", "orderIndex",
  ]

  let schema: Schema
  let id: EntityID

  private var entity: Entity { schema[id] }

  func violations() -> [LintViolation] {
    entity.relations.filter(isPositioned).map { relation in
      LintViolation(
        message:
          "relationship '\(entity.name.name).\(relation.name.name)' is ordered by a generated position column ('ordered: true')",
        fix: "write 'ordered: <attribute>' with a 'double' of "
          + "'\(schema[relation.target].name.name)'",
        span: relation.span)
    } + orders.compactMap(violation)
  }

  private func isPositioned(_ relation: Relation) -> Bool {
    switch relation.kind {
    case .toMany(let ordering): ordering == .position
    case .manyToMany(let membership): membership.ordering == .position
    case .toOne, .toOneInverse: false
    }
  }

  /// The entity's attributes by which lists are ordered, by name or because a relationship states
  /// so.
  private var orders: [Int] {
    let stated = statedOrders
    return entity.attributes.indices.filter { stated.contains($0) || isNamedAsOrder($0) }
  }

  /// The entity's attributes by which relationships order lists.
  var statedOrders: Set<Int> {
    let relations = schema.entities.lazy.flatMap(\.relations).filter { $0.target == id }
    return Set(
      relations.compactMap { relation -> Int? in
        switch relation.kind {
        case .toMany(let ordering): ordering.attributeIndex
        case .manyToMany(let membership): membership.ordering.attributeIndex
        case .toOne, .toOneInverse: nil
        }
      })
  }

  /// A clock is not an order, regardless of its name: the rule `sync-clock` requires a date or a
  /// revision.
  private func isNamedAsOrder(_ index: Int) -> Bool {
    let attribute = entity.attributes[index]
    return entity.sync.clock != index && Self.names.contains(attribute.name.name)
      && [.scalar(.int), .scalar(.double)].contains(attribute.type)
  }

  private func violation(_ index: Int) -> LintViolation? {
    let attribute = entity.attributes[index]
    let name = attribute.name.name
    let title = "attribute '\(entity.name.name).\(name)' sorts rows"
    if attribute.type != .scalar(.double) {
      return LintViolation(
        message: "\(title) and is an 'int', expected a 'double'", fix: "write '\(name): double'",
        span: attribute.span)
    }
    guard !entity.hasIndex(on: attribute.columns[0]) else { return nil }
    return LintViolation(
      message: "\(title) and has no index",
      fix: "write 'indexes: [[<parent>, \(name)]]', or 'index: true' if there is no parent",
      span: attribute.span)
  }
}

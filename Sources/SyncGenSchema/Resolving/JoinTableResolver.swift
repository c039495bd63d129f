import SyncGenDiagnostics

/// Creates the join tables of many-to-many relationships, or finds them in the entities that take
/// them over.
enum JoinTableResolver {
  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    for id in draft.relationIDs where draft[id].kind == .manyToMany && draft[id].target != nil {
      guard owns(id, draft) else { continue }
      checkOrder(id, draft, into: &bag)
      if let through = through(id, draft, into: &bag) {
        ThroughResolver.resolve(id, through: through, &draft, into: &bag)
      } else {
        add(table(id, draft), of: id, &draft)
      }
    }
  }

  /// A table belongs to the side that states the inverse; if both or neither do, to the first one.
  private static func owns(_ id: RelationID, _ draft: SchemaDraft) -> Bool {
    guard let other = draft[id].inverse else { return true }
    guard draft[id].statesInverse == draft[other].statesInverse else {
      return draft[id].statesInverse
    }
    return id.precedes(other)
  }

  private static func through(
    _ id: RelationID, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) -> EntityID? {
    let here = draft[id].through
    let there = draft[id].inverse.flatMap { draft[$0].through }
    if let here, let there, here != there, let other = draft[id].inverse,
      let span = draft[other].declaration.through?.span
    {
      bag.add(
        .throughConflict(
          draft[there].name, of: draft.title(of: other), draft[here].name,
          of: draft.title(of: id), at: span))
    }
    return here ?? there
  }

  private static func checkOrder(
    _ id: RelationID, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    guard let other = draft[id].inverse, let order = draft[other].declaration.order,
      case .position = order.value
    else { return }
    let (name, inverse) = (draft[other].name, draft[id].name)
    var remedy =
      "write '\(name): { to: [\(draft[id.entity].name)], inverse: \(inverse), ordered: true }'"
    if draft[id].statesInverse { remedy += ", and remove 'inverse' from \(draft.title(of: id))" }
    bag.add(
      .orderOfFarSide(
        draft.title(of: other), owner: draft.title(of: id), remedy: remedy, at: order.span))
  }

  private static func table(_ id: RelationID, _ draft: SchemaDraft) -> JoinTable {
    let target = draft[id].target ?? id.entity
    let entityName = draft[id.entity].snakeName
    let name = entityName + "_" + draft[id].snakeName
    let singular = draft[id].singularName
    let isOrdered = draft[id].order == .position
    return JoinTable(
      name: SQLIdentifier(name),
      left: JoinTable.End(
        entity: id.entity, relation: id, columns: columns(of: id.entity, entityName, draft)),
      right: JoinTable.End(
        entity: target, relation: draft[id].inverse, columns: columns(of: target, singular, draft)),
      positionColumn: isOrdered ? SQLIdentifier("position") : nil,
      inverseIndex: SQLIdentifier(name + "_" + singular + "_id"), through: nil)
  }

  /// The columns with an entity's identity: `seat_id`, or `seat_row` and `seat_number`.
  private static func columns(
    of entity: EntityID, _ name: String, _ draft: SchemaDraft
  ) -> [JoinTable.EndColumn] {
    let identity = draft[entity].identity?.columns.map { draft[entity].columns[$0] } ?? []
    guard identity.count > 1 else {
      return [
        JoinTable.EndColumn(
          name: SQLIdentifier(name + "_id"), storage: identity.first?.storage ?? .text)
      ]
    }
    return identity.map {
      JoinTable.EndColumn(name: SQLIdentifier(name + "_" + $0.name.name), storage: $0.storage)
    }
  }

  static func add(_ table: JoinTable, of id: RelationID, _ draft: inout SchemaDraft) {
    draft[id].membership = (draft.joinTables.count, .left)
    if let other = draft[id].inverse { draft[other].membership = (draft.joinTables.count, .right) }
    draft.joinTables.append(table)
  }
}

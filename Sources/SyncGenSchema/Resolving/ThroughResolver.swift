import SyncGenDiagnostics

/// Checks an entity that takes over a join table, and describes its table as such.
enum ThroughResolver {
  static func resolve(
    _ id: RelationID, through: EntityID, _ draft: inout SchemaDraft, into bag: inout DiagnosticBag
  ) {
    guard let target = draft[id].target else { return }
    guard let (left, right) = sides(id, through: through, target: target, draft, into: &bag) else {
      return
    }
    checkIdentity(of: draft[through], left, right, for: id, draft, into: &bag)
    checkDefaults(of: draft[through], left, right, for: id, draft, into: &bag)
    if draft[id].order == .position {
      draft[through].addPosition(named: "position", of: left)
    }
    let table = table(id, draft[through], left, right, draft, target: target)
    JoinTableResolver.add(table, of: id, &draft)
  }

  /// The to-one relationship to the relationship's own entity and the one to its target; if both
  /// refer to the same entity, the first one is the relationship's own.
  private static func sides(
    _ id: RelationID, through: EntityID, target: EntityID, _ draft: SchemaDraft,
    into bag: inout DiagnosticBag
  ) -> (left: Int, right: Int)? {
    let references = draft[through].relationIDs.filter { draft[$0].kind == .reference }
    let lefts = references.filter { draft[$0].target == id.entity }
    let rights = references.filter { draft[$0].target == target }
    if id.entity == target, lefts.count == 2 { return (lefts[0].index, lefts[1].index) }
    if id.entity != target, lefts.count == 1, rights.count == 1 {
      return (lefts[0].index, rights[0].index)
    }
    bag.add(
      .throughSides(
        draft[through].name, of: draft.title(of: id), draft[id.entity].name, draft[target].name,
        at: span(of: id, draft)))
    return nil
  }

  private static func span(of id: RelationID, _ draft: SchemaDraft) -> SourceSpan {
    draft[id].declaration.through?.span
      ?? draft[id].inverse.flatMap { draft[$0].declaration.through?.span }
      ?? draft[id].declaration.name.span
  }

  /// Rows are identified by the two sides, or by something that a membership list can generate.
  private static func checkIdentity(
    of through: EntityDraft, _ left: Int, _ right: Int, for id: RelationID, _ draft: SchemaDraft,
    into bag: inout DiagnosticBag
  ) {
    guard let parts = through.identity?.parts else { return }
    if Set(parts) == Set(through.identityParts(of: left) + through.identityParts(of: right)) {
      return
    }
    if parts.count == 1, case .attribute(let index) = parts[0],
      through.attributes[index].defaultValue == .newUUID
    {
      return
    }
    let names = [through.relations[left].name, through.relations[right].name]
    bag.add(
      .throughIdentity(
        through.name, of: draft.title(of: id), sides: names, at: span(of: id, draft)))
  }

  private static func checkDefaults(
    of through: EntityDraft, _ left: Int, _ right: Int, for id: RelationID, _ draft: SchemaDraft,
    into bag: inout DiagnosticBag
  ) {
    // The parts of references, which are checked as such.
    let parts = Set(through.relations.flatMap(\.partNames))
    for (index, attribute) in through.attributes.enumerated()
    where !parts.contains(attribute.name.name) && !attribute.isOptional
      && attribute.defaultValue == nil
    {
      let isIdentity = through.identity?.parts.contains(.attribute(index: index)) ?? true
      guard !isIdentity else { continue }
      bag.add(
        .throughNeedsDefault(
          "attribute '\(through.name).\(attribute.name.name)'", of: draft.title(of: id),
          at: attribute.span))
    }
    for (index, relation) in through.relations.enumerated()
    where relation.kind == .reference && !relation.isOptional && index != left && index != right {
      bag.add(
        .throughNeedsDefault(
          "relationship '\(through.name).\(relation.name)'", of: draft.title(of: id),
          at: relation.declaration.name.span))
    }
  }

  private static func table(
    _ id: RelationID, _ through: EntityDraft, _ left: Int, _ right: Int, _ draft: SchemaDraft,
    target: EntityID
  ) -> JoinTable {
    func end(_ entity: EntityID, _ relation: RelationID?, _ reference: Int) -> JoinTable.End {
      let columns = through.relations[reference].columns.map { through.columns[$0] }
      return JoinTable.End(
        entity: entity, relation: relation,
        columns: columns.map { JoinTable.EndColumn(name: $0.name, storage: $0.storage) })
    }
    let position = through.relations[left].positionColumn.map { through.columns[$0].name }
    let farEnd = end(target, draft[id].inverse, right)
    return JoinTable(
      name: SQLIdentifier(through.table), left: end(id.entity, id, left), right: farEnd,
      positionColumn: draft[id].order == .position ? position : nil,
      inverseIndex: SQLIdentifier(through.table + "_" + farEnd.column.name), through: through.id)
  }
}

extension EntityDraft {
  /// The representation of a to-one relationship in an identity: the relationship itself, or the
  /// attributes with its parts.
  fileprivate func identityParts(of relation: Int) -> [Identity.Part] {
    let names = relations[relation].partNames
    guard !names.isEmpty else { return [.reference(relation: relation)] }
    return attributes.indices.filter { names.contains(attributes[$0].name.name) }
      .map { .attribute(index: $0) }
  }
}

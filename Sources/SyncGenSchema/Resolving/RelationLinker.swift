import SyncGenDiagnostics

/// Determines the target and the inverse of each relationship, and thereby its kind.
enum RelationLinker {
  static func link(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    for index in draft.entities.indices { findTargets(&draft, index, into: &bag) }
    for id in draft.relationIDs { followStatedInverse(of: id, &draft, into: &bag) }
    for id in draft.relationIDs { InverseInference.infer(id, &draft, into: &bag) }
    for id in draft.relationIDs {
      let kind = kind(of: id, draft)
      let isPaired = draft[id].inverse.map { !draft[$0].isToMany } ?? false
      draft[id].kind = kind
      draft[id].isOneToOne = isPaired && !draft[id].isToMany
    }
  }

  private static func findTargets(
    _ draft: inout SchemaDraft, _ index: Int, into bag: inout DiagnosticBag
  ) {
    let entity = draft.entities[index].name
    let declarations = draft.entities[index].declaration.relations
    let symbols = draft.symbols
    let schema = draft.declaration
    var relations: [RelationDraft] = []
    relations.reserveCapacity(declarations.count)
    for declaration in declarations {
      let name = declaration.name
      MemberNameRule.check(
        name, of: "relationship", declaration.remote == nil ? symbols.namer : nil, into: &bag)
      if name.value == "id" {
        bag.add(.reservedName(name, of: "relationship", reason: "Identifiable declares it"))
      }
      var owner: String { "relationship '\(entity).\(name.value)'" }
      var relation = RelationDraft(declaration, symbols)
      if let type = declaration.target {
        relation.target = target(type, of: owner, symbols, schema, into: &bag)
      }
      if let name = declaration.through {
        relation.through = through(name, of: owner, symbols, schema, into: &bag)
      }
      relations.append(consume relation)
    }
    draft.entities[index].relations = relations
  }

  private static func target(
    _ type: TypeExpression, of owner: @autoclosure () -> String, _ symbols: Symbols,
    _ schema: SchemaDeclaration, into bag: inout DiagnosticBag
  ) -> EntityID? {
    if let id = symbols.entityIDs[type.name] { return id }
    let isType = TypeResolver.element(type.name, symbols) != nil || type.name == "money"
    bag.add(
      isType
        ? .typeAsTarget(type, of: owner())
        : .unknownEntity(
          type.name, in: "the target of \(owner())",
          known: bag.candidates(symbols.entityIDs.keys.sorted()), at: type.nameSpan,
          droppedIn: schema.version(dropping: type.name), fix: type.fix))
    return nil
  }

  private static func through(
    _ name: Located<String>, of owner: String, _ symbols: Symbols, _ schema: SchemaDeclaration,
    into bag: inout DiagnosticBag
  ) -> EntityID? {
    if let id = symbols.entityIDs[name.value] { return id }
    bag.add(
      .unknownEntity(
        name.value, in: "'through' of \(owner)",
        known: bag.candidates(symbols.entityIDs.keys.sorted()), at: name.span,
        droppedIn: schema.version(dropping: name.value)))
    return nil
  }

  private static func followStatedInverse(
    of id: RelationID, _ draft: inout SchemaDraft, into bag: inout DiagnosticBag
  ) {
    guard let target = draft[id].target, let inverse = draft[id].declaration.inverse,
      case .relation(let name) = inverse.value
    else { return }
    let owner = draft.title(of: id)
    let tagged = draft[target].declaration.taggedReferences
    if let index = tagged.firstIndex(where: { $0.name.value == name }) {
      return TaggedInverse(id: id, target: target, index: index, span: inverse.span)
        .follow(in: &draft, into: &bag)
    }
    guard let index = draft[target].relations.firstIndex(where: { $0.name == name }) else {
      let known = draft.inverses(from: target, to: id.entity).map { draft[$0].name }
      bag.add(
        .unknownInverse(
          name, of: owner, in: draft[target].name, known: known, at: inverse.span))
      return
    }
    let other = RelationID(entity: target, index: index)
    if let problem = problem(pairing: id, with: other, draft) {
      bag.add(.invalidInverse(of: owner, draft.title(of: other), problem, at: inverse.span))
    } else {
      draft.pair(id, other)
    }
  }

  /// The reason why two relationships cannot be each other's inverse; `nil` if they can.
  private static func problem(
    pairing id: RelationID, with other: RelationID, _ draft: SchemaDraft
  ) -> String? {
    if id == other { return "is the relationship itself" }
    guard let back = draft[other].target else { return nil }
    if back != id.entity { return "its target is '\(draft[back].name)'" }
    if case .some((.none, _)) = draft[other].declaration.inverse { return "it has 'inverse: none'" }
    if case .some((.relation(let name), _)) = draft[other].declaration.inverse,
      name != draft[id].name
    {
      return "it has 'inverse: \(name)'"
    }
    if let taken = draft[other].inverse, taken != id {
      return "it is already the inverse of \(draft.title(of: taken))"
    }
    return nil
  }

  private static func kind(of id: RelationID, _ draft: SchemaDraft) -> RelationDraft.Kind {
    let isToMany = draft[id].isToMany
    if draft[id].taggedInverse != nil { return .toMany }
    guard let other = draft[id].inverse else { return isToMany ? .manyToMany : .reference }
    let isOtherToMany = draft[other].isToMany
    if isToMany { return isOtherToMany ? .manyToMany : .toMany }
    if isOtherToMany { return .reference }
    let statesInverse = draft[id].statesInverse
    guard statesInverse == draft[other].statesInverse else {
      return statesInverse ? .reference : .referenceInverse
    }
    return id.precedes(other) ? .reference : .referenceInverse
  }
}

extension SchemaDraft {
  /// The title of a relationship, e.g. `relationship 'Task.items'`.
  func title(of id: RelationID) -> String {
    "relationship '\(self[id.entity].name).\(self[id].name)'"
  }

  /// The relationships of an entity to another one.
  func inverses(from entity: EntityID, to target: EntityID) -> [RelationID] {
    self[entity].relationIDs.filter { self[$0].target == target }
  }

  mutating func pair(_ left: RelationID, _ right: RelationID) {
    self[left].inverse = right
    self[right].inverse = left
  }
}

extension RelationID {
  /// Whether it precedes another one in the files.
  func precedes(_ other: RelationID) -> Bool {
    (entity.index, index) < (other.entity.index, other.index)
  }
}

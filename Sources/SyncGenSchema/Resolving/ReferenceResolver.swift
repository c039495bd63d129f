import SyncGenDiagnostics

/// Appends the columns of to-one relationships and of positions, and completes the identities.
enum ReferenceResolver {
  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    let storages = draft.entities.indices.map { storage(of: EntityID($0), draft, visited: []) }
    for index in draft.entities.indices where refersToItself(EntityID(index), draft) {
      bag.add(.circularIdentity(draft.entities[index].declaration.name))
    }
    for index in draft.entities.indices { addReferences(&draft, index, storages) }
    for index in draft.entities.indices { addPositions(&draft, index) }
    for index in draft.entities.indices { completeIdentity(&draft.entities[index]) }
  }

  /// Whether the identity of an entity contains itself, directly or through other identities.
  private static func refersToItself(_ entity: EntityID, _ draft: SchemaDraft) -> Bool {
    var reached: Set<Int> = []
    var open = [entity]
    while let next = open.popLast() {
      for case .reference(let relation) in draft[next].identity?.parts ?? [] {
        guard let target = draft[next].relations[relation].target else { continue }
        if target == entity { return true }
        if reached.insert(target.index).inserted { open.append(target) }
      }
    }
    return false
  }

  /// The storage of an entity's identity; `nil` for a composite identity, or one that refers to
  /// itself.
  private static func storage(
    of id: EntityID, _ draft: SchemaDraft, visited: Set<Int>
  ) -> SQLStorage? {
    guard !visited.contains(id.index), let identity = draft[id].identity, !identity.isComposite
    else { return nil }
    switch identity.parts[0] {
    case .attribute(let index):
      return draft[id].columns[draft[id].attributes[index].columns[0]].storage
    case .reference(let index):
      return draft[id].relations[index].target.flatMap {
        storage(of: $0, draft, visited: visited.union([id.index]))
      }
    }
  }

  private static func addReferences(
    _ draft: inout SchemaDraft, _ entity: Int, _ storages: [SQLStorage?]
  ) {
    for index in draft.entities[entity].relations.indices {
      let relation = draft.entities[entity].relations[index]
      guard relation.kind == .reference, let target = relation.target else { continue }
      guard relation.partNames.isEmpty else {
        draft.entities[entity].setParts(of: index)
        continue
      }
      let name = relation.declaration.column?.value ?? relation.snakeName + "_id"
      draft.entities[entity].relations[index].column = draft.entities[entity].columns.count
      draft.entities[entity].columns.append(
        Column(
          name: SQLIdentifier(name), storage: storages[target.index] ?? .text,
          isRequired: !relation.isOptional, defaultValue: nil, source: .reference(relation: index)))
    }
  }

  /// Adds the column for a child's position in each list of a parent that is `ordered: true`.
  private static func addPositions(_ draft: inout SchemaDraft, _ entity: Int) {
    for index in draft.entities[entity].relations.indices {
      let relation = draft.entities[entity].relations[index]
      guard relation.kind == .reference, let inverse = relation.inverse,
        draft[inverse].isToMany, case .position = draft[inverse].declaration.order?.value
      else { continue }
      let name = draft[inverse].snakeName + "_position"
      draft.entities[entity].addPosition(named: name, of: index)
    }
  }

  private static func completeIdentity(_ entity: inout EntityDraft) {
    guard let parts = entity.identity?.parts else { return }
    let columns = parts.flatMap { part in
      switch part {
      case .attribute(let index): entity.columns(of: .attribute(index))
      case .reference(let index): entity.columns(of: .relation(index))
      }
    }
    entity.identity = Identity(parts: parts, columns: columns)
  }
}

extension EntityDraft {
  /// Finds the columns of a relationship whose parts are attributes.
  fileprivate mutating func setParts(of relation: Int) {
    let columns = relations[relation].partNames.flatMap { name in
      attributes.first { $0.name.name == name }?.columns ?? []
    }
    relations[relation].partColumns = columns
    relations[relation].column = columns.first
  }

  /// Appends the column for a row's position in the list of the parent that a relationship names.
  mutating func addPosition(named name: String, of relation: Int) {
    relations[relation].positionColumn = columns.count
    columns.append(
      Column(
        name: SQLIdentifier(name), storage: .integer, isRequired: false, defaultValue: nil,
        source: .position(relation: relation)))
  }
}

import SyncGenDiagnostics

/// Finds names that two elements of a schema would share in Swift or in SQL.
enum CollisionRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    checkTables(draft, into: &bag)
    checkRemoteNames(draft, into: &bag)
    for entity in draft.entities {
      checkProperties(entity, into: &bag)
      checkColumns(entity, into: &bag)
      RemoteCollisionRule.check(entity, into: &bag)
      IgnoredKeyRule.check(entity, into: &bag)
    }
    for table in draft.joinTables { checkColumns(table, draft, into: &bag) }
  }

  private static func checkTables(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    var tables: [String: TableOwner] = [:]
    tables.reserveCapacity(draft.entities.count + 2 * draft.joinTables.count)
    func enter(_ name: String, _ owner: TableOwner) {
      guard let first = tables.updateValue(owner, forKey: name.lowercased()) else { return }
      bag.add(
        .tableCollision(
          name, draft.title(of: owner), at: draft.span(of: owner), draft.title(of: first),
          at: draft.span(of: first)))
    }
    for entity in draft.entities.indices {
      enter(draft.entities[entity].table, .entity(EntityID(entity)))
    }
    for table in draft.joinTables where table.through == nil {
      guard let id = table.left.relation else { continue }
      enter(table.name.name, .joinTable(id))
      enter(table.inverseIndex.name, .inverseIndex(id))
    }
    for entity in draft.entities.indices where draft.entities[entity].search != nil {
      let table = SearchIndex.table(of: draft.entities[entity].table)
      for ending in SearchIndex.tableEndings { enter(table + ending, .search(EntityID(entity))) }
    }
  }

  /// Only for entities that state one: names are distinct, and the rules for derived names do not
  /// change.
  private static func checkRemoteNames(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    var reported: Set<EntityID> = []
    for name in [\EntityDraft.remoteName, \EntityDraft.remotePlural] {
      var taken: [String: EntityDraft] = [:]
      for entity in draft.entities {
        guard let first = taken.updateValue(entity, forKey: entity[keyPath: name]),
          let stated = entity.declaration.remoteName ?? first.declaration.remoteName,
          reported.insert(entity.id).inserted
        else { continue }
        bag.add(
          .remoteNameCollision(
            entity[keyPath: name], first.name, entity.name, at: stated.span,
            first: first.declaration.name.span))
      }
    }
  }

  /// The members themselves are distinct, see `MemberResolver`; only the properties of ids remain.
  private static func checkProperties(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    var relations: [String: Int] = [:]
    relations.reserveCapacity(entity.relations.count)
    for index in entity.relations.indices {
      let name = entity.relations[index].idProperty
      let twin = relations.updateValue(index, forKey: name).map { EntityDraft.Member.relation($0) }
      guard let first = entity.members[name] ?? twin else { continue }
      bag.add(
        .propertyCollision(
          name, in: entity.name, "the identities of \(entity.title(of: .relation(index)))",
          at: entity.span(of: .relation(index)), entity.title(of: first), at: entity.span(of: first)
        ))
    }
  }

  private static func checkColumns(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    var columns: [String: EntityDraft.Member] = [:]
    columns.reserveCapacity(entity.columns.count)
    for column in entity.columns {
      let member = EntityDraft.Member(column.source)
      guard let first = columns.updateValue(member, forKey: column.name.name.lowercased())
      else { continue }
      bag.add(
        .columnCollision(
          column.name.name, in: entity.table, entity.title(of: member), at: entity.span(of: member),
          entity.title(of: first), at: entity.span(of: first)))
    }
  }

  private static func checkColumns(
    _ table: JoinTable, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    guard table.through == nil, let id = table.left.relation else { return }
    var taken = Set(table.left.columns.map(\.name))
    if let position = table.positionColumn, !taken.insert(position).inserted {
      taken.insert(table.right.column)
    }
    guard let column = table.right.columns.first(where: { taken.contains($0.name) }) else { return }
    bag.add(
      .joinColumnCollision(
        column.name.name, in: table.name.name, of: draft.title(of: id),
        at: draft[id].declaration.name.span))
  }
}

/// The element that gives a name to a table or index.
private enum TableOwner {
  case entity(EntityID)
  case joinTable(RelationID)
  case inverseIndex(RelationID)
  case search(EntityID)
}

extension SchemaDraft {
  fileprivate func title(of owner: TableOwner) -> String {
    switch owner {
    case .entity(let id): "entity '\(self[id].name)'"
    case .joinTable(let id): title(of: id)
    case .inverseIndex(let id): "the index of \(title(of: id))"
    case .search(let id): "'search' of entity '\(self[id].name)'"
    }
  }

  fileprivate func span(of owner: TableOwner) -> SourceSpan {
    switch owner {
    case .entity(let id): self[id].declaration.table?.span ?? self[id].declaration.name.span
    case .joinTable(let id), .inverseIndex(let id): self[id].declaration.name.span
    case .search(let id):
      self[id].declaration.search?.span ?? self[id].declaration.name.span
    }
  }
}

extension EntityDraft.Member {
  /// Creates the member that a column belongs to.
  fileprivate init(_ source: Column.Source) {
    switch source {
    case .attribute(let index), .moneyMinor(let index), .moneyCurrency(let index):
      self = .attribute(index)
    case .reference(let index), .position(let index): self = .relation(index)
    }
  }
}

extension EntityDraft {
  /// The title of a member, e.g. `attribute 'title'`.
  func title(of member: Member) -> String {
    switch member {
    case .attribute(let index): "attribute '\(attributes[index].name.name)'"
    case .relation(let index): "relationship '\(relations[index].name)'"
    }
  }
}

import SyncGenDiagnostics

/// Finds names that two things of a schema would have in Swift or in SQL.
enum CollisionRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    checkTables(draft, into: &bag)
    for entity in draft.entities {
      checkProperties(entity, into: &bag)
      checkColumns(entity, into: &bag)
      RemoteCollisionRule.check(entity, into: &bag)
    }
    for table in draft.joinTables { checkColumns(table, draft, into: &bag) }
  }

  private static func checkTables(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    var tables: [String: (title: String, span: SourceSpan)] = [:]
    func enter(_ name: String, _ title: String, _ span: SourceSpan) {
      guard let first = tables.updateValue((title, span), forKey: name.lowercased()) else { return }
      bag.add(.tableCollision(name, title, at: span, first.title, at: first.span))
    }
    for entity in draft.entities {
      let span = entity.declaration.table?.span ?? entity.declaration.name.span
      enter(entity.table, "entity '\(entity.name)'", span)
    }
    for table in draft.joinTables where table.through == nil {
      guard let id = table.left.relation else { continue }
      let span = draft[id].declaration.name.span
      enter(table.name.name, draft.title(of: id), span)
      enter(table.wayBackIndex.name, "the index of \(draft.title(of: id))", span)
    }
  }

  /// The members themselves are distinct, see `MemberResolver`; what is left are the properties of ids.
  private static func checkProperties(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    var relations: [String: Int] = [:]
    for (index, relation) in entity.relations.enumerated() {
      let name = relation.idProperty
      let twin = relations.updateValue(index, forKey: name).map { EntityDraft.Member.relation($0) }
      guard let first = entity.members[name] ?? twin else { continue }
      bag.add(
        .propertyCollision(
          name, in: entity.name, "the identities of relation '\(relation.name)'",
          at: relation.declaration.name.span, entity.title(of: first), at: entity.span(of: first)))
    }
  }

  private static func checkColumns(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    var columns: [String: EntityDraft.Member] = [:]
    for column in entity.columns {
      let member = EntityDraft.Member(column.source)
      guard let first = columns.updateValue(member, forKey: column.name.name) else { continue }
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
    let names = [table.left.column, table.right.column, table.positionColumn].compactMap(\.?.name)
    guard Set(names).count < names.count else { return }
    bag.add(
      .joinColumnCollision(
        table.right.column.name, in: table.name.name, of: draft.title(of: id),
        at: draft[id].declaration.name.span))
  }
}

extension EntityDraft.Member {
  /// The member that a column belongs to.
  fileprivate init(_ source: Column.Source) {
    switch source {
    case .attribute(let index), .moneyMinor(let index), .moneyCurrency(let index):
      self = .attribute(index)
    case .reference(let index), .position(let index): self = .relation(index)
    }
  }
}

extension EntityDraft {
  /// `attribute 'title'`
  func title(of member: Member) -> String {
    switch member {
    case .attribute(let index): "attribute '\(attributes[index].name.name)'"
    case .relation(let index): "relation '\(relations[index].name)'"
    }
  }
}

import SyncGenDiagnostics

/// Finds names that two things of a schema would have in Swift, in SQL or in JSON.
enum CollisionRule {
  /// A name with what has it.
  private typealias Owner = (title: String, span: SourceSpan)

  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    checkTables(draft, into: &bag)
    for entity in draft.entities {
      checkProperties(entity, draft, into: &bag)
      checkColumns(entity, into: &bag)
      checkRemote(entity, draft, into: &bag)
    }
    for table in draft.joinTables { checkColumns(table, draft, into: &bag) }
  }

  private static func checkTables(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    var tables: [String: Owner] = [:]
    func enter(_ name: String, _ owner: Owner) {
      guard let first = tables.updateValue(owner, forKey: name.lowercased()) else { return }
      bag.add(.tableCollision(name, owner.title, at: owner.span, first.title, at: first.span))
    }
    for entity in draft.entities {
      let span = entity.declaration.table?.span ?? entity.declaration.name.span
      enter(entity.table, ("entity '\(entity.name)'", span))
    }
    for table in draft.joinTables where table.through == nil {
      guard let id = table.left.relation else { continue }
      let owner = (draft.title(of: id), draft[id].declaration.name.span)
      enter(table.name.name, owner)
      enter(table.wayBackIndex.name, ("the index of \(owner.0)", owner.1))
    }
  }

  private static func checkProperties(
    _ entity: EntityDraft, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    var members: [String: Owner] = [:]
    for attribute in entity.attributes {
      members[attribute.name.name] = ("attribute '\(attribute.name.name)'", attribute.span)
    }
    for relation in entity.relations {
      let span = relation.declaration.name.span
      let title = "relation '\(relation.name)'"
      members[relation.name] = members[relation.name] ?? (title, span)
    }
    for relation in entity.relations {
      let name = RelationAssembler.idProperty(relation, draft.symbols).name
      let span = relation.declaration.name.span
      let owner = ("the identities of relation '\(relation.name)'", span)
      guard let first = members.updateValue(owner, forKey: name) else { continue }
      bag.add(
        .propertyCollision(name, in: entity.name, owner.0, at: span, first.title, at: first.span))
    }
  }

  private static func checkColumns(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    var columns: [String: Owner] = [:]
    for column in entity.columns {
      let owner = owner(of: column.source, entity)
      guard let first = columns.updateValue(owner, forKey: column.name.name.lowercased()) else {
        continue
      }
      bag.add(
        .columnCollision(
          column.name.name, in: entity.table, owner.title, at: owner.span, first.title,
          at: first.span))
    }
  }

  private static func owner(of source: Column.Source, _ entity: EntityDraft) -> Owner {
    switch source {
    case .attribute(let index), .moneyMinor(let index), .moneyCurrency(let index):
      let attribute = entity.attributes[index]
      return ("attribute '\(attribute.name.name)'", attribute.span)
    case .reference(let index), .position(let index):
      let relation = entity.relations[index]
      return ("relation '\(relation.name)'", relation.declaration.name.span)
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

  /// Two members that read the same key, or that write it.
  private static func checkRemote(
    _ entity: EntityDraft, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    var reads: [RemotePath: Owner] = [:]
    var writes: [RemotePath: Owner] = [:]
    func enter(
      _ paths: [RemotePath], _ written: [RemotePath], _ direction: SyncDirection, _ owner: Owner
    ) {
      var first: (path: RemotePath, owner: Owner)?
      if direction.isImported {
        for path in paths where reads[path]?.title != owner.title {
          if let other = reads.updateValue(owner, forKey: path) { first = first ?? (path, other) }
        }
      }
      if direction.isExported {
        for path in written where writes[path]?.title != owner.title {
          if let other = writes.updateValue(owner, forKey: path) { first = first ?? (path, other) }
        }
      }
      guard let first else { return }
      bag.add(
        .remoteCollision(
          first.path.dotted, in: entity.name, owner.title, at: owner.span, first.owner.title,
          at: first.owner.span))
    }
    for attribute in entity.attributes {
      let owner = ("attribute '\(attribute.name.name)'", attribute.span)
      switch attribute.remote {
      case .paths(let paths): enter(paths, Array(paths.prefix(1)), attribute.direction, owner)
      case .money(let minor, let currency):
        enter([minor, currency], [minor, currency], attribute.direction, owner)
      }
    }
    for (index, relation) in entity.relations.enumerated()
    where entity.members[relation.name] == .relation(index) {
      let keys = RelationAssembler.keys(relation, draft.symbols.namer)
      let paths = keys.ids + keys.objects.filter { !keys.ids.contains($0) }
      let written = keys.ids.prefix(1) + keys.objects.prefix(1).filter { $0 != keys.ids.first }
      let owner = ("relation '\(relation.name)'", relation.declaration.name.span)
      enter(paths, Array(written), relation.declaration.direction, owner)
    }
  }
}

import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// An operation of a migration as exposed to templates.
struct OperationContext: ContextSubject {
  let operation: MigrationOperation
  /// The names of the version that the step migrates to.
  let names: SwiftNames
  /// The names of the version that it starts from.
  let oldNames: SwiftNames

  static let type = ContextType<Self>(
    "operation", "One thing that a migration does to a database.",
    [
      .text(
        "kind",
        "`createTable`, `copyRows`, `deleteRows`, `dropTable`, `renameTable`, `dropIndex`, `createIndex`, "
          + "`createSearch`, `dropColumn`, `renameColumn`, `addColumn`, `renameLinks`, `dropLinks`, "
          + "`convertLinks`, `updateQueue`, `deleteFromQueue`, `dropTriggers`, `createTriggers` "
          + "or `run`."
      ) { $0.kind },
      .optionalObject(
        "entity",
        "The entity whose table, index or triggers are created; of the old version if they are "
          + "dropped."
      ) { context -> EntityContext? in
        guard case .entity(let id) = context.owner else { return nil }
        return EntityContext(id: id, names: context.ownerNames)
      }
      .byName(),
      .optionalObject(
        "joinTable", "The join table that is created or dropped."
      ) { context -> JoinTableContext? in
        guard case .joinTable(let index) = context.owner else { return nil }
        let schema = context.ownerNames.schema
        return JoinTableContext(table: schema.joinTables[index], schema: schema)
      }
      .byName(),
      .optionalObject("index", "The entity's index that is created.") { $0.index }
        .byName(),
      .optionalObject("column", "The column that is added.") { context -> ColumnContext? in
        guard case .addColumn(let position, let id) = context.operation else { return nil }
        let schema = context.names.schema
        return ColumnContext(position: position, entity: schema[id], schema: schema)
      }
      .byName(),
      .objects("copies", "The columns of copied rows, or of changed entries of the change queue.") {
        context -> [CopyContext] in
        switch context.operation {
        case .copyRows(_, _, let copies, _), .updateQueue(_, let copies):
          copies.map(CopyContext.init)
        default: []
        }
      },
      .flag("changesQueuedID", "Whether two entries can get the same id.") { context in
        guard case .updateQueue(_, let copies) = context.operation else { return false }
        return copies.contains { $0.column.name == "id" }
      },
      .optionalText("relation", "The relationship whose links it affects.") { $0.link },
      .optionalText("newRelation", "The relationship's new name.") {
        if case .renameLinks(_, let name) = $0.operation { name } else { nil }
      },
      .group("sql", "What SQL needs.", sqlMembers),
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .optionalText("table", "The table that it affects, in SQL.") {
      $0.table?.quoted
    },
    .optionalText(
      "source", "The former table or column, in SQL, from which rows are copied."
    ) { $0.source?.quoted },
    .optionalText("name", "The index or column that it affects, in SQL.") {
      $0.name?.quoted
    },
    .optionalText("queuedEntity", "The name of the entity in the change queue, as SQL.") {
      $0.queue.map { SQLText.string($0.entity) }
    },
    .optionalText("queueCondition", "A further condition on such entries as SQL.") {
      $0.queue?.condition
    },
    .optionalText(
      "condition",
      "For `copyRows`, `deleteRows` and `dropLinks`, the condition on the rows, as SQL; null "
        + "for all rows."
    ) {
      switch $0.operation {
      case .copyRows(_, _, _, let kept): kept?.sql
      case .dropLinks(_, let condition): condition
      case .deleteRows(_, let kept): "NOT (\(kept.sql))"
      default: nil
      }
    },
    .optionalText("linkChild", "For `convertLinks`, the child's identity as SQL.") {
      if case .convertLinks(_, let child, _) = $0.operation { child } else { nil }
    },
    .optionalText("linkParent", "For `convertLinks`, the parent's identity as SQL.") {
      if case .convertLinks(_, _, let parent) = $0.operation { parent } else { nil }
    },
    .optionalText("statements", "The statements of `run`, with a semicolon after the last one.") {
      switch $0.operation {
      case .run(let sql), .maintain(let sql): SQLText.terminated(sql)
      default: nil
      }
    },
  ]

  private static let swiftMembers: [ContextMember<Self>] = [
    .optionalText(
      "addition",
      "What it adds to the tables of an adopted database, in Swift, e.g. `.table(\"tasks\")`."
    ) { $0.swiftAddition }
  ]

  private var kind: String {
    switch operation {
    case .createTable: "createTable"
    case .copyRows: "copyRows"
    case .deleteRows: "deleteRows"
    case .dropTable: "dropTable"
    case .renameTable: "renameTable"
    case .dropIndex: "dropIndex"
    case .createIndex: "createIndex"
    case .createSearch: "createSearch"
    case .dropColumn: "dropColumn"
    case .renameColumn: "renameColumn"
    case .addColumn: "addColumn"
    case .renameLinks: "renameLinks"
    case .dropLinks: "dropLinks"
    case .convertLinks: "convertLinks"
    case .updateQueue: "updateQueue"
    case .deleteFromQueue: "deleteFromQueue"
    case .dropTriggers: "dropTriggers"
    case .createTriggers: "createTriggers"
    case .run, .maintain: "run"
    }
  }

  private var swiftAddition: String? {
    func text(_ name: SQLIdentifier) -> String { SwiftText.string(name.name) }
    return operation.addition(to: names.schema).map { addition in
      switch addition {
      case .table(let name): ".table(\(text(name)))"
      case .column(let name, let table): ".column(\(text(name)), of: \(text(table)))"
      case .index(let name, let table): ".index(\(text(name)), of: \(text(table)))"
      case .search(let name): ".search(\(text(name)))"
      }
    }
  }

  private var owner: TableShape.Owner? {
    switch operation {
    case .createTable(let owner, _), .createIndex(let owner, _), .dropTriggers(let owner),
      .createTriggers(let owner):
      owner
    case .createSearch(let id): .entity(id)
    default: nil
    }
  }

  private var ownerNames: SwiftNames {
    if case .dropTriggers = operation { oldNames } else { names }
  }

  private var queue: QueueSelection? {
    switch operation {
    case .updateQueue(let selection, _), .deleteFromQueue(let selection): selection
    default: nil
    }
  }

  private var table: SQLIdentifier? {
    switch operation {
    case .createTable(_, let name): name
    case .copyRows(_, let table, _, _), .deleteRows(let table, _), .dropTable(let table),
      .renameTable(_, let table),
      .dropColumn(_, let table), .renameColumn(_, let table, _):
      table
    case .addColumn(_, let id): names.schema[id].table
    case .createIndex(let owner, _): owner.table(of: names.schema)
    case .createSearch, .dropIndex, .renameLinks, .dropLinks, .convertLinks, .updateQueue,
      .deleteFromQueue,
      .dropTriggers, .createTriggers, .maintain, .run:
      nil
    }
  }

  private var source: SQLIdentifier? {
    switch operation {
    case .copyRows(let table, _, _, _), .renameTable(let table, _): table
    case .renameColumn(let column, _, _): column
    default: nil
    }
  }

  private var name: SQLIdentifier? {
    switch operation {
    case .dropIndex(let name), .createIndex(_, let name), .dropColumn(let name, _),
      .renameColumn(_, _, let name):
      name
    default: nil
    }
  }

  private var index: IndexContext? {
    guard case .createIndex(.entity(let id), let name) = operation else { return nil }
    let entity = names.schema[id]
    return entity.indexes.first { $0.name == name }.map {
      IndexContext(index: $0, entity: entity, schema: names.schema)
    }
  }

  private var link: String? {
    switch operation {
    case .renameLinks(let name, _), .dropLinks(let name, _), .convertLinks(let name, _, _): name
    default: nil
    }
  }
}

/// A column of copied rows as exposed to templates.
struct CopyContext: ContextSubject {
  let copy: MigrationOperation.Copy

  static let type = ContextType<Self>(
    "copy", "A column of copied rows.",
    [
      .group("sql", "What SQL needs.", sqlMembers)
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("column", "The new column in SQL.") { $0.copy.column.quoted },
    .text("expression", "Its value as SQL over the old row.") { $0.copy.expression },
  ]
}

import SyncGenSchema
import SyncGenTemplateEngine

/// The full-text index of an entity as exposed to templates.
struct SearchContext: ContextSubject {
  let search: SearchIndex
  let entity: Entity
  private let schema: Schema
  private let columns: [SQLIdentifier]

  /// Returns `nil` without `search:`.
  init?(_ entity: Entity, in schema: Schema) {
    guard let search = entity.search else { return nil }
    self.search = search
    self.entity = entity
    self.schema = schema
    columns = search.columnNames(of: entity)
  }

  static let type = ContextType<Self>(
    "search", "The full-text index of an entity, and the input of the triggers that update it.",
    [
      .text("tokenizer", "How strings are divided into words, as in the schema.") {
        $0.search.tokenizer.rawValue
      },
      .objects("members", "The strings that are searched, in the order of `sql.columns`.") {
        context in
        context.search.members.indices.map {
          SearchMemberContext(
            member: context.search.members[$0], name: context.columns[$0], entity: context.entity,
            schema: context.schema)
        }
      },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("table", "The table of FTS5, in SQL.") { $0.entity.searchTable.quoted },
    .text("rows", "The table with the identity of each document, in SQL.") {
      $0.entity.searchRowsTable.quoted
    },
    .text("tokenizer", "The value of FTS5's option `tokenize`, in SQL.") {
      SQLText.string($0.search.tokenizer.option)
    },
    .texts("columns", "The columns of the index, in SQL.") { $0.columns.map(\.quoted) },
    .texts("values", "The strings of a row of the entity's table, as SQL.") {
      $0.values(in: $0.entity.table.quoted)
    },
    .texts("newValues", "The strings of `NEW`, as SQL.") { $0.values(in: "NEW") },
    .texts("keys", "The columns of `sqlRows` that hold an identity.") { $0.keys },
    .texts("keyStorages", "What these columns hold: `TEXT`, `INTEGER`, `REAL` or `BLOB`.") {
      $0.identity.map(\.storage.rawValue)
    },
    .texts("identity", "The columns of the identity in the entity's table, in SQL.") {
      $0.identity.map(\.name.quoted)
    },
    .texts("newIdentity", "The identity of `NEW`, as SQL.") {
      $0.identity.map { "NEW.\($0.name.quoted)" }
    },
    .text("isNewRow", "A condition on `sqlRows` for the identity of `NEW`.") { $0.isRow("NEW") },
    .text("isOldRow", "The same for `OLD`.") { $0.isRow("OLD") },
    .text("isRow", "A condition that joins `sqlRows` and the entity's table.") {
      $0.isRow($0.entity.table.quoted, $0.entity.searchRowsTable.quoted + ".")
    },
    .text("isSameRow", "Whether `NEW` and `OLD` have one identity.") {
      $0.identity.map { "NEW.\($0.name.quoted) IS OLD.\($0.name.quoted)" }
        .joined(separator: " AND ")
    },
    .texts("sources", "The columns of the entity's table that the index depends on.") {
      $0.sources
    },
    .text("isChanged", "Whether an update changes one of these columns.") {
      $0.entity.difference(of: $0.sources)
    },
    .object("triggers", "The names of the triggers.") {
      TriggerNamesContext(table: $0.entity.searchTable)
    },
  ]

  private var identity: [Column] { entity.identity.columns.map { entity.columns[$0] } }

  private var keys: [String] { identity.indices.map { "key_\($0 + 1)" } }

  private var sources: [String] {
    (entity.identity.columns + search.members.map(\.column)).uniqued().map(entity.sqlColumn)
  }

  private func values(in row: String) -> [String] {
    search.members.map { $0.expression(of: entity, in: row) }
  }

  private func isRow(_ row: String, _ prefix: String = "") -> String {
    zip(keys, identity).map { "\(prefix)\($0) = \(row).\($1.name.quoted)" }
      .joined(separator: " AND ")
  }
}

/// A string that is searched, as exposed to templates.
struct SearchMemberContext: ContextSubject {
  let member: SearchIndex.Member
  let name: SQLIdentifier
  let entity: Entity
  let schema: Schema

  static let type = ContextType<Self>(
    "searched string", "A string of an entity's rows that is searched.",
    [
      .text("name", "The column of the index, not quoted.") { $0.name.name },
      .object("column", "The entity's column that contains it.") {
        ColumnContext(position: $0.member.column, entity: $0.entity, schema: $0.schema)
      }
      .byName(),
      .texts("path", "The keys of a field in the column's value, from the outside in.") {
        $0.member.path
      },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("value", "The string of a row of the entity's table, as SQL.") {
      $0.member.expression(of: $0.entity, in: $0.entity.table.quoted)
    }
  ]
}

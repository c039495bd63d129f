import SwiftSyncValues
package import SyncGenSchema

/// A table of a version in SQLite: an entity's table or a join table.
package struct TableShape: Hashable, Sendable {
  package enum Owner: Hashable, Sendable {
    case entity(EntityID)
    /// A position in `Schema.joinTables`.
    case joinTable(Int)

    package func table(of schema: Schema) -> SQLIdentifier {
      switch self {
      case .entity(let id): schema[id].table
      case .joinTable(let index): schema.joinTables[index].name
      }
    }
  }

  struct Reference: Hashable, Sendable {
    let table: SQLIdentifier
    let column: SQLIdentifier
  }

  struct ForeignKey: Hashable, Sendable {
    let columns: [SQLIdentifier]
    let table: SQLIdentifier
    let keys: [SQLIdentifier]
  }

  struct Index: Hashable, Sendable {
    let name: SQLIdentifier
    let columns: [SQLIdentifier]
    var paths: [[String]] = []
    var functions: [IndexFunction?] = []
    var settings = IndexSettings()
    let predicate: String?

    var isUnique: Bool { settings.isUnique }
  }

  /// A full-text index, which has its own tables.
  struct Search: Hashable, Sendable {
    let table: SQLIdentifier
    let rowsTable: SQLIdentifier
    let columns: [SQLIdentifier]
    let tokenizer: SearchIndex.Tokenizer
    /// The storage of the identities of its documents.
    let identity: [SQLStorage]
  }

  let owner: Owner
  package let name: SQLIdentifier
  let columns: [ColumnDefinition]
  /// The positions of its columns.
  let primaryKey: [Int]
  /// The constraints of references with one column, by its position.
  let references: [Int: Reference]
  /// The constraints of references with several columns.
  let foreignKeys: [ForeignKey]
  let indexes: [Index]
  let search: Search?
  /// An SQL condition that every row must meet.
  let check: String?

  /// The columns of the primary key, in its order.
  var key: [ColumnDefinition] { primaryKey.map { columns[$0] } }

  var isJoinTable: Bool {
    if case .joinTable = owner { true } else { false }
  }

  /// The tables of a version in the order of their creation.
  static func all(of schema: Schema) -> [TableShape] {
    schema.entityIDs.map { TableShape($0, schema) }
      + schema.joinTables.indices.filter { schema.joinTables[$0].through == nil }.map {
        TableShape(joinTable: $0, schema)
      }
  }

  init(_ id: EntityID, _ schema: Schema) {
    let entity = schema[id]
    owner = .entity(id)
    name = entity.table
    columns = entity.columnDefinitions
    primaryKey = columns.primaryKey
    references = entity.columns.enumerated().reduce(into: [:]) { references, column in
      references[column.offset] = Self.reference(of: column.element, entity, schema)
    }
    foreignKeys = entity.relations.compactMap { ForeignKey($0, of: entity, schema) }
    indexes = entity.indexes.map { index in
      Index(
        name: index.name, columns: index.columns.map { entity.columns[$0].name },
        paths: index.terms.map(\.path), functions: index.terms.map(\.function),
        settings: index.settings, predicate: index.predicate)
    }
    search = entity.search.map { search in
      Search(
        table: entity.searchTable, rowsTable: entity.searchRowsTable,
        columns: search.columnNames(of: entity), tokenizer: search.tokenizer,
        identity: entity.identity.columns.map { entity.columns[$0].storage })
    }
    check = entity.check?.value
  }

  private static func reference(
    of column: Column, _ entity: Entity, _ schema: Schema
  ) -> Reference? {
    guard case .reference(let relation) = column.source,
      entity.relations[relation].reference?.hasForeignKey == true
    else { return nil }
    let target = schema[entity.relations[relation].target]
    return target.identity.columns.first.map {
      Reference(table: target.table, column: target.columns[$0].name)
    }
  }

  init(joinTable index: Int, _ schema: Schema) {
    let table = schema.joinTables[index]
    owner = .joinTable(index)
    name = table.name
    columns = table.columnDefinitions
    primaryKey = columns.primaryKey
    references = [:]
    foreignKeys = []
    indexes = [
      Index(
        name: table.inverseIndex, columns: table.right.columns.map(\.name), predicate: nil)
    ]
    search = nil
    check = nil
  }
}

extension TableShape.ForeignKey {
  /// Returns `nil` for references that SQLite does not enforce, or that have one column.
  fileprivate init?(_ relation: Relation, of entity: Entity, _ schema: Schema) {
    guard case .toOne(let reference) = relation.kind, reference.isComposite, reference.hasForeignKey
    else { return nil }
    let target = schema[relation.target]
    columns = reference.parts.map { entity.columns[$0].name }
    table = target.table
    keys = target.identity.columns.map { target.columns[$0].name }
  }
}

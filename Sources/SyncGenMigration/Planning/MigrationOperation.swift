package import SyncGenSchema

/// One operation on a database, which templates render as SQL.
package enum MigrationOperation: Hashable, Sendable {
  /// A value of a new row as SQL over the old one.
  package struct Copy: Hashable, Sendable {
    package let column: SQLIdentifier
    package let expression: String
  }

  /// Creates a table of the new version, without its indexes, under a temporary name.
  case createTable(TableShape.Owner, as: SQLIdentifier)
  /// Copies the rows that are kept, or all rows if that is `nil`.
  case copyRows(from: SQLIdentifier, to: SQLIdentifier, [Copy], where: KeptRows?)
  case deleteRows(of: SQLIdentifier, except: KeptRows)
  case dropTable(SQLIdentifier)
  case renameTable(SQLIdentifier, to: SQLIdentifier)
  case dropIndex(SQLIdentifier)
  /// Creates an index of the new version by its name.
  case createIndex(TableShape.Owner, SQLIdentifier)
  /// Creates the tables of an entity's full-text index, which are filled where its triggers are
  /// created.
  case createSearch(EntityID)
  case dropColumn(SQLIdentifier, of: SQLIdentifier)
  case renameColumn(SQLIdentifier, of: SQLIdentifier, to: SQLIdentifier)
  /// Adds a column of the new version by its position in the entity's columns.
  case addColumn(Int, of: EntityID)
  /// Renames links that wait for their child, `Child.reference`.
  case renameLinks(String, to: String)
  case dropLinks(String, where: String?)
  /// Converts the links of a relationship to the new form of the identities at their ends, by SQL.
  case convertLinks(String, child: String, parent: String)
  /// Changes entries of the queue of local writes.
  case updateQueue(QueueSelection, [Copy])
  case deleteFromQueue(QueueSelection)
  /// Drops the triggers that record local writes to a table of the old version.
  case dropTriggers(TableShape.Owner)
  /// Creates the triggers of a table of the new version.
  case createTriggers(TableShape.Owner)
  /// Updates another record of the runtime, such as `swiftsync_temporary`, by a statement.
  case maintain(String)
  /// Runs the SQL under `sql:` of the schema.
  case run(String)
}

extension MigrationOperation {
  /// An object that an operation adds to the tables of the new version.
  package enum Addition {
    case table(SQLIdentifier)
    case column(SQLIdentifier, of: SQLIdentifier)
    case index(SQLIdentifier, of: SQLIdentifier)
    /// The table of a full-text index.
    case search(SQLIdentifier)
  }

  /// What the operation adds to tables that another program may also use; `nil` for a table that
  /// replaces another one.
  package func addition(to schema: Schema) -> Addition? {
    guard schema.adopts else { return nil }
    return switch self {
    case .createTable(let owner, let name): name == owner.table(of: schema) ? .table(name) : nil
    case .addColumn(let position, let id):
      .column(schema[id].columns[position].name, of: schema[id].table)
    case .createIndex(let owner, let name): .index(name, of: owner.table(of: schema))
    case .createSearch(let id): .search(schema[id].searchTable)
    default: nil
    }
  }
}

/// The rows of an old table that a step keeps, if it does not keep all.
package struct KeptRows: Hashable, Sendable {
  /// The condition on the old row as SQL.
  package let sql: String
  /// The other rows, e.g. `soft-deleted rows`.
  package let others: String
}

/// A selection of entries of the queue of local writes, `swiftsync_changes`.
package struct QueueSelection: Hashable, Sendable {
  /// The entity as named in the entries.
  package let entity: String
  /// An additional condition as SQL.
  package let condition: String?
}

package import SyncGenSchema

/// One thing that is done to a database, of which templates make SQL.
package enum MigrationOperation: Hashable, Sendable {
  /// A value of a new row as SQL over the old one.
  package struct Copy: Hashable, Sendable {
    package let column: SQLIdentifier
    package let expression: String
  }

  /// Makes a table of the new version, without its indexes, under a name of its own for a while.
  case createTable(TableShape.Owner, as: SQLIdentifier)
  /// Copies the rows for which a condition holds, all of them if it is `nil`.
  case copyRows(from: SQLIdentifier, to: SQLIdentifier, [Copy], where: String?)
  case deleteRows(of: SQLIdentifier, where: String)
  case dropTable(SQLIdentifier)
  case renameTable(SQLIdentifier, to: SQLIdentifier)
  case dropIndex(SQLIdentifier)
  /// Makes an index of the new version by its name.
  case createIndex(TableShape.Owner, SQLIdentifier)
  /// Makes the tables of an entity's full-text index, which are filled where its triggers are made.
  case createSearch(EntityID)
  case dropColumn(SQLIdentifier, of: SQLIdentifier)
  case renameColumn(SQLIdentifier, of: SQLIdentifier, to: SQLIdentifier)
  /// Adds a column of the new version by its position in the entity's columns.
  case addColumn(Int, of: EntityID)
  /// Links that wait for their child, `Child.reference`.
  case renameLinks(String, to: String)
  case dropLinks(String, where: String?)
  /// Gives the links of a relation the new form of the identities at their ends, by SQL.
  case convertLinks(String, child: String, parent: String)
  /// Changes entries of the queue of local writes.
  case updateQueue(QueueSelection, [Copy])
  case deleteFromQueue(QueueSelection)
  /// The triggers that record local writes to a table of the old version.
  case dropTriggers(TableShape.Owner)
  /// Those of the new one.
  case createTriggers(TableShape.Owner)
  /// What the schema says under `sql:`.
  case run(String)
}

/// Some entries of the queue of local writes, `swiftsync_changes`.
package struct QueueSelection: Hashable, Sendable {
  /// The entity as the entries name it.
  package let entity: String
  /// A further condition as SQL.
  package let condition: String?
}

import SyncGenSchema
import SyncGenTemplateEngine

/// One side of a join table whose lists are recorded, as templates see it.
struct MembershipRecordingContext: ContextSubject {
  private let entity: Entity
  private let relation: Relation
  private let end: JoinTable.End
  private let isOrdered: Bool

  /// The sides of a table whose rows are pushed with the lists of their members.
  ///
  /// None for a `through:` entity that is pushed itself.
  static func all(of table: JoinTable, in schema: Schema) -> [MembershipRecordingContext] {
    if let through = table.through, schema[through].sync.isOffline { return [] }
    return [(table.left, table.positionColumn != nil), (table.right, false)].compactMap {
      end, isOrdered in
      guard let id = end.relation, schema[end.entity].sync.isOffline,
        schema[id].direction.isExported
      else { return nil }
      return MembershipRecordingContext(
        entity: schema[end.entity], relation: schema[id], end: end, isOrdered: isOrdered)
    }
  }

  static let type = ContextType<Self>(
    "membership recording", "A side of a join table whose lists are recorded when they change.",
    [
      .text("sqlEntity", "The side's entity as an SQL literal.") {
        SQLText.string($0.entity.name.name)
      },
      .text("sqlTable", "The table of the entity.") { $0.entity.table.quoted },
      .text("sqlIdentity", "The column of its identity.") {
        $0.entity.sqlColumn($0.entity.identity.columns[0])
      },
      .text("sqlColumn", "The column of the join table that holds that identity.") {
        $0.end.column.quoted
      },
      .text("clock", "The column of its clock, or null.") { context in
        context.entity.sync.clock.map {
          context.entity.sqlColumn(context.entity.attributes[$0].columns[0])
        } ?? "NULL"
      },
      .text("now", "The current time as the queue holds it.") { _ in queueTime },
      .text("sqlMark", "The relation's name with a comma behind it as an SQL literal.") {
        SQLText.string("\($0.relation.name.name),")
      },
      .text("sqlPattern", "The relation's name between commas as an SQL literal.") {
        SQLText.string(",\($0.relation.name.name),")
      },
      .flag("isOrdered", "Whether the table keeps the order of the side's list.") {
        $0.isOrdered
      },
    ])
}

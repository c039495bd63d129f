import SyncGenSchema
import SyncGenTemplateEngine

/// The columns of a to-one relationship as exposed to templates.
struct ForeignKeyContext: ContextSubject {
  private let reference: Relation.Reference
  private let target: Entity
  private let entity: Entity
  private let schema: Schema

  /// Returns `nil` for relationships that other columns, or a join table, hold.
  init?(_ relation: Relation, of entity: Entity, in schema: Schema) {
    guard case .toOne(let reference) = relation.kind else { return nil }
    self.reference = reference
    self.entity = entity
    self.schema = schema
    target = schema[relation.target]
  }

  static let type = ContextType<Self>(
    "foreign key", "The columns of a to-one relationship.",
    [
      .objects(
        "columns", "The entity's columns that hold the target's identity, one for each part."
      ) {
        ColumnContext.all(at: $0.reference.columns, of: $0.entity, in: $0.schema)
      }
      .byName(),
      .text("table", "The target's table, not quoted.") { $0.target.table.name },
      .texts("targetColumns", "The target's columns with its identity, in the same order.") {
        $0.target.identityNames
      },
      .flag("isEnforced", "Whether SQLite enforces it.") { $0.reference.hasForeignKey },
    ])
}

/// The use of a join table by one of its sides, as exposed to templates.
struct JoinContext: ContextSubject {
  let membership: Relation.Membership
  let schema: Schema

  static let type = ContextType<Self>(
    "join", "How a many-to-many relationship uses its table.",
    [
      .text("table", "The table, not quoted.") { $0.table.name.name },
      .optionalText("through", "The entity whose table it is.") { context in
        context.table.through.map { context.schema[$0].name.name }
      },
      .text("side", "This entity's side of the table: `left` or `right`.") {
        $0.membership.side == .left ? "left" : "right"
      },
      .objects("columns", "The columns that hold this entity's identity.") {
        $0.own.columns.map(JoinColumnContext.init)
      },
      .objects("targetColumns", "The columns that hold the target's identity.") {
        $0.other.columns.map(JoinColumnContext.init)
      },
      .optionalText("positionColumn", "The column with the order of the list, not quoted.") {
        $0.table.positionColumn?.name
      },
    ])

  private var table: JoinTable { schema.joinTables[membership.joinTable] }
  private var own: JoinTable.End { membership.side == .left ? table.left : table.right }
  private var other: JoinTable.End { membership.side == .left ? table.right : table.left }
}

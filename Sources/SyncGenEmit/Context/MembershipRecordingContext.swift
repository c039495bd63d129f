import SyncGenSchema
import SyncGenTemplateEngine

/// One side of a join table whose lists are recorded, as exposed to templates.
struct MembershipRecordingContext: ContextSubject {
  private let entity: Entity
  private let relation: Relation
  private let end: JoinTable.End
  private let isOrdered: Bool
  private let oldList: OldListContext
  /// The number that the runtime stores in `swiftsync_applying` while it writes a list of the other
  /// side; `nil` if that does not matter.
  private let otherMark: Int?

  /// Whether only the side whose list the runtime writes is recorded. Rows of a `through:` entity
  /// have triggers of their own, which know no sides.
  static func marksSides(of table: JoinTable, in schema: Schema) -> Bool {
    table.through == nil && schema.recordedSides(of: table).count == 2
  }

  static func all(of table: JoinTable, in schema: Schema) -> [MembershipRecordingContext] {
    schema.recordedSides(of: table).compactMap { side in
      let end = side == .left ? table.left : table.right
      return end.relation.map {
        MembershipRecordingContext(
          entity: schema[end.entity], relation: schema[$0], end: end,
          isOrdered: side == .left && table.positionColumn != nil,
          oldList: OldListContext(of: schema[$0], at: side, in: table, schema),
          otherMark: marksSides(of: table, in: schema) ? (side == .left ? 3 : 2) : nil)
      }
    }
  }

  static let type = ContextType<Self>(
    "membership recording", "A side of a join table whose lists are recorded when they change.",
    [
      .text("entity", "The side's entity as an SQL literal.") {
        SQLText.string($0.entity.name.name)
      },
      .text("table", "The table of the entity.") { $0.entity.table.quoted },
      .text(
        "identity", "Its identity as in the change queue: a column, or a JSON array of several."
      ) {
        $0.entry($0.identity)
      },
      .text(
        "column", "The column of the join table that holds that identity, or its first part."
      ) {
        $0.end.column.quoted
      },
      .text("newEntry", "The identity in the new row of the join table, as in the change queue.") {
        $0.entry(ofRow: "NEW")
      },
      .text("oldEntry", "The same for the old row.") { $0.entry(ofRow: "OLD") },
      .text("isNewRow", "Whether a row of the entity is the one that the new row refers to.") {
        $0.isRow("NEW")
      },
      .text("isOldRow", "The same for the old row.") { $0.isRow("OLD") },
      .text("clock", "The column of its clock, or null.") { context in
        context.entity.sync.clock.map {
          context.entity.sqlColumn(context.entity.attributes[$0].columns[0])
        } ?? "NULL"
      },
      .text("now", "The current time as in the change queue.") { _ in queueTime },
      .text("mark", "The relationship's name with a comma after it as an SQL literal.") {
        SQLText.string("\($0.relation.name.name),")
      },
      .text("pattern", "The relationship's name between commas as an SQL literal.") {
        SQLText.string(",\($0.relation.name.name),")
      },
      .optionalText(
        "isOtherSideEdited",
        "Whether the runtime is writing a list of the other side, which is recorded instead."
      ) { context in
        context.otherMark.map { "EXISTS (SELECT 1 FROM swiftsync_applying WHERE is_on = \($0))" }
      },
      .flag("isOrdered", "Whether the table keeps the order of the side's list.") {
        $0.isOrdered
      },
      .object("oldList", "The list before a change, in SQL.") { $0.oldList },
    ])

  private var identity: [String] { entity.identity.columns.map(entity.sqlColumn) }

  private func entry(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "json_array(\(parts.joined(separator: ", ")))"
  }

  private func entry(ofRow row: String) -> String {
    let parts = columns(of: row)
    return parts.count == 1 ? "+\(parts[0])" : entry(parts)
  }

  private func isRow(_ row: String) -> String {
    zip(identity, columns(of: row)).map { "\($0) = \($1)" }.joined(separator: " AND ")
  }

  private func columns(of row: String) -> [String] {
    end.columns.map { "\(row).\($0.name.quoted)" }
  }
}

import SyncGenSchema
import SyncGenTemplateEngine

/// A join table as exposed to templates.
struct JoinTableContext: ContextSubject {
  let table: JoinTable
  let schema: Schema

  static let type = ContextType<Self>(
    "join table", "The table of a many-to-many relationship.",
    [
      .text("name", "The name, not quoted.") { $0.table.name.name },
      .object("left", "The side that owns the table.") {
        JoinTableEndContext(end: $0.table.left, schema: $0.schema)
      },
      .object("right", "The other side.") {
        JoinTableEndContext(end: $0.table.right, schema: $0.schema)
      },
      .optionalText("positionColumn", "The column with the order, not quoted.") {
        $0.table.positionColumn?.name
      },
      .optionalText("through", "The entity whose table this is.") { context in
        context.table.through.map { context.schema[$0].name.name }
      },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("name", "The name in SQL.") { $0.table.name.quoted },
    .text("isRelinked", "Whether an update makes a row of the table link other rows.") {
      ($0.table.left.columns + $0.table.right.columns).map {
        "NEW.\($0.name.quoted) IS NOT OLD.\($0.name.quoted)"
      }.joined(separator: " OR ")
    },
    .optionalText("positionColumn", "The column with the order, in SQL.") {
      $0.table.positionColumn?.quoted
    },
    .text("inverseIndex", "The index on the right column, in SQL.") {
      $0.table.inverseIndex.quoted
    },
    .optionalText(
      "tombstoneColumn",
      "The column of that entity's kept tombstone, in SQL."
    ) { $0.tombstone?.column.quoted },
    .optionalText(
      "isTombstoneChanged",
      "Whether an update soft-deletes or restores a row of that entity."
    ) { context in
      context.tombstone.map { "(\($0.isAbsent("NEW."))) <> (\($0.isAbsent("OLD.")))" }
    },
    .objects("recordings", "The sides whose lists are recorded when they change.") {
      MembershipRecordingContext.all(of: $0.table, in: $0.schema)
    },
    .object("triggers", "The names of the triggers.") {
      TriggerNamesContext(table: $0.table.name)
    },
  ]

  /// A soft-deleted row links nothing.
  private var tombstone: KeptTombstone? {
    table.through.flatMap { schema[$0].keptTombstone }
  }
}

/// One side of a join table as exposed to templates.
struct JoinTableEndContext: ContextSubject {
  let end: JoinTable.End
  let schema: Schema

  static let type = ContextType<Self>(
    "join table end", "One side of a join table.",
    [
      .text("entity", "The entity's name.") { $0.schema[$0.end.entity].name.name },
      .optionalText("relation", "The entity's relationship that reads through the table.") {
        context in
        context.end.relation.map { context.schema[$0].name.name }
      },
      .objects("columns", "The columns that hold the entity's identity, one for each part.") {
        $0.end.columns.map(JoinColumnContext.init)
      },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .texts("columns", "The same in SQL.") { $0.end.columns.map(\.name.quoted) }
  ]
}

/// A column of a join table as exposed to templates.
struct JoinColumnContext: ContextSubject {
  let column: JoinTable.EndColumn

  static let type = ContextType<Self>(
    "join table column", "A column of a join table that holds an identity, or a part of one.",
    [
      .text("name", "The name, not quoted.") { $0.column.name.name },
      .text("storage", "`TEXT`, `INTEGER`, `REAL` or `BLOB`.") { $0.column.storage.rawValue },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("name", "The name in SQL.") { $0.column.name.quoted }
  ]
}

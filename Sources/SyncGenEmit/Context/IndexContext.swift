import SyncGenSchema
import SyncGenTemplateEngine

/// An index as exposed to templates.
struct IndexContext: ContextSubject {
  @Shared var index: Index
  let entity: Entity
  let schema: Schema

  static let type = ContextType<Self>(
    "index", "An index on an entity's table.",
    [
      .text("name", "The name, not quoted.") { $0.index.name.name },
      .objects("columns", "The columns.") {
        ColumnContext.all(at: $0.index.columns, of: $0.entity, in: $0.schema)
      }
      .byName(),
      .flag("hasExpressions", "Whether it contains fields of values, or functions.") {
        $0.index.hasExpressions
      },
      .flag("isUnique", "Whether it allows each value once.") { $0.index.isUnique },
      .flag("isDescending", "Whether its columns are in descending order.") {
        $0.index.settings.isDescending
      },
      .texts("remarks", "Words for its settings, such as `unique`.") { $0.index.remarks },
      .optionalText("predicate", "The SQL condition of a partial index.") { $0.index.predicate },
      .text(
        "origin", "Its origin: `stated`, `attribute`, `reference`, `clock` or `tombstone`."
      ) {
        switch $0.index.origin {
        case .stated: "stated"
        case .attribute: "attribute"
        case .reference: "reference"
        case .clock: "clock"
        case .tombstone: "tombstone"
        }
      },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("name", "The name in SQL.") { $0.index.name.quoted },
    .texts(
      "columns",
      "The columns in SQL, and expressions for fields of values and functions, with their order."
    ) {
      $0.index.sqlTerms(of: $0.entity)
    },
  ]
}

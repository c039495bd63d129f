import SyncGenSchema
import SyncGenTemplateEngine

/// An index as exposed to templates.
struct IndexContext: ContextSubject {
  @Shared var index: Index
  let entity: Entity

  static let type = ContextType<Self>(
    "index", "An index on an entity's table.",
    [
      .text("name", "The name, not quoted.") { $0.index.name.name },
      .text("sqlName", "The name in SQL.") { $0.index.name.quoted },
      .numbers("columns", "Positions in the entity's `columns`.") { $0.index.columns },
      .texts(
        "sqlColumns", "The columns in SQL, and for fields of values expressions, with their order."
      ) {
        $0.index.sqlTerms(of: $0.entity)
      },
      .flag("hasFields", "Whether it contains fields of values.") { $0.index.hasFields },
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
    ])
}

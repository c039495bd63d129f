import SyncGenCore
import SyncGenDiagnostics
import SyncGenSchema

/// The options that name the rows of a database.
enum DatabaseOptions {
  static let entity = OptionDefinition(
    "entity", takes: .text(placeholder: "NAME"), isRequired: true, "the entity of the rows")
  static let database = OptionDefinition(
    "database", takes: .text(placeholder: "FILE"), isRequired: true, "the SQLite file")

  /// Checks that the schema has the entity, before a database is touched.
  static func check(entity: String, of schema: Schema) throws(CommandFailure) {
    let known = schema.entities.map(\.name.name)
    if known.contains(entity) { return }
    let nearest = Suggestion.nearest(to: entity, in: known).map { "; did you mean '\($0)'?" }
    throw CommandFailure("\(schema.path) has no entity '\(entity)'" + (nearest ?? ""))
  }
}

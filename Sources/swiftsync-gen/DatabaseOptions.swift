import SyncGenCore

/// The options that name the rows of a database.
enum DatabaseOptions {
  static let entity = OptionDefinition(
    "entity", takes: .text(placeholder: "NAME"), isRequired: true, "the entity of the rows")
  static let database = OptionDefinition(
    "database", takes: .text(placeholder: "FILE"), isRequired: true, "the SQLite file")
}

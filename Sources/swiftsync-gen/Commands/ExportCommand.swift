@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenSchema

struct ExportCommand: Command {
  private static let id = OptionDefinition(
    "id", takes: .text(placeholder: "ID"), "the one row with this identity, as an object")
  private static let scope = OptionDefinition(
    "scope", takes: .pair(name: "relation", value: "ID"),
    "the row's parent, if identities are unique only within it")
  private static let relations = OptionDefinition.choice(
    "relations", of: ExportOptions.Relations.self,
    "how related rows are written; 'ids' is the default")
  private static let keys = OptionDefinition.choice(
    "keys", of: ExportOptions.KeyStyle.self,
    "the case of keys that are derived from names; by default as in the schema")
  private static let noMigrate = OptionDefinition(
    "no-migrate", "leave the database unchanged; work on a temporary copy")
  private static let dates = OptionDefinition.choice(
    "dates", of: ExportOptions.Dates.self,
    "how dates are written; by default in the format of each attribute in the schema")

  static let definition = CommandDefinition(
    "export", "write rows as JSON",
    options: [
      SchemaArguments.onlyOption, SchemaArguments.allowOutside, DatabaseOptions.entity,
      DatabaseOptions.database, id, scope,
      relations,
      keys, dates, noMigrate,
    ],
    discussion: [
      """
      Writes all rows of the entity as a list, sorted by identity. With '--id', writes one row as an \
      object; the exit status is 1 if the row does not exist.
      """,
      """
      A database of an older version of the schema is migrated first, as an app would do. With \
      '--no-migrate', or if the file is read-only, a temporary copy is migrated instead.
      """,
      SchemaArguments.optionDiscussion,
    ])

  private let schema: SchemaArguments
  private let entity: String
  private let database: String
  private let options: ExportOptions
  private let migrates: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schema = try SchemaArguments(single: arguments)
    entity = arguments.text(DatabaseOptions.entity) ?? ""
    database = try DatabaseOptions.path(in: arguments)
    options = try Self.options(in: arguments)
    migrates = !arguments.has(Self.noMigrate)
  }

  private static func options(in arguments: ParsedArguments) throws(UsageError) -> ExportOptions {
    var options = ExportOptions()
    options.id = arguments.text(id)
    options.scope = arguments.pair(scope).map {
      ExportOptions.Scope(relation: $0.name, id: $0.value)
    }
    if options.scope != nil, options.id == nil {
      throw arguments.problem("option '--scope' needs '--id'")
    }
    options.relations = arguments.choice(relations) ?? .ids
    options.keys = arguments.choice(keys)
    options.dates = arguments.choice(dates)
    return options
  }

  func run(_ console: Console) async throws -> ExitStatus {
    guard let schema = try schema.loadOneForDatabases(console) else { return .failed }
    try DatabaseOptions.check(entity: entity, of: schema)
    // An export does not create a database if there is none.
    try FileSystem.checkReadable(database)
    // The database of another program is never migrated.
    let used =
      migrates || schema.isReadOnly
      ? UsedDatabase(schema, at: database, console)
      : try UsedDatabase(copying: database, for: schema, console)
    try await used.useForReading { store in
      try await store.export(entity: entity, options: options) { piece in
        try console.output(piece)
      }
    }
    try console.output("\n")
    return .done
  }
}

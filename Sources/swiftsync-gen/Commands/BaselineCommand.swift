@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenMigration
import SyncGenSchema

/// Assigns the first version to a database of another program.
struct BaselineCommand: Command {
  private static let version = OptionDefinition(
    "version", takes: .text(placeholder: "N"), isRequired: true,
    "the version of the schema that the database has")
  private static let addIndexes = OptionDefinition(
    "add-indexes", "create indexes of the version that the database lacks")

  static let definition = CommandDefinition(
    "baseline", "adopt a database that another program created",
    options: [
      SchemaArguments.onlyOption, SchemaArguments.allowOutside, version, DatabaseOptions.database,
      addIndexes,
    ],
    discussion: [
      """
      The schema must have 'adopt: true'. The command checks that the tables, columns and rows of the \
      database match version N, and records the version in the 'swiftsync_schema' table. Everything \
      that the schema does not declare, including 'user_version', is not changed. Later commands and \
      stores migrate the database from version N.
      """,
      """
      If the database does not match version N, the command lists the differences, changes nothing, and \
      exits with status 1.
      """,
      """
      With 'adopt: read-only', the command only checks the database, and lists what would prevent a \
      store from reading it. N is the version of the schema. Nothing is written to the database.
      """,
      SchemaArguments.optionDiscussion,
    ])

  private let schema: SchemaArguments
  private let version: Int
  private let database: String
  private let addsIndexes: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schema = try SchemaArguments(single: arguments)
    database = try DatabaseOptions.path(in: arguments)
    addsIndexes = arguments.has(Self.addIndexes)
    let text = arguments.text(Self.version) ?? ""
    guard let version = Int(text), version > 0 else {
      throw arguments.problem("option '--version' takes a version of at least 1, not '\(text)'")
    }
    self.version = version
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let versions = try schema.loadOneVersions(console) else { return .failed }
    let newest = versions.schema
    guard newest.adopts else {
      throw CommandFailure(
        "\(newest.path) does not have 'adopt: true', so its databases are not shared with other programs"
      )
    }
    try FileSystem.checkReadable(database)
    if newest.isReadOnly { return try check(newest, console) }
    let outcome = try SyncStore.makeBaseline(
      of: SchemaMetadata(try stated(in: versions)), at: database, addingIndexes: addsIndexes)
    if let former = outcome.formerVersion {
      console.remark("\(database) already has version \(former) of \(newest.name.name)")
      return former == version ? .done : .failed
    }
    guard outcome.problems.isEmpty else {
      let status = try show(outcome.problems, of: newest, console)
      if outcome.problems.allSatisfy({ $0.contains(" lacks index '") }) {
        console.remark("'--add-indexes' creates the indexes")
      }
      return status
    }
    let indexes = outcome.addedIndexes.map { "'\($0)'" }.joined(separator: ", ")
    console.remark(
      "recorded version \(version) of \(newest.name.name) in \(database)"
        + (indexes.isEmpty ? "" : "; created \(indexes)"))
    return .done
  }

  private func show(
    _ problems: [String], of schema: Schema, _ console: Console
  ) throws -> ExitStatus {
    try console.output(problems.map { $0 + "\n" }.joined())
    console.error("\(database) is not version \(version) of \(schema.name.name)")
    return .failed
  }

  /// Checks a database that is only read, in which nothing can be noted.
  private func check(_ schema: Schema, _ console: Console) throws -> ExitStatus {
    guard version == schema.version else {
      throw CommandFailure(
        "\(schema.path) has 'adopt: read-only', so its databases have the version of the schema, "
          + "\(schema.version)")
    }
    if addsIndexes {
      throw CommandFailure(
        "\(schema.path) has 'adopt: read-only', so no index is created in its databases")
    }
    let problems = try SyncStore.readingProblems(of: SchemaMetadata(schema), at: database)
    if !problems.isEmpty { return try show(problems, of: schema, console) }
    console.remark("\(database) can be read as version \(version) of \(schema.name.name)")
    return .done
  }

  /// The schema as it was in the version.
  private func stated(in versions: SchemaVersions) throws(CommandFailure) -> Schema {
    if versions.schema.version == version { return versions.schema }
    guard let frozen = versions.history.versions.first(where: { $0.version == version }) else {
      throw CommandFailure(
        "version \(version) of \(versions.schema.path) is not frozen; the schema has version "
          + "\(versions.schema.version)")
    }
    return frozen.schema
  }
}

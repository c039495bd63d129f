@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenSchema

struct ApplyCommand: Command {
  static let definition = CommandDefinition(
    "apply", "apply JSON to a database",
    operands: PayloadArguments.operands,
    options: [
      SchemaArguments.onlyOption, SchemaArguments.allowOutside,
    ] + PayloadTarget.options + [DatabaseOptions.database]
      + ApplyOptionReader.definitions + [ReportFormat.option],
    discussion: [
      """
      A PAYLOAD is a list of objects, one object, or objects on separate lines (NDJSON). '-' is \
      standard input, which must be the only PAYLOAD. Several PAYLOADs are applied as one list, in one transaction. The database is \
      created if it does not exist, and migrated if it has an older version of the schema. \
      '--dry-run' works on a temporary copy of the database.
      """,
      """
      Without '--entity' and '--document', the command infers the entity and the location of the rows \
      from the file name and the keys of the first PAYLOAD. If several entities are \
      possible, it applies nothing.
      """,
      """
      With '--document', a PAYLOAD is one object of a type under 'types', whose lists can contain rows of \
      several entities.
      """,
      """
      Invalid rows are rejected and listed in the report; all other rows are applied. The exit status \
      is 1 if the whole payload was refused or could not be read, and 0 otherwise.
      """,
      SchemaArguments.optionDiscussion,
    ])

  private let payloads: PayloadArguments
  private let schema: SchemaArguments
  private let target: PayloadTarget?
  private let database: String
  private let options: ApplyOptions
  private let format: ReportFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    payloads = try PayloadArguments(arguments)
    schema = try SchemaArguments(single: arguments)
    target = try PayloadTarget.named(in: arguments)
    try target?.check(ApplyOptionReader.ofLists, in: arguments)
    database = try DatabaseOptions.path(in: arguments)
    options = try ApplyOptionReader.options(in: arguments)
    format = ReportFormat(arguments)
  }

  /// The database to apply to. A dry run changes nothing about the file and does not create one:
  /// opening a database may migrate it, or replace its triggers.
  private func used(_ schema: Schema, _ console: Console) throws -> UsedDatabase {
    guard options.isDryRun else { return UsedDatabase(schema, at: database, console) }
    return try FileSystem.kind(of: database) == nil
      ? UsedDatabase(schema, at: SyncStore.memoryPath, console)
      : UsedDatabase(copying: database, for: schema, console)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    guard let schema = try schema.loadOneForDatabases(console) else { return .failed }
    try DatabaseOptions.checkWritten(schema)
    let payload = try payloads.source()
    let guess = try target.map(PayloadGuess.init) ?? PayloadGuess(payloads, schema, console)
    let target = guess.target
    try target.check(in: schema)
    let options = options.completed(by: guess)
    do {
      let report = try await used(schema, console).use { store in
        switch target {
        case .entity(let name): try await store.apply(payload, as: name, options: options)
        case .document(let name): try await store.apply(payload, asDocument: name, options: options)
        }
      }
      try format.show(report, of: target.entity, console)
      if options.isDryRun { console.remark("dry run: nothing was written") }
      return .done
    } catch SyncError.refused(let refusal, let report) {
      try format.show(report, of: target.entity, console)
      console.error(refusal == .strict ? report.strictRefusal : refusal.description)
      return .failed
    } catch SyncError.invalidPayload(let problem) {
      console.error(at: problem.place, problem.message)
      return .failed
    }
  }
}

extension ApplyReport {
  /// Why '--strict' refuses the payload, e.g.
  /// `nothing changed: --strict refuses unknown keys (color)`.
  fileprivate var strictRefusal: String {
    var reasons: [String] = []
    if rejectedCount > 0 { reasons.append("rejected rows (\(rejectedCount))") }
    let keys = unknownKeys.keys.sorted()
    if !keys.isEmpty {
      let rest = keys.count > 3 ? ["and \(keys.count - 3) more"] : []
      reasons.append("unknown keys (\((keys.prefix(3) + rest).joined(separator: ", ")))")
    }
    return "nothing changed: --strict refuses \(reasons.joined(separator: " and "))"
  }
}

extension PayloadTarget {
  /// The entity. The report of a document names the document itself.
  fileprivate var entity: String? {
    if case .entity(let name) = self { name } else { nil }
  }
}

extension ApplyOptions {
  fileprivate func completed(by guess: PayloadGuess) -> ApplyOptions {
    var options = self
    options.root = root ?? guess.root
    options.keyedBy = keyedBy ?? guess.keyedBy
    return options
  }
}

import Foundation
import SwiftSyncRuntime
import SyncGenCore
import SyncGenDiagnostics
import SyncGenSchema

struct ApplyCommand: Command {
  enum ReportFormat: String, CaseIterable {
    case text
    case json
  }

  private static let report = OptionDefinition.choice(
    "report", of: ReportFormat.self, "how the report is written; 'text' is the default")

  static let definition = CommandDefinition(
    "apply", "apply JSON to a database",
    operands: .init("PAYLOAD", 1...CommandDefinition.Operands.many),
    options: [SchemaArguments.option, DatabaseOptions.entity, DatabaseOptions.database]
      + ApplyOptionReader.definitions + [report],
    discussion: [
      """
      The rows of all PAYLOADs are one list: one transaction, one report. '-' is standard input. \
      The database is made if it does not exist.
      """,
      """
      Rows of the list that are not right are rejected and listed in the report, the others are \
      applied, and the exit status is 0. It is 1 if nothing was applied.
      """,
      SchemaArguments.discussion,
    ])

  private let payloads: [String]
  private let schema: SchemaArguments
  private let entity: String
  private let database: String
  private let options: ApplyOptions
  private let format: ReportFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    payloads = arguments.operands
    schema = try SchemaArguments(single: arguments)
    entity = arguments.text(DatabaseOptions.entity) ?? ""
    database = arguments.text(DatabaseOptions.database) ?? ""
    options = try ApplyOptionReader.options(in: arguments)
    format = arguments.choice(Self.report) ?? .text
    if payloads.contains("-"), payloads.count > 1 {
      throw arguments.problem("'-' can only be the one PAYLOAD")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    guard let schema = try schema.loadOne(console) else { return .failed }
    // Before a database is made for nothing.
    try checkEntity(of: schema)
    let payload = try payload()
    do {
      let store = try await SyncStore.open(SchemaMetadata(schema), at: database)
      let report = try await store.apply(payload, to: entity, options: options)
      try show(report, console)
      return .done
    } catch SyncError.refused(let refusal, let report) {
      try show(report, console)
      console.error(refusal.description)
      return .failed
    } catch SyncError.invalidPayload(let problem) {
      console.error(at: problem.place, problem.message)
      return .failed
    }
  }

  private func checkEntity(of schema: Schema) throws {
    let known = schema.entities.map(\.name.name)
    if known.contains(entity) { return }
    let nearest = Suggestion.nearest(to: entity, in: known).map { "; did you mean '\($0)'?" }
    throw CommandFailure("\(schema.path) has no entity '\(entity)'" + (nearest ?? ""))
  }

  private func payload() throws -> PayloadSource {
    if payloads == ["-"] { return .data(Data(try FileSystem.readStandardInput())) }
    for path in payloads { try FileSystem.checkReadable(path) }
    return .files(payloads)
  }

  private func show(_ report: SyncReport, _ console: Console) throws {
    switch format {
    case .text:
      try console.output(report.description + "\n")
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try console.output(Array(try encoder.encode(report)) + [UInt8(ascii: "\n")])
    }
  }
}

extension PayloadProblem {
  fileprivate var place: String {
    "\(file ?? InputFile.standardInput):\(line):\(column)"
  }

  fileprivate var message: String {
    "\(reason) (byte \(offset)\(path.isEmpty ? "" : ", at \(path)")) [invalid-json]"
  }
}

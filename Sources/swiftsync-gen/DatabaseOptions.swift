import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema
@_spi(Generated) import SwiftSyncSession

/// The options that identify the rows of a database.
enum DatabaseOptions {
  static let entity = OptionDefinition(
    "entity", takes: .text(placeholder: "NAME"), isRequired: true, "the entity of the rows")
  static let database = OptionDefinition(
    "database", takes: .text(placeholder: "FILE"), isRequired: true, "the SQLite file")

  /// The file named by '--database'.
  static func path(in arguments: ParsedArguments) throws(UsageError) -> String {
    let path = arguments.text(database) ?? ""
    if let problem = problem(with: path) {
      throw arguments.problem("option '--database' \(problem)")
    }
    return path
  }

  /// The reason why SQLite would not keep a database in a file of that name; `nil` if it would.
  private static func problem(with path: String) -> String? {
    if path.isEmpty { return "is empty, expected a file" }
    if path == SyncStore.memoryPath {
      return "is '\(path)', an in-memory database that is discarded when the command ends; "
        + "expected a file"
    }
    if path.lowercased().hasPrefix("file:") {
      return "is a URI, expected a path; write './\(path)' for a file of that name"
    }
    return nil
  }

  /// Checks that databases of the schema may be written.
  static func checkWritten(_ schema: Schema) throws(CommandFailure) {
    guard schema.isReadOnly else { return }
    throw CommandFailure(
      "\(schema.path) has 'adopt: read-only', so its databases are read-only: they belong to "
        + "another program"
    )
  }

  /// Checks that the schema has the entity, before a database is touched.
  static func check(entity: String, of schema: Schema) throws(CommandFailure) {
    let known = schema.entities.map(\.name.name)
    if known.contains(entity) { return }
    let nearest = Suggestion.nearest(to: entity, in: known).map { "; did you mean '\($0)'?" }
    throw CommandFailure("\(schema.path) has no entity '\(entity)'" + (nearest ?? ""))
  }
}

/// The kind of rows in a payload: those of an entity, or a document.
enum PayloadTarget: Hashable, Sendable {
  case entity(String)
  case document(String)

  static let entityOption = OptionDefinition(
    "entity", takes: .text(placeholder: "NAME"), "the entity of the rows")
  static let documentOption = OptionDefinition(
    "document", takes: .text(placeholder: "NAME"),
    "the type of the payload, if it has rows of several entities")
  static let options = [entityOption, documentOption]

  /// The kind that the command line names; `nil` if it must be determined from the payload.
  static func named(in arguments: ParsedArguments) throws(UsageError) -> PayloadTarget? {
    switch (arguments.text(Self.entityOption), arguments.text(Self.documentOption)) {
    case (let entity?, nil): .entity(entity)
    case (nil, let document?): .document(document)
    case (nil, nil): nil
    case (_?, _?):
      throw arguments.problem("options '--entity' and '--document' cannot be combined")
    }
  }

  var name: String {
    switch self {
    case .entity(let name), .document(let name): name
    }
  }

  /// Reports an option that applies only to one list of rows.
  func check(
    _ options: [OptionDefinition], in arguments: ParsedArguments
  ) throws(UsageError) {
    guard case .document = self, let option = options.first(where: arguments.has) else { return }
    throw arguments.problem(
      "option '--\(option.name)' does not apply to a document, whose fields declare its rows")
  }

  /// Checks that the schema has the entity or the document, before a database is accessed.
  func check(in schema: Schema) throws(CommandFailure) {
    guard case .document(let name) = self else {
      return try DatabaseOptions.check(entity: name, of: schema)
    }
    let known = schema.payloads?.documents.map(\.name) ?? []
    if known.contains(name) { return }
    let others = schema.entities.map(\.name.name)
    let near = Suggestion.nearest(to: name, in: known).map { "; did you mean '\($0)'?" }
    let entity = others.contains(name) ? "; '\(name)' is an entity, write '--entity \(name)'" : nil
    let type = "a document is a type under 'types' that mentions entities"
    throw CommandFailure(
      "\(schema.path) has no document '\(name)'" + (near ?? entity ?? "; \(type)"))
  }
}

/// The payloads named by a command line: files, or standard input.
struct PayloadArguments: Hashable {
  static let operands = CommandDefinition.Operands("PAYLOAD", 1...CommandDefinition.Operands.many)

  private let paths: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = arguments.operands
    if paths.contains("-"), paths.count > 1 {
      throw arguments.problem("'-' must be the only PAYLOAD")
    }
  }

  /// The first file; `nil` for standard input, which can be read only once.
  var firstFile: String? { paths.first { $0 != "-" } }

  func source() throws -> PayloadSource {
    if paths == ["-"] { return .standardInput }
    for path in paths { try FileSystem.checkReadable(path) }
    return .files(paths)
  }
}

extension SyncError.PayloadProblem {
  /// The place of the problem in the payload, in the form that editors make clickable.
  var place: String {
    "\(file ?? InputFile.standardInput):\(line):\(column)"
  }

  var message: String {
    "\(reason) (byte \(offset)\(path.isEmpty ? "" : ", at \(path)")) [invalid-json]"
  }
}

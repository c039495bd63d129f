import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenImport
import SyncGenSchema

struct ImportCommand: Command {
  static let definition = CommandDefinition(
    "import", "write a schema from JSON, OpenAPI, a database or models",
    operands: .init("SOURCE", 1...CommandDefinition.Operands.many),
    options: ImportArguments.options + [
      ImportArguments.merge, ImportArguments.check, Console.format, ReportFormat.option,
    ],
    discussion: [
      """
      A SOURCE is a JSON or NDJSON file, an OpenAPI document, an SQLite database, a Core Data model, \
      or a Swift file or folder with models. '-' reads JSON from standard input and must be the only \
      SOURCE. Several JSON files are read together.
      """,
      """
      Comments in the schema mark guesses. A summary lists them with what the schema cannot express. \
      With '--report json', everything is on standard output. Without '--force', an existing schema \
      is not changed and the exit status is 1.
      """,
      """
      With '--merge', the command adds what is new to an existing schema, and lists what the source \
      says differently and what is gone from it. With '--check', it writes nothing, and the exit \
      status is 1 if there is anything to add or to list. A frozen version is never changed; if the \
      source has a different one, nothing is written.
      """,
    ])

  private let arguments: ImportArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = try ImportArguments(arguments, sources: arguments.operands)
  }

  func run(_ console: Console) throws -> ExitStatus {
    try SchemaImport(arguments, console).run()
  }
}

/// The arguments of an import.
struct ImportArguments: Hashable {
  private static let name = OptionDefinition(
    "name", takes: .text(placeholder: "NAME"), "the name of the schema; by default 'App'")
  private static let output = output(default: "Schemas/NAME.yaml, with NAME in lower case")
  private static let entity = OptionDefinition(
    "entity", takes: .text(placeholder: "NAME"),
    "the name of the rows' entity; by default from the file name")
  private static let sample = OptionDefinition(
    "sample", takes: .number, "read N rows of each database table as samples; 1000 by default")
  private static let force = OptionDefinition("force", "overwrite an existing schema")
  static let merge = OptionDefinition(
    "merge", takes: .text(placeholder: "SCHEMA"), "add what is new to this schema")

  static let check = OptionDefinition(
    "check", "with '--merge': write nothing; exit with status 1 if the source differs")

  static let options = [name, output, entity, sample, force]
  /// The options of `init`, whose NAME is that of the file.
  static let optionsOfInit = [
    output(default: "Schemas/NAME.yaml"), entity, sample, force, ReportFormat.option,
  ]

  private static func output(default path: String) -> OptionDefinition {
    OptionDefinition(
      "output", takes: .text(placeholder: "FILE"), "the schema to write; by default \(path)")
  }

  let sources: [String]
  let name: String
  let path: String
  let options: ImportOptions
  let overwrites: Bool
  /// The schema that is extended; `nil` to write a new one.
  let merged: String?
  /// Whether the schema is only compared.
  let isCheck: Bool
  let format: ReportFormat

  init(
    _ arguments: ParsedArguments, sources: [String], name defaultName: String? = nil
  ) throws(UsageError) {
    self.sources = sources
    let stated = arguments.text(Self.name)
    if let stated, SchemaFileName.schemaName(of: stated) == nil {
      throw arguments.problem(
        "option '--name' takes a name that begins with a letter and contains only letters, digits, "
          + "'-' and '_', not '\(stated)'")
    }
    name = ImportNames.type(stated ?? defaultName ?? "App", NameStyle())
    path =
      arguments.text(Self.output)
      ?? "\(SchemaFinder.folder)/\(defaultName ?? name.lowercased()).yaml"
    var options = ImportOptions()
    options.entity = arguments.text(Self.entity).map { ImportNames.snake($0, NameStyle()) }
    if let count = arguments.number(Self.sample) { options.sample = count }
    self.options = options
    overwrites = arguments.has(Self.force)
    merged = arguments.text(Self.merge)
    isCheck = arguments.has(Self.check)
    format = ReportFormat(arguments)
    if sources.contains("-"), sources.count > 1 {
      throw arguments.problem("'-' must be the only SOURCE")
    }
    if isCheck, merged == nil { throw arguments.problem("option '--check' needs '--merge'") }
    if arguments.has(Console.format) {
      if !isCheck { throw arguments.problem("option '--format' needs '--check'") }
      if arguments.has(ReportFormat.option) {
        throw arguments.problem("options '--format' and '--report' cannot be combined")
      }
    }
    guard merged != nil else { return }
    for option in [Self.name, Self.output, Self.force] where arguments.has(option) {
      throw arguments.problem("options '--merge' and '--\(option.name)' cannot be combined")
    }
  }

  /// The sources as named in a comment.
  var title: String {
    sources.count > 3 ? "\(sources.count) files" : sources.joined(separator: ", ")
  }
}

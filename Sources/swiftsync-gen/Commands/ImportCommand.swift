import SyncGenCore
import SyncGenDiagnostics
import SyncGenImport
import SyncGenSchema

struct ImportCommand: Command {
  private static let name = OptionDefinition(
    "name", takes: .text(placeholder: "NAME"), "the name of the schema; by default 'App'")
  private static let output = OptionDefinition(
    "output", takes: .text(placeholder: "FILE"),
    "the schema to write; by default Schemas/NAME.yaml, in lower case")
  private static let entity = OptionDefinition(
    "entity", takes: .text(placeholder: "NAME"),
    "the entity of the rows; by default it is named after the file")
  private static let force = OptionDefinition("force", "overwrite an existing schema")

  static let definition = CommandDefinition(
    "import", "write a schema for JSON that you have",
    operands: .init("SOURCE", 1...CommandDefinition.Operands.many),
    options: [name, output, entity, force],
    discussion: [
      """
      A SOURCE is a file with JSON, or with objects on separate lines (NDJSON). '-' is standard input. \
      Several files are read as one set of answers.
      """,
      """
      Objects with an identity become entities, other objects become types. What was guessed is a \
      comment in the schema. What the schema does not say is listed at the end. An existing file is \
      not changed without '--force', and the exit status is then 1.
      """,
    ])

  private let sources: [String]
  private let name: String
  private let path: String
  private let entity: String?
  private let overwrites: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    sources = arguments.operands
    name = ImportNames.type(arguments.text(Self.name) ?? "App", NameStyle())
    path = arguments.text(Self.output) ?? "\(SchemaFinder.folder)/\(name.lowercased()).yaml"
    entity = arguments.text(Self.entity)
    overwrites = arguments.has(Self.force)
    if sources.contains("-"), sources.count > 1 {
      throw arguments.problem("'-' must be the only SOURCE")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if !overwrites, try FileSystem.kind(of: path) != nil {
      throw CommandFailure(
        "\(path) already exists and was not changed; overwrite it with '--force'")
    }
    do {
      return try write(read(), console)
    } catch let failure as ImportFailure {
      if let place = failure.place {
        console.error(at: place, failure.message)
      } else {
        console.error(failure.message)
      }
      return .failed
    }
  }

  private func read() throws -> ImportedSchema {
    var options = ImportOptions()
    options.entity = entity.map { ImportNames.snake($0, NameStyle()) }
    return try SourceReaders.read(sources, options)
  }

  private func write(_ source: ImportedSchema, _ console: Console) throws -> ExitStatus {
    let check = ImportCheck(
      path: path, name: name, output: "../Generated/\(name)",
      header: ["Written by 'swiftsync-gen import' from \(sources.joined(separator: ", "))."]
    ) { file, bag in
      guard
        let schema = SchemaCompiler.compile(
          path: file.path, read: { _ in file }, into: &bag)
      else { return nil }
      return try ConditionRule.check(schema, into: &bag) ? schema : nil
    }
    var bag = DiagnosticBag()
    guard let versions = try ImportedVersions.make(source, check, into: &bag) else {
      console.show(bag)
      return .failed
    }
    let result = versions.newest
    let folder = Path.split(path).folder
    if !folder.isEmpty { try FileSystem.createFolder(folder) }
    try FileSystem.replace(path, with: Array(result.text.utf8))
    try FileSystem.replace(
      Path.join(folder, LanguageSchema.fileName), with: Array(LanguageSchema.text().utf8))
    console.remark("wrote \(path)")
    for path in try versions.freeze() { console.remark("wrote \(path)") }
    for remark in result.model.remarks { console.remark("\(remark.place): \(remark.message)") }
    for suggestion in result.model.suggestions { console.remark(suggestion) }
    return .done
  }
}

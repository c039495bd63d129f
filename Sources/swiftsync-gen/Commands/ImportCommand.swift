import SyncGenCore
import SyncGenDiagnostics
import SyncGenImport
import SyncGenSchema

struct ImportCommand: Command {
  static let definition = CommandDefinition(
    "import", "write a schema from JSON, OpenAPI, a database or models",
    operands: .init("SOURCE", 1...CommandDefinition.Operands.many),
    options: ImportArguments.options + [ImportArguments.merge],
    discussion: [
      """
      A SOURCE is a JSON or NDJSON file, an OpenAPI document, an SQLite database, a Core Data model, \
      or a Swift file or folder with models. '-' reads JSON from standard input and must be the only \
      SOURCE. Several JSON files are read together.
      """,
      """
      Comments in the schema mark guesses. What the schema cannot express is listed at the end. \
      Without '--force', an existing schema is not changed and the exit status is 1. With '--merge', \
      the command adds what is new to an existing schema and lists what differs. A frozen version \
      is never changed; if the source has a different one, nothing is written.
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
    "the name of the entity of the rows; by default from the file name")
  private static let sample = OptionDefinition(
    "sample", takes: .number, "sample N rows of each table of a database; 1000 by default")
  private static let force = OptionDefinition("force", "overwrite an existing schema")
  static let merge = OptionDefinition(
    "merge", takes: .text(placeholder: "SCHEMA"), "add what is new to this schema")

  static let options = [name, output, entity, sample, force]
  /// The options of `init`, whose NAME is that of the file.
  static let optionsOfInit = [output(default: "Schemas/NAME.yaml"), entity, sample, force]

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

  init(
    _ arguments: ParsedArguments, sources: [String], name defaultName: String? = nil
  ) throws(UsageError) {
    self.sources = sources
    let stated = arguments.text(Self.name)
    if let stated, InitCommand.schemaName(for: stated) == nil {
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
    if sources.contains("-"), sources.count > 1 {
      throw arguments.problem("'-' must be the only SOURCE")
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

/// Reads sources, and writes or extends a schema.
struct SchemaImport {
  private let arguments: ImportArguments
  private let console: Console

  init(_ arguments: ImportArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() throws -> ExitStatus {
    let path = arguments.path
    if arguments.merged == nil, !arguments.overwrites, try FileSystem.kind(of: path) != nil {
      throw CommandFailure(
        "\(path) already exists and was not changed; overwrite it with '--force', or add what is "
          + "new with '--merge \(path)'")
    }
    do {
      let source = try SourceReaders.read(arguments.sources, arguments.options)
      return try arguments.merged.map { try merge(source, into: $0) } ?? write(source)
    } catch let source as EmptySource {
      show(source.remarks, source.suggestions)
      console.error(
        at: arguments.title, "nothing in it can be an entity, so no schema was written")
      return .failed
    } catch let failure as ImportFailure {
      if let place = failure.place {
        console.error(at: place, failure.text)
      } else {
        console.error(failure.text)
      }
      return .failed
    }
  }

  private func write(_ source: ImportedSchema) throws -> ExitStatus {
    let path = arguments.path
    let folder = Path.split(path).folder
    if Path.split(path).name != path {
      let bounds = PackageBounds(folder: "", default: ".")
      guard path.hasPrefix("/") || bounds.contains(folder) else {
        throw CommandFailure(
          "the folder '\(folder)' is a link that points outside '\(bounds.root)'; remove the link")
      }
    }
    let check = ImportCheck(
      path: path, name: arguments.name, output: "../Generated/\(arguments.name)",
      header: ["Written by 'swiftsync-gen import' from \(arguments.title)."], compile: compile)
    var bag = DiagnosticBag()
    guard let versions = try ImportedVersions.make(source, check, into: &bag) else {
      console.show(bag)
      return .failed
    }
    try versions.checkFrozenFiles()
    let result = versions.newest
    if !folder.isEmpty { try FileSystem.createFolder(folder) }
    try FileSystem.replace(path, with: Array(result.text.utf8))
    try FileSystem.replace(
      Path.join(folder, LanguageSchema.fileName), with: Array(LanguageSchema.text().utf8))
    console.remark("wrote \(path)")
    for path in try versions.freeze() { console.remark("wrote \(path)") }
    show(result.model.remarks, result.model)
    return .done
  }

  private func merge(_ source: ImportedSchema, into path: String) throws -> ExitStatus {
    let file = try InputFile.read(path)
    var bag = DiagnosticBag()
    guard let schema = try compileWithVersions(file, &bag) else {
      console.show(bag)
      return .failed
    }
    let frozen = try VersionFolder(of: schema).files().map(\.version)
    // Only a person may raise the version, so the additions are tried without doing so.
    let isFrozen = frozen.contains(schema.version)
    let merge = SchemaMerge(file, schema, hasRows: !frozen.isEmpty) { file, bag in
      try isFrozen ? compile(file, &bag) : compileWithVersions(file, &bag)
    }
    guard let result = try merge.run(source, into: &bag) else {
      console.show(bag)
      return .failed
    }
    if isFrozen, !result.added.isEmpty { return refuse(result, frozen: schema) }
    if result.added.isEmpty {
      console.remark(
        result.isComplete ? "\(path) is complete and was not changed" : "\(path) was not changed")
    } else {
      try FileSystem.replace(path, with: Array(result.text.utf8))
      console.remark("added to \(path):")
      for title in result.added { console.remark("  \(title)") }
    }
    show(result.remarks, result.model)
    return .done
  }

  private func refuse(_ result: SchemaMerge.Result, frozen schema: Schema) -> ExitStatus {
    for title in result.added { console.remark("\(schema.path): lacks \(title)") }
    console.error(
      at: schema.path,
      "version \(schema.version) is frozen, so nothing was added; set 'version' to "
        + "\(schema.version + 1), then run the command again")
    return .failed
  }

  private func show(_ remarks: [ImportRemark], _ model: ImportedSchema) {
    show(remarks, model.suggestions + model.answers.suggestions)
  }

  private func show(_ remarks: [ImportRemark], _ suggestions: [String]) {
    for remark in remarks { console.remark("\(remark.place): \(remark.message)") }
    for suggestion in suggestions { console.remark(suggestion) }
  }

  /// Compiles the file as `compile`, and plans the migration from its frozen versions.
  private func compileWithVersions(
    _ file: SourceFile, _ bag: inout DiagnosticBag
  ) throws -> Schema? {
    guard let schema = try compile(file, &bag) else { return nil }
    guard let versions = try Pipeline.versions(of: schema, into: &bag),
      try MigrationStatementRule.check(versions, into: &bag)
    else { return nil }
    return schema
  }

  /// Compiles the file, which is in memory, with its includes on disk.
  private func compile(_ file: SourceFile, _ bag: inout DiagnosticBag) throws -> Schema? {
    let read = { (path: String) throws(FileReadError) -> SourceFile in
      if path == file.path { return file }
      do throws(FileFailure) {
        return try InputFile.read(path)
      } catch {
        throw FileReadError(error.reason)
      }
    }
    guard let schema = SchemaCompiler.compile(path: file.path, read: read, into: &bag) else {
      return nil
    }
    return try ConditionRule.check(schema, into: &bag) ? schema : nil
  }
}

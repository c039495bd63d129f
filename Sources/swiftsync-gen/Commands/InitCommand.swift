import SyncGenCommandLine
import SyncGenSchema

struct InitCommand: Command {
  private static let folder = "Schemas"
  private static let defaultName = "app"
  private static let from = OptionDefinition(
    "from", takes: .text(placeholder: "SOURCE"), isRepeatable: true,
    "import this file instead of writing a starter schema")

  static let definition = CommandDefinition(
    "init", "write a commented starter schema, Schemas/NAME.yaml",
    operands: .init("NAME", 0...1),
    options: [from] + ImportArguments.optionsOfInit,
    discussion: [
      """
      NAME is the name of the file and, in UpperCamelCase, of the schema; the default is \
      '\(defaultName)'. An existing file is not changed, and the exit status is then 1. Also writes \
      \(LanguageSchema.fileName), with which editors complete and check schemas.
      """,
      """
      With '--from', imports SOURCE like the 'import' command, and prints the same summary. \
      '--output', '--entity', '--sample', '--force' and '--report' can be used only with '--from'.
      """,
    ])

  private let name: String
  private let schemaName: String
  /// The sources of the schema; `nil` for the starter schema.
  private let imported: ImportArguments?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = arguments.operands.first ?? Self.defaultName
    guard let schemaName = SchemaFileName.schemaName(of: name) else {
      throw arguments.problem(
        "NAME must begin with a letter and contain only letters, digits, '-' and '_', found '\(name)'"
      )
    }
    self.schemaName = schemaName
    let sources = arguments.texts(Self.from)
    imported =
      sources.isEmpty ? nil : try ImportArguments(arguments, sources: sources, name: name)
    if let option = ImportArguments.optionsOfInit.first(where: arguments.has), sources.isEmpty {
      throw arguments.problem("option '--\(option.name)' needs '--from'")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if let imported { return try SchemaImport(imported, console).run() }
    let path = "\(Self.folder)/\(name).yaml"
    let bounds = PackageBounds(folder: "", default: ".")
    guard bounds.contains(Self.folder) else {
      throw CommandFailure(
        "the folder '\(Self.folder)' is a link that points outside '\(bounds.root)'; remove the link"
      )
    }
    try FileSystem.createFolder(Self.folder)
    let text = StarterSchema.text(name: schemaName)
    guard try FileSystem.create(path, with: Array(text.utf8)) else {
      throw CommandFailure("\(path) already exists and was not changed")
    }
    try FileSystem.replace(
      "\(Self.folder)/\(LanguageSchema.fileName)", with: Array(LanguageSchema.text().utf8))
    console.remark("wrote \(path); run 'swiftsync-gen generate' to generate Swift and SQL")
    return .done
  }
}

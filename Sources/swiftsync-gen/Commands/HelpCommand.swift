import SyncGenCommandLine

struct HelpCommand: Command {
  static let definition = CommandDefinition(
    "help", "show what the tool or a command does", operands: .init("COMMAND", 0...1))

  static let purpose = """
    Generates Swift models, SQL and sync code from one schema, and applies JSON to a database by \
    the same rules as the generated code.
    """

  private let command: (any Command.Type)?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    if let name = arguments.operands.first {
      command = try CommandCatalog.command(named: name)
    } else {
      command = nil
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    try console.output(command.map { HelpRenderer.help(for: $0.definition) } ?? Self.overview)
    return .done
  }

  static var overview: String {
    HelpRenderer.help(listing: CommandCatalog.definitions, purpose: purpose)
  }
}

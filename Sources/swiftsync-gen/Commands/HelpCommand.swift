import SyncGenCommandLine

struct HelpCommand: Command {
  static let definition = CommandDefinition(
    "help", "show what the tool or a command does", operands: .init("COMMAND", 0...1))

  private let command: (any Command.Type)?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    if let name = arguments.operands.first {
      command = try CommandCatalog.all.command(named: name)
    } else {
      command = nil
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    try console.output(
      command.map { HelpRenderer.help(for: $0.definition) } ?? CommandCatalog.all.overview)
    return .done
  }
}

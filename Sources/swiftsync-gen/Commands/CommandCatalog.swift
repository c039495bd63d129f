import SyncGenCore
import SyncGenDiagnostics

/// All commands, in the order in which help lists them.
enum CommandCatalog {
  static let commands: [any Command.Type] = [
    InitCommand.self,
    ImportCommand.self,
    ValidateCommand.self,
    GenerateCommand.self,
    FreezeCommand.self,
    PlanCommand.self,
    VerifyCommand.self,
    SquashCommand.self,
    BaselineCommand.self,
    ApplyCommand.self,
    ExportCommand.self,
    CheckPayloadCommand.self,
    TemplatesCommand.self,
    ContextCommand.self,
    RenderCommand.self,
    DocsCommand.self,
    CompletionsCommand.self,
    HelpCommand.self,
  ]

  static var definitions: [CommandDefinition] {
    commands.map { $0.definition }
  }

  static func command(named name: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.definition.name == name }) { return command }
    let known = Suggestion.nearest(to: name, in: definitions.map(\.name))
    throw UsageError(
      "unknown command '\(name)'" + (known.map { "; did you mean '\($0)'?" } ?? ""), of: nil)
  }
}

/// A command of the tool.
protocol Command: Sendable {
  static var definition: CommandDefinition { get }

  /// - Throws: `UsageError` for what the definition cannot say of the arguments.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Does the work; what is thrown is reported by the caller.
  ///
  /// On the main thread, whose stack is large enough for whatever a parser may nest.
  @MainActor func run(_ console: Console) async throws -> ExitStatus
}

/// Why a command cannot go on, in words for its user. Exit status 1.
struct CommandFailure: Error, Hashable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

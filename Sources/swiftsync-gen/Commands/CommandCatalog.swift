import SyncGenCommandLine
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

  /// - Throws: `UsageError` for mistakes in the arguments that the definition cannot express.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Runs the command. The caller reports thrown errors.
  ///
  /// It runs on the main thread, whose stack is large enough for any nesting that a parser permits.
  @MainActor func run(_ console: Console) async throws -> ExitStatus
}

/// The reason why a command cannot continue, for its user. Exit status 1.
struct CommandFailure: Error, Hashable {
  let message: String
  /// The file that it concerns, or a position in it.
  let place: String?
  /// The mistakes that caused it, which are shown first.
  let causes: [Diagnostic]

  init(_ message: String, at place: String? = nil, causes: [Diagnostic] = []) {
    self.message = message
    self.place = place
    self.causes = causes
  }

  func show(_ console: Console) {
    var bag = DiagnosticBag()
    for cause in causes { bag.add(cause) }
    console.show(bag)
    if let place { console.error(at: place, message) } else { console.error(message) }
  }
}

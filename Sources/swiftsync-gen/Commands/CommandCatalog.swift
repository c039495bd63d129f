import SyncGenCore
import SyncGenDiagnostics

/// All commands, in the order in which help lists them.
enum CommandCatalog {
  static let commands: [any Command.Type] = [
    InitCommand.self,
    ValidateCommand.self,
    GenerateCommand.self,
    FreezeCommand.self,
    PlanCommand.self,
    VerifyCommand.self,
    SquashCommand.self,
    ApplyCommand.self,
    ExportCommand.self,
    CheckPayloadCommand.self,
    TemplatesCommand.self,
    ContextCommand.self,
    RenderCommand.self,
    DocsCommand.self,
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

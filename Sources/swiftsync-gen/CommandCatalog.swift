import SyncGenCommandLine
import SyncGenSchema

extension CommandCatalog {
  /// The commands of the whole tool.
  static let all = CommandCatalog(
    [
      InitCommand.self,
      ImportCommand.self,
      ValidateCommand.self,
      FormatCommand.self,
      GenerateCommand.self,
      FreezeCommand.self,
      PlanCommand.self,
      VerifyCommand.self,
      SquashCommand.self,
      GitSetupCommand.self,
      BaselineCommand.self,
      ApplyCommand.self,
      ExportCommand.self,
      CheckPayloadCommand.self,
      TemplatesCommand.self,
      ContextCommand.self,
      RenderCommand.self,
      DocsCommand.self,
      ExplainCommand.self,
      CompletionsCommand.self,
      HelpCommand.self,
    ],
    purpose: """
      Generates Swift models, SQL and sync code from one schema, and applies JSON to a database by \
      the same rules as the generated code.
      """)
}

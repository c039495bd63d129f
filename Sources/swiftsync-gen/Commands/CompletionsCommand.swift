import SyncGenCommandLine

struct CompletionsCommand: Command {
  static let definition = CommandDefinition(
    "completions", "print a completion script for bash, zsh or fish",
    operands: .init("SHELL", 1...1),
    discussion: [
      """
      SHELL is 'bash', 'zsh' or 'fish'. To enable completion in the current bash session, run:
      """,
      "  source <(swiftsync-gen completions bash)",
    ])

  private let shell: CompletionScript.Shell

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let name = arguments.operands.first ?? ""
    guard let shell = CompletionScript.Shell(rawValue: name) else {
      throw arguments.problem("SHELL must be bash, zsh or fish, not '\(name)'")
    }
    self.shell = shell
  }

  func run(_ console: Console) throws -> ExitStatus {
    let script = CompletionScript(
      of: CommandCatalog.all.definitions, options: [Call.versionOption, CommandDefinition.help])
    try console.output(script.text(for: shell))
    return .done
  }
}

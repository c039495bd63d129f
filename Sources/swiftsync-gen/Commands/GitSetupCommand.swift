import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

struct GitSetupCommand: Command {
  private static let yes = OptionDefinition("yes", "write it instead of only showing it")
  private static let allowCommands = OptionDefinition(
    "allow-commands", "let the hooks run the programs that schemas state")
  private static let noHooks = OptionDefinition(
    "no-hooks", "write no hooks, for a team that runs the check in another way")

  static let definition = CommandDefinition(
    "git-setup", "set up Git for generated files", operands: SchemaArguments.operands,
    options: [yes, noHooks, allowCommands, SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [
      """
      Shows what it would write, and with '--yes' writes it: lines of '.gitattributes', which you \
      commit, that mark generated files and name a merge driver for them; the setting of this driver, \
      which keeps our side of a generated file, because 'generate' writes it again after a merge; and \
      hooks that run 'generate --check --staged' before a commit. Frozen versions are merged as usual.
      """,
      """
      A hook that someone else wrote, or that other repositories use, is not changed: the command \
      prints the line that you have to add.
      """,
      """
      Settings and hooks belong to one clone, so everyone in the team runs the command once. The exit \
      status is 1 as long as something is left to do: something to write, without '--yes', or a line \
      that you have to add to a hook.
      """,
      SchemaArguments.discussion,
    ])

  private let schemas: SchemaArguments
  private let isConfirmed: Bool
  private let allowsCommands: Bool
  private let hasHooks: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schemas = SchemaArguments(arguments)
    isConfirmed = arguments.has(Self.yes)
    allowsCommands = arguments.has(Self.allowCommands)
    hasHooks = !arguments.has(Self.noHooks)
    if schemas.readsStandardInput {
      throw arguments.problem("the schemas must be files in the repository")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    var bag = DiagnosticBag()
    let schemas = try schemas.load(into: &bag)
    console.show(bag)
    if bag.hasErrors { return .failed }
    try checkCommands(of: schemas)
    let setup = try GitSetup(
      for: schemas, allowingCommands: allowsCommands, hooks: hasHooks)
    if setup.items.isEmpty {
      console.remark("Git is set up for generated files")
      return .done
    }
    // What is only shown is the result; what is written as well is a report.
    if !(isConfirmed && console.isQuiet) { try console.output(setup.text) }
    if setup.writes, !isConfirmed {
      console.remark("nothing was written; run the command again with '--yes' to write it")
      return .failed
    }
    if setup.writes {
      try setup.write()
      console.remark("wrote it; commit .gitattributes")
    }
    for sentence in setup.openHooks { console.error(sentence) }
    return setup.openHooks.isEmpty ? .done : .failed
  }

  private func checkCommands(of schemas: [Schema]) throws(CommandFailure) {
    guard !allowsCommands, hasHooks,
      let schema = schemas.first(where: { schema in
        schema.forEachOutput.contains { !$0.generation.commands.isEmpty }
      })
    else { return }
    throw CommandFailure(
      "\(schema.path) states commands that generate or format output, which the hooks would run; if "
        + "you trust it, pass '--allow-commands'")
  }
}

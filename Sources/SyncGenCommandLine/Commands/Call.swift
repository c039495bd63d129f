/// The request of a command line.
package enum Call {
  case command(any Command, Console)
  case help(String)
  case version

  /// - Parameter arguments: The arguments without the tool's own name.
  init(_ arguments: ArraySlice<String>, among catalog: CommandCatalog) throws(UsageError) {
    var rest = arguments
    var early: [String] = []
    while let first = rest.first, first.hasPrefix("-"), first != "-", first != "--" {
      early.append(rest.removeFirst())
    }
    if early.contains("--version") || early.contains("-V") {
      self = .version
    } else if let name = rest.popFirst() {
      try self.init(catalog.command(named: name), early + rest)
    } else {
      try self.init(withoutCommand: early, catalog)
    }
  }

  private init(_ command: any Command.Type, _ arguments: [String]) throws(UsageError) {
    let parsed = try ArgumentReader.read(arguments[...], of: command.definition)
    if parsed.has(CommandDefinition.help) {
      self = .help(HelpRenderer.help(for: command.definition))
      return
    }
    if parsed.has(CommandDefinition.quiet), parsed.has(CommandDefinition.verbose) {
      throw parsed.problem("options '--quiet' and '--verbose' cannot be combined")
    }
    self = .command(try command.init(parsed), Console(parsed))
  }

  private init(withoutCommand options: [String], _ catalog: CommandCatalog) throws(UsageError) {
    let tool = CommandDefinition("", "", options: [Self.versionOption])
    do throws(UsageError) {
      let parsed = try ArgumentReader.read(options[...], of: tool)
      guard parsed.has(CommandDefinition.help) else {
        throw UsageError("a command is missing", of: nil)
      }
      self = .help(catalog.overview)
    } catch {
      throw UsageError(error.message, of: nil)
    }
  }

  package static let versionOption = OptionDefinition(
    "version", short: "V", "print the tool's version")

  /// Where the call writes.
  var console: Console {
    if case .command(_, let console) = self { console } else { Console(.normal) }
  }

  @MainActor func run() async throws -> ExitStatus {
    switch self {
    case .command(let command, let console):
      return try await command.run(console)
    case .help(let text):
      try console.output(text)
    case .version:
      try console.output("swiftsync-gen \(ToolVersion.current)\n")
    }
    return .done
  }
}

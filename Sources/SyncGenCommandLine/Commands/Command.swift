package import SwiftSyncSQLite
package import SyncGenDiagnostics

/// A command of the tool.
package protocol Command: Sendable {
  static var definition: CommandDefinition { get }

  /// - Throws: `UsageError` for mistakes in the arguments that the definition cannot express.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Runs the command. The caller reports thrown errors.
  ///
  /// It runs on the main thread, whose stack is large enough for any nesting that a parser permits.
  @MainActor func run(_ console: Console) async throws -> ExitStatus
}

/// The commands of an executable.
package struct CommandCatalog: Sendable {
  /// All commands, in the order in which help lists them.
  private let commands: [any Command.Type]
  /// What the executable does, for help.
  private let purpose: String

  package init(_ commands: [any Command.Type], purpose: String) {
    self.commands = commands
    self.purpose = purpose
  }

  package var definitions: [CommandDefinition] { commands.map { $0.definition } }

  /// The help that lists the commands.
  package var overview: String { HelpRenderer.help(listing: definitions, purpose: purpose) }

  package func command(named name: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.definition.name == name }) { return command }
    let known = Suggestion.nearest(to: name, in: definitions.map(\.name))
    throw UsageError(
      "unknown command '\(name)'" + (known.map { "; did you mean '\($0)'?" } ?? ""), of: nil)
  }
}

/// An error that the user caused or can remedy. Exit status 1.
package protocol ToolFailure: Error {
  func show(_ console: Console)
}

/// The reason why a command cannot continue, for its user.
package struct CommandFailure: ToolFailure, Hashable {
  package let message: String
  /// The file that it concerns, or a position in it.
  private let place: String?
  /// The mistakes that caused it, which are shown first.
  private let causes: [Diagnostic]

  package init(_ message: String, at place: String? = nil, causes: [Diagnostic] = []) {
    self.message = message
    self.place = place
    self.causes = causes
  }

  package func show(_ console: Console) {
    var bag = DiagnosticBag()
    for cause in causes { bag.add(cause) }
    console.show(bag)
    if let place { console.error(at: place, message) } else { console.error(message) }
  }
}

extension FileFailure: ToolFailure {
  package func show(_ console: Console) { console.error(description) }
}

extension SQLRefusal: ToolFailure {
  package func show(_ console: Console) {
    console.error("SQLite error \(code): \(message)" + (sql.map { " (\($0))" } ?? ""))
  }
}

import SyncGenCore

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

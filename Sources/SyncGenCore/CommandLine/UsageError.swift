/// What the command line alone shows to be wrong.
package struct UsageError: Error, Hashable, Sendable {
  package let message: String
  /// The command whose usage is to be shown; `nil` for the tool's own.
  package let command: CommandDefinition?

  package init(_ message: String, of command: CommandDefinition?) {
    self.message = message
    self.command = command
  }
}

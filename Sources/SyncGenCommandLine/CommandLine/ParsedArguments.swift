/// The arguments of a command, which match its definition.
package struct ParsedArguments: Hashable, Sendable {
  package let command: CommandDefinition
  package internal(set) var operands: [String] = []
  var values: [String: [String]] = [:]

  init(of command: CommandDefinition) {
    self.command = command
  }

  package func has(_ option: OptionDefinition) -> Bool {
    values[option.name] != nil
  }

  package func text(_ option: OptionDefinition) -> String? {
    values[option.name]?.last
  }

  /// All values of an option that may be repeated.
  package func texts(_ option: OptionDefinition) -> [String] {
    values[option.name] ?? []
  }

  package func number(_ option: OptionDefinition) -> Int? {
    text(option).flatMap { Int($0) }
  }

  package func choice<Word: RawRepresentable<String>>(
    _ option: OptionDefinition, as type: Word.Type = Word.self
  ) -> Word? {
    text(option).flatMap { Word(rawValue: $0) }
  }

  package func choices(_ option: OptionDefinition) -> [String]? {
    text(option).map(OptionDefinition.parts)
  }

  package func pair(_ option: OptionDefinition) -> (name: String, value: String)? {
    guard let text = text(option), let sign = text.firstIndex(of: "=") else { return nil }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  /// Returns the error that the command line is invalid for a reason that its definition does not
  /// express.
  package func problem(_ message: String) -> UsageError {
    UsageError(message, of: command)
  }
}

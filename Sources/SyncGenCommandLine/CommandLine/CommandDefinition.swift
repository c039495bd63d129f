/// The arguments and the effect of a command as data, from which arguments are read and help is
/// created.
package struct CommandDefinition: Hashable, Sendable {
  /// The arguments that are not options.
  package struct Operands: Hashable, Sendable {
    /// The name in the singular, e.g. `SCHEMA`. Related words are separated by blanks.
    package let placeholder: String
    package let count: ClosedRange<Int>

    package init(_ placeholder: String, _ count: ClosedRange<Int>) {
      self.placeholder = placeholder
      self.count = count
    }

    /// No operands.
    package static let none = Operands("", 0...0)
    package static let many = Int.max

    /// The operands in a usage line, e.g. `[SCHEMA…]`.
    package var usage: String {
      if count.upperBound == 0 { return "" }
      let isList = count.upperBound > 1 && !placeholder.contains(" ")
      let text = placeholder + (isList ? "…" : "")
      return count.lowerBound == 0 ? "[\(text)]" : text
    }
  }

  package let name: String
  /// A summary on one line, in lower case, for the list of commands.
  package let summary: String
  package let operands: Operands
  package let options: [OptionDefinition]
  /// The options of which one must be given.
  package let alternatives: [OptionDefinition]
  /// Paragraphs with further explanations.
  package let discussion: [String]

  package init(
    _ name: String, _ summary: String, operands: Operands = .none,
    options: [OptionDefinition] = [], alternatives: [OptionDefinition] = [],
    discussion: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options + Self.commonOptions
    self.alternatives = alternatives
    self.discussion = discussion
  }

  package static let help = OptionDefinition("help", short: "h", "show this help")
  package static let quiet = OptionDefinition("quiet", short: "q", "print errors only")
  package static let verbose = OptionDefinition("verbose", short: "v", "print each step")

  /// The options of every command.
  package static let commonOptions = [quiet, verbose, help]

  /// The arguments after the name, e.g. `[SCHEMA…] [options]`, with required options spelled out.
  package var usage: [String] {
    func text(_ option: OptionDefinition) -> String {
      "--\(option.name) \(option.placeholder ?? "")"
    }
    let choice = alternatives.map(text).joined(separator: " | ")
    let required = options.filter(\.isRequired).map(text)
    return ([operands.usage, choice.isEmpty ? "" : "(\(choice))"] + required + ["[options]"])
      .filter { !$0.isEmpty }
  }
}

/// The exit statuses of the tool. There are no others.
package enum ExitStatus: Int32, CaseIterable, Hashable, Sendable {
  case done = 0
  /// The check failed or the input is invalid; diagnostics state the reason.
  case failed = 1
  /// The command line itself is invalid.
  case usage = 64
  /// A bug in the tool.
  case bug = 70
}

/// An error that the command line alone shows.
package struct UsageError: Error, Hashable, Sendable {
  package let message: String
  /// The command whose usage is shown; `nil` for that of the tool.
  package let command: CommandDefinition?

  package init(_ message: String, of command: CommandDefinition?) {
    self.message = message
    self.command = command
  }
}

/// What a command takes and what it does, as data: arguments are read by it, and help is made of it.
package struct CommandDefinition: Hashable, Sendable {
  /// The arguments that are not options.
  package struct Operands: Hashable, Sendable {
    /// In the singular, e.g. `SCHEMA`; words that belong together have blanks between them.
    package let placeholder: String
    package let count: ClosedRange<Int>

    package init(_ placeholder: String, _ count: ClosedRange<Int>) {
      self.placeholder = placeholder
      self.count = count
    }

    /// No operand at all.
    package static let none = Operands("", 0...0)
    package static let many = Int.max

    /// `[SCHEMA…]`
    package var usage: String {
      if count.upperBound == 0 { return "" }
      let isList = count.upperBound > 1 && !placeholder.contains(" ")
      let text = placeholder + (isList ? "…" : "")
      return count.lowerBound == 0 ? "[\(text)]" : text
    }
  }

  package let name: String
  /// One line, in lower case, for the list of commands.
  package let summary: String
  package let operands: Operands
  package let options: [OptionDefinition]
  /// Those of the options of which one must be given.
  package let alternatives: [OptionDefinition]
  /// Paragraphs that say what is not obvious.
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

  /// Every command has these.
  package static let commonOptions = [quiet, verbose, help]

  /// What follows the name, `[SCHEMA…] [options]`, with the options that must be given spelled out.
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

/// What the tool tells the program that started it. There are no others.
package enum ExitStatus: Int32, CaseIterable, Hashable, Sendable {
  case done = 0
  /// The check failed or the input is wrong; diagnostics say why.
  case failed = 1
  /// The command line alone shows that it cannot work.
  case usage = 64
  /// A bug in the tool.
  case bug = 70
}

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

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
  /// Paragraphs that say what is not obvious.
  package let discussion: [String]

  package init(
    _ name: String, _ summary: String, operands: Operands = .none,
    options: [OptionDefinition] = [], discussion: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options + Self.commonOptions
    self.discussion = discussion
  }

  package static let help = OptionDefinition("help", short: "h", "show this help")
  package static let quiet = OptionDefinition("quiet", short: "q", "print errors only")
  package static let verbose = OptionDefinition("verbose", short: "v", "print each step")

  /// Every command has these.
  package static let commonOptions = [quiet, verbose, help]

  /// `generate [SCHEMA…] [options]`, with the options that must be given spelled out.
  package var usage: String {
    let required = options.filter(\.isRequired).map { "--\($0.name) \($0.placeholder ?? "")" }
    return ([name, operands.usage] + required + ["[options]"]).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

import SyncGenDiagnostics

/// Reads the arguments of a command by its definition.
package struct ArgumentReader {
  private var rest: ArraySlice<String>
  private var parsed: ParsedArguments
  private var command: CommandDefinition { parsed.command }

  package static func read(
    _ arguments: ArraySlice<String>, of command: CommandDefinition
  ) throws(UsageError) -> ParsedArguments {
    var reader = ArgumentReader(rest: arguments, parsed: ParsedArguments(of: command))
    try reader.readAll()
    // A user who asks for help has not completed the command line yet.
    if !reader.parsed.has(CommandDefinition.help) { try reader.check() }
    return reader.parsed
  }

  private init(rest: ArraySlice<String>, parsed: ParsedArguments) {
    self.rest = rest
    self.parsed = parsed
  }

  private mutating func readAll() throws(UsageError) {
    while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.operands += rest
        return
      } else if argument.hasPrefix("--") {
        try readLong(argument.dropFirst(2))
      } else if argument.hasPrefix("-"), argument != "-" {
        try readShort(argument)
      } else {
        parsed.operands.append(argument)
      }
    }
  }

  private mutating func readLong(_ text: Substring) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw unknownOption(name)
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if option.value == .none {
      guard attached == nil else {
        throw parsed.problem("option '--\(name)' takes no value")
      }
      return add("", to: option)
    }
    guard let value = attached ?? nextValue() else {
      throw parsed.problem("option '--\(name)' needs a value: \(option.placeholder ?? "")")
    }
    try add(checked: value, to: option)
  }

  /// Reads `-q`, or several short options in one word.
  private mutating func readShort(_ argument: String) throws(UsageError) {
    for letter in argument.dropFirst() {
      guard let option = command.options.first(where: { $0.short == letter }) else {
        throw parsed.problem("unknown option '\(argument)'")
      }
      add("", to: option)
    }
  }

  /// The next argument, unless it is itself an option.
  private mutating func nextValue() -> String? {
    guard let next = rest.first else { return nil }
    let isOption = command.options.contains { next == "--\($0.name)" }
    return isOption || next == "--" ? nil : rest.popFirst()
  }

  private mutating func add(
    checked value: String, to option: OptionDefinition
  ) throws(UsageError) {
    if let problem = option.problem(with: value) {
      throw parsed.problem("option '--\(option.name)' \(problem)")
    }
    if parsed.has(option), !option.isRepeatable {
      throw parsed.problem("option '--\(option.name)' can be given only once")
    }
    add(value, to: option)
  }

  private mutating func add(_ value: String, to option: OptionDefinition) {
    parsed.values[option.name, default: []].append(value)
  }

  private func unknownOption(_ name: String) -> UsageError {
    let known = Suggestion.nearest(to: name, in: command.options.map(\.name))
    return parsed.problem(
      "unknown option '--\(name)'" + (known.map { "; did you mean '--\($0)'?" } ?? ""))
  }

  private func check() throws(UsageError) {
    for option in command.options where option.isRequired && !parsed.has(option) {
      let value = option.placeholder.map { " " + $0 } ?? ""
      throw parsed.problem("option '--\(option.name)\(value)' is required")
    }
    let operands = command.operands
    if parsed.operands.count < operands.count.lowerBound {
      throw parsed.problem("\(operands.placeholder) is missing")
    }
    if parsed.operands.count > operands.count.upperBound {
      let first = parsed.operands[operands.count.upperBound]
      throw parsed.problem("unexpected argument '\(first)'")
    }
  }
}

/// An option of a command: its spelling, its value, and its description in `--help`.
package struct OptionDefinition: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case none
    case text(placeholder: String)
    /// One word of a list.
    case choice([String])
    /// Some words of a list, separated by commas.
    case choices([String])
    /// An integer of at least 0.
    case number
    /// A pair such as `name=value`.
    case pair(name: String, value: String)
    /// One word of a list, or a pair with a fixed name, such as `keep-if=has_more`.
    case choiceOrPair([String], name: String, value: String)
  }

  /// The name without hyphens.
  package let name: String
  package let short: Character?
  package let value: Value
  package let summary: String
  package let isRequired: Bool
  package let isRepeatable: Bool

  package init(
    _ name: String, short: Character? = nil, takes value: Value = .none, isRequired: Bool = false,
    isRepeatable: Bool = false, _ summary: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
  }

  /// Returns an option whose words are the cases of a type.
  package static func choice<Words: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Words.Type, _ summary: String
  ) -> OptionDefinition {
    OptionDefinition(name, takes: .choice(type.allCases.map(\.rawValue)), summary)
  }

  /// The placeholder after the name in a usage line, e.g. `FILE` or `text|json`; `nil` for a flag.
  package var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let placeholder): placeholder
    case .choice(let words): words.joined(separator: "|")
    case .choices(let words): words.joined(separator: ",")
    case .number: "N"
    case .pair(let name, let value): "\(name)=\(value)"
    case .choiceOrPair(let words, let name, let value):
      (words + ["\(name)=\(value)"]).joined(separator: "|")
    }
  }

  /// The problem with a value; `nil` if there is none.
  func problem(with text: String) -> String? {
    switch value {
    case .none, .text: nil
    case .choice(let words):
      words.contains(text)
        ? nil : "must be \(Self.list(words.map { "'\($0)'" }, "or")), not '\(text)'"
    case .choices(let words):
      Self.parts(of: text).first { !words.contains($0) }
        .map { "takes a comma-separated list of \(Self.list(words, "and")), not '\($0)'" }
    case .number:
      Int(text).map { $0 >= 0 } == true && text.first != "+"
        ? nil : "takes an integer of at least 0, not '\(text)'"
    case .pair(let name, let value):
      Self.isPair(text) ? nil : "takes \(name)=\(value), not '\(text)'"
    case .choiceOrPair(let words, let name, let value):
      words.contains(text) || text.hasPrefix("\(name)=") && text.utf8.count > name.utf8.count + 1
        ? nil
        : "must be \(Self.list((words + ["\(name)=\(value)"]).map { "'\($0)'" }, "or")), not '\(text)'"
    }
  }

  private static func isPair(_ text: String) -> Bool {
    guard let sign = text.firstIndex(of: "=") else { return false }
    return sign != text.startIndex
  }

  private static func list(_ words: [String], _ conjunction: String) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  static func parts(of text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

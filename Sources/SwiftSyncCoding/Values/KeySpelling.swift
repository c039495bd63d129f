/// How a key that is derived from a name joins its words.
package enum KeySpelling: Hashable, Sendable {
  /// As in `due_on`.
  case snake
  /// As in `dueOn`.
  case camel
  /// As in `due-on`.
  case kebab

  /// The key for a name in snake case.
  package func key(_ snake: String) -> String {
    switch self {
    case .snake: snake
    case .camel: Self.camel(snake)
    case .kebab: Self.kebab(snake)
    }
  }

  /// Whether a key could be derived from a name.
  ///
  /// - Parameter verbatim: The name as the schema spells it, if that is known.
  package static func isDerived(_ key: String, snake: String, verbatim: String?) -> Bool {
    key == snake || key == verbatim || key == camel(snake) || key == kebab(snake)
  }

  /// The words joined by hyphens.
  private static func kebab(_ snake: String) -> String {
    snake.split(separator: "_").joined(separator: "-")
  }

  /// The words joined, with all but the first capitalized.
  private static func camel(_ snake: String) -> String {
    let parts = snake.split(separator: "_")
    return parts.dropFirst().reduce(String(parts.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }

  /// The words of a camel-case name joined by underscores: `projectIDs` becomes `project_ids`.
  ///
  /// Several acronyms in a row are one word here.
  package static func snake(_ name: String) -> String {
    let letters = Array(name)
    var result = ""
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0, isWordStart(letters, index) { result += "_" }
      result += letter.lowercased()
    }
    return result
  }

  /// Whether the capital letter at `index` begins a word: it follows a lowercase letter or a digit,
  /// or it is the last of several capitals and is followed by a lowercase letter other than a
  /// plural's `s`.
  private static func isWordStart(_ letters: [Character], _ index: Int) -> Bool {
    if letters[index - 1] == "_" { return false }
    if !letters[index - 1].isUppercase { return !(index == 1 && letters.starts(with: "iOS")) }
    guard index + 1 < letters.count, letters[index + 1].isLowercase else { return false }
    let isPlural =
      letters[index + 1] == "s" && !(index + 2 < letters.count && letters[index + 2].isLowercase)
    return !isPlural
  }
}

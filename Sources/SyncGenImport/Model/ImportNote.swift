/// A comment of an imported schema: a remark on what the source states, or the evidence of a guess.
package struct ImportNote: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// What was guessed. The summary of an import counts the guesses of each kind, in this order.
  package enum Guess: String, Hashable, Sendable, CaseIterable {
    case entity = "entities"
    case identity = "identities"
    case relation = "relationships"
    case inverse = "inverses"
    case type = "types"
    case enumeration = "enums"
    case key = "keys"
    case name = "names"
    case direction = "directions"
    case completeness = "missing rows"
    case page = "pages"
    case body = "bodies"
    case deletion = "deletions"
    case clock = "clocks"
    case defaultValue = "defaults"
  }

  /// A phrase without a full stop; for a guess, its evidence, which is empty if the line says it.
  package var text: String
  /// `nil` if the source states it.
  package var guess: Guess?
  /// Whether a comment above the section contains the evidence, which several declarations share.
  package var isShared = false

  package init(stringLiteral text: String) { self.text = text }

  package init(_ text: String, _ guess: Guess? = nil) {
    self.text = text
    self.guess = guess
  }

  package static func guessed(_ guess: Guess, _ evidence: String) -> ImportNote {
    ImportNote(evidence, guess)
  }

  /// The comment without `#`.
  package var comment: String {
    guard let guess else { return text }
    let shown = isShared ? guess.rawValue : text
    return shown.isEmpty ? "guessed" : "guessed: \(shown)"
  }
}

extension [String] {
  /// The first elements in quotation marks, and the number of the others: `'a', 'b' and 1 other`.
  func quoted(upTo most: Int) -> String {
    let rest = count - most
    let shown = prefix(most).map { "'\($0)'" }.joined(separator: ", ")
    return rest > 0 ? "\(shown) and \(rest) \(rest == 1 ? "other" : "others")" : shown
  }
}

/// A regular expression in the dialect of JSON Schema: ECMA-262 with the flag `u`, without
/// backreferences and lookbehind.
///
/// A search takes time proportional to the length of the string: the automaton follows all of its
/// states at once, so no string causes backtracking. `^` and `$` match the ends of the string.
package struct TextPattern: Sendable {
  private let program: PatternProgram

  /// - Throws: The problem with the expression.
  package init(_ source: String) throws(PatternProblem) {
    var parser = PatternParser(source)
    program = try PatternCompiler.compile(try parser.parse())
  }

  /// Checks that an expression is valid where it is used unchanged, such as in a JSON Schema.
  ///
  /// Expressions of earlier schemas may escape characters that have no other meaning.
  ///
  /// - Throws: The problem with the expression.
  package static func check(_ source: String) throws(PatternProblem) {
    var parser = PatternParser(source, isStrict: true)
    _ = try parser.parse()
  }

  /// Whether the expression matches a part of the string.
  package func matches(_ text: String) -> Bool {
    program.isFound(in: text.unicodeScalars.map(\.value))
  }
}

extension TextPattern {
  /// A short string that matches a pattern; `nil` if none was found, e.g. because of a lookahead.
  package static func example(of source: String) -> String? {
    do {
      var parser = PatternParser(source)
      guard let text = try parser.parse().example else { return nil }
      return try TextPattern(source).matches(text) ? text : nil
    } catch {
      return nil
    }
  }
}

extension PatternNode {
  /// A string that the node matches, provided that assertions hold.
  fileprivate var example: String? {
    switch self {
    case .characters(let set): return set.example.map { String($0) }
    case .alternatives(let branches): return branches.lazy.compactMap(\.example).first
    case .assertion, .lookahead: return ""
    case .sequence(let parts):
      let texts = parts.compactMap(\.example)
      return texts.count == parts.count ? texts.joined() : nil
    case .repeated(let part, let low, _):
      return low == 0 ? "" : part.example.map { String(repeating: $0, count: low) }
    }
  }
}

extension CharacterSet {
  private static let usual = Array("aA0-_ .,:/@#".unicodeScalars)

  /// One of the characters, an ordinary one if possible.
  fileprivate var example: Unicode.Scalar? {
    let others = ranges.lazy.compactMap { Unicode.Scalar($0.lowerBound) }
    return (Self.usual + others).first { contains($0.value) }
  }
}

/// The reason why a string is not a valid pattern.
package struct PatternProblem: Error, Equatable {
  /// The number of characters before the error.
  package let offset: Int
  package let message: String
}

/// The elements of a pattern.
indirect enum PatternNode {
  case characters(CharacterSet)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repeated(PatternNode, from: Int, to: Int?)
  case assertion(PatternAssertion)
  case lookahead(PatternNode, isNegative: Bool)
}

/// A condition on a position.
enum PatternAssertion {
  case start
  case end
  case wordBoundary
  case noWordBoundary

  /// - Parameter position: The number of scalars before the position.
  func holds(at position: Int, of text: [UInt32]) -> Bool {
    switch self {
    case .start: position == 0
    case .end: position == text.count
    case .wordBoundary: Self.isBoundary(position, of: text)
    case .noWordBoundary: !Self.isBoundary(position, of: text)
    }
  }

  private static func isBoundary(_ position: Int, of text: [UInt32]) -> Bool {
    let before = position > 0 && CharacterSet.word.contains(text[position - 1])
    let after = position < text.count && CharacterSet.word.contains(text[position])
    return before != after
  }
}

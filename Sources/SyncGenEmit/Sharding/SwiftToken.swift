/// A word or a sign of Swift code, outside of comments.
struct SwiftToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name or a keyword; one in backticks is never a keyword.
    case word
    /// `#if` and similar words.
    case directive
    /// A string, a number or a regular expression.
    case literal
    /// One byte of anything else.
    case sign(UInt8)
  }

  let kind: Kind
  let range: Range<Int>
  /// The characters, without backticks; empty for literals.
  let text: String
  let isQuoted: Bool
}

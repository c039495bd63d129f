/// The rules of a named scalar of a schema: a pattern for strings, bounds for numbers.
package struct ScalarCheck: Sendable {
  private let pattern: TextPattern?
  private let lower: Bound?
  private let upper: Bound?

  private struct Bound {
    let integer: Int64?
    let double: Double
    let decimal: String

    init(_ decimal: String) {
      integer = Int64(decimal)
      double = Double(decimal) ?? 0
      self.decimal = decimal
    }
  }

  /// - Parameters:
  ///   - pattern: A regular expression that strings must match; see `TextPattern`.
  ///   - lower: The minimum, as canonical decimal text.
  ///   - upper: The maximum, as canonical decimal text.
  /// - Throws: The problem with the pattern.
  package init(pattern: String?, lower: String?, upper: String?) throws(PatternProblem) {
    if let pattern { self.pattern = try TextPattern(pattern) } else { self.pattern = nil }
    self.lower = lower.map(Bound.init)
    self.upper = upper.map(Bound.init)
  }

  package func accepts(text: String) -> Bool {
    pattern?.matches(text) ?? true
  }

  /// Whether an integer is accepted. The bounds of integers are integers.
  package func accepts(integer: Int64) -> Bool {
    if let least = lower?.integer, integer < least { return false }
    if let greatest = upper?.integer, integer > greatest { return false }
    return true
  }

  package func accepts(double: Double) -> Bool {
    if let lower, double < lower.double { return false }
    if let upper, double > upper.double { return false }
    return true
  }

  /// - Parameter decimal: Canonical decimal text.
  package func accepts(decimal: String) -> Bool {
    if let lower, CanonicalDecimal(decimal) < CanonicalDecimal(lower.decimal) { return false }
    if let upper, CanonicalDecimal(upper.decimal) < CanonicalDecimal(decimal) { return false }
    return true
  }
}

/// Canonical decimal text, e.g. `-12.5`, compared as a number. It may have more digits than a
/// double.
package struct CanonicalDecimal: Comparable {
  private let isNegative: Bool
  private let whole: Substring
  private let fraction: Substring

  package init(_ text: String) {
    isNegative = text.hasPrefix("-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    whole = digits.prefix { $0 != "." }
    fraction = digits.dropFirst(whole.count + 1)
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  /// Compares only the digits. Neither part has superfluous zeros.
  private func isSmaller(than other: Self) -> Bool {
    if whole.utf8.count != other.whole.utf8.count {
      return whole.utf8.count < other.whole.utf8.count
    }
    if whole != other.whole { return whole.utf8.lexicographicallyPrecedes(other.whole.utf8) }
    return fraction.utf8.lexicographicallyPrecedes(other.fraction.utf8)
  }
}

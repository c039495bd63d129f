/// How near to the limits of their types sample values are.
package enum SampleRange: Int, Comparable, Sendable {
  /// All values that a column can hold.
  case whole
  /// Integers that a double holds exactly, and dates of our time.
  case exact
  /// Integers of 32 bits.
  case common
  case small

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The next narrower range; `nil` if there is none.
  package var next: Self? { Self(rawValue: rawValue + 1) }

  /// The largest integer, which is also the largest distance of negative ones from zero.
  package var largest: Int64 {
    switch self {
    case .whole: .max
    case .exact: 9_007_199_254_740_992
    case .common: 2_147_483_647
    case .small: 1_000
    }
  }

  /// Whether a text is not a number beyond the range.
  func contains(_ text: String) -> Bool {
    if self == .whole { return true }
    if let integer = Int64(text) { return integer.magnitude <= largest.magnitude }
    return Double(text).map { $0.magnitude <= Double(largest) } ?? true
  }
}

/// The columns whose sample values stay away from the limits of their types, because SQL of the
/// schema computes with them: `age + 1` has no valid result for the largest integer, which no app
/// stores.
package struct SampleLimits: Sendable, Equatable {
  /// The ranges by column, such as `people.age`.
  private var ranges: [String: SampleRange] = [:]
  private let others: SampleRange

  package static let none = SampleLimits(.whole)

  /// The same range for all columns.
  package init(_ range: SampleRange) { others = range }

  func range(of column: String) -> SampleRange { ranges[column] ?? others }

  /// Narrows the range of columns.
  package mutating func narrow(_ columns: Set<String>, to range: SampleRange) {
    for column in columns { ranges[column] = max(range, self.range(of: column)) }
  }
}

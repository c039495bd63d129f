package import SwiftSyncFoundation
package import SwiftSyncValues

extension NumberText {
  /// The number if a `Decimal` can represent it exactly.
  package var decimal: Decimal? {
    let digits = significant
    guard !digits.isEmpty else { return 0 }
    let lowest = exponent(of: digits.upperBound - 1)
    guard digits.count <= Self.decimalDigits, Self.decimalExponents.contains(lowest) else {
      return nil
    }
    // The digits of a decimal fit two 64-bit integers, 19 each.
    let middle = max(digits.lowerBound, digits.upperBound - 19)
    let high = Decimal(magnitude(of: digits.lowerBound..<middle))
    let low = Decimal(magnitude(of: middle..<digits.upperBound))
    let significand = high * Decimal(sign: .plus, exponent: 19, significand: 1) + low
    return Decimal(sign: isNegative ? .minus : .plus, exponent: lowest, significand: significand)
  }

  private func magnitude(of digits: Range<Int>) -> UInt64 {
    digits.reduce(0) { $0 &* 10 &+ UInt64(digit($1)) }
  }
}

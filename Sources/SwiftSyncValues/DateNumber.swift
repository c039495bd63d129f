/// Dates as the numbers that columns hold: seconds since 1970, or since 2001.
///
/// The other side of each function is microseconds since 1970.
package enum DateNumber {
  /// From 1970-01-01 to 2001-01-01, both UTC.
  package static var reference: Int64 { 978_307_200_000_000 }

  /// Seconds since 1970 without their fraction: the last whole second that is not later.
  package static func seconds(_ microseconds: Int64) -> Int64 {
    microseconds.flooringDivision(by: 1_000_000).quotient
  }

  /// Seconds since 2001.
  ///
  /// A double has no microseconds so far from its zero: the last ones of the year 9999 would become the next year.
  package static func referenceSeconds(_ microseconds: Int64) -> Double {
    min(Double(microseconds - reference) / 1_000_000, 252_423_993_599.99997)
  }

  /// - Parameter start: What the seconds count from, in microseconds since 1970.
  /// - Returns: `nil` beyond the years 0001 to 9999.
  package static func microseconds(ofSeconds seconds: Int64, after start: Int64) -> Int64? {
    guard seconds.magnitude < 1_000_000_000_000 else { return nil }
    let value = seconds * 1_000_000 + start
    return DateText.range.contains(value) ? value : nil
  }

  /// The same of seconds with a fraction, which is rounded to microseconds.
  package static func microseconds(ofSeconds seconds: Double, after start: Int64) -> Int64? {
    // Whole seconds are split off first: their product with a million would be rounded.
    let whole = seconds.rounded(.down)
    guard let count = Int64(exactly: whole), count.magnitude < 1_000_000_000_000 else {
      return nil
    }
    let value = count * 1_000_000 + Int64(((seconds - whole) * 1_000_000).rounded()) + start
    return DateText.range.contains(value) ? value : nil
  }
}

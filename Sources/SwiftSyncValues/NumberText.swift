/// A number as spelled in JSON, split into parts without losing a digit.
package struct NumberText {
  package let slice: JSONSlice
  package let isNegative: Bool
  /// The index of the first digit.
  private let firstDigit: Int
  private let integerCount: Int
  private let fractionCount: Int
  /// The exponent after `e`, limited to ±1,000,000, which no type reaches.
  private let spelledExponent: Int
  package let hasExponent: Bool

  /// Returns `nil` if the bytes are not a JSON number, e.g. `012`, `+1`, `.5`, `0x0c`.
  package init?(_ slice: JSONSlice) {
    var reader = NumberReader(slice)
    isNegative = reader.take(UInt8(ascii: "-"))
    firstDigit = reader.index
    integerCount = reader.takeDigits()
    guard integerCount > 0, integerCount == 1 || slice[firstDigit] != UInt8(ascii: "0") else {
      return nil
    }
    if reader.take(UInt8(ascii: ".")) {
      fractionCount = reader.takeDigits()
      guard fractionCount > 0 else { return nil }
    } else {
      fractionCount = 0
    }
    hasExponent = reader.take(UInt8(ascii: "e")) || reader.take(UInt8(ascii: "E"))
    if hasExponent {
      guard let exponent = reader.takeExponent() else { return nil }
      spelledExponent = exponent
    } else {
      spelledExponent = 0
    }
    guard reader.isAtEnd else { return nil }
    self.slice = slice
  }

  /// Whether the bytes are a JSON number in the same spelling that `JSONText` uses for its double.
  ///
  /// With at most 15 digits, no two spellings result in the same double, so none is shorter.
  /// Numbers that may need an exponent, or lose a zero or a sign, are not examined closely: the
  /// result is `false`.
  package static func isShortest(_ slice: JSONSlice) -> Bool {
    guard slice.count <= 16 else { return false }
    var reader = NumberReader(slice)
    let isNegative = reader.take(UInt8(ascii: "-"))
    let start = reader.index
    let integerDigits = reader.takeDigits()
    guard integerDigits > 0 else { return false }
    let startsWithZero = slice[start] == UInt8(ascii: "0")
    guard integerDigits == 1 || !startsWithZero else { return false }
    if reader.isAtEnd { return !isNegative && integerDigits <= 15 }
    guard reader.take(UInt8(ascii: ".")) else { return false }
    let hasZeroNext = reader.index < slice.count && slice[reader.index] == UInt8(ascii: "0")
    return reader.takeDigits() > 0 && reader.isAtEnd && !(startsWithZero && hasZeroNext)
      && slice[slice.count - 1] != UInt8(ascii: "0")
  }

  package var hasFraction: Bool { fractionCount > 0 }
  package var integerDigits: Int { integerCount }
  package var digitCount: Int { integerCount + fractionCount }

  /// The digit at `index`, not counting the point.
  @inlinable
  @inline(__always)
  package func digit(_ index: Int) -> UInt8 {
    slice[firstDigit + index + (index >= integerCount ? 1 : 0)] &- UInt8(ascii: "0")
  }

  /// The digits without leading and trailing zeros; empty for zero.
  package var significant: Range<Int> {
    var first = 0
    var end = digitCount
    while first < end, digit(first) == 0 { first += 1 }
    while end > first, digit(end - 1) == 0 { end -= 1 }
    return first..<end
  }

  /// The power of ten of the digit at `index`.
  package func exponent(of index: Int) -> Int { spelledExponent + integerCount - 1 - index }

  /// Whether the number does not overflow a double.
  package var fitsDouble: Bool {
    let digits = significant
    guard !digits.isEmpty else { return true }
    let magnitude = exponent(of: digits.lowerBound)
    if magnitude < 308 { return true }
    return magnitude == 308 && double.isFinite
  }

  /// The nearest double, or an infinity.
  package var double: Double {
    if let value = exactDouble { return value }
    return Double(slice.string) ?? .nan
  }

  /// The double, if its whole digits and its power of ten are both exact, so that one operation
  /// rounds only once.
  private var exactDouble: Double? {
    guard digitCount <= 15 else { return nil }
    var digits: Int64 = 0
    for index in 0..<digitCount { digits = digits &* 10 &+ Int64(digit(index)) }
    let power = exponent(of: digitCount - 1)
    guard digits != 0 else { return isNegative ? -0.0 : 0 }
    guard power.magnitude < Self.powersOfTen.count else { return nil }
    let factor = Self.powersOfTen[Int(power.magnitude)]
    let value = power < 0 ? Double(digits) / factor : Double(digits) * factor
    return isNegative ? -value : value
  }

  /// The powers of ten that a double represents exactly.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The number as an integer, or `nil` if it has a fraction or does not fit 64 bits.
  package var int64: Int64? { scaled(by: 0, isRounded: false) }

  /// The number times ten to the `power`, if it fits 64 bits.
  ///
  /// Further digits are rounded half to even if `isRounded`; otherwise the result is `nil`.
  package func scaled(by power: Int, isRounded: Bool) -> Int64? {
    let digits = significant
    guard !digits.isEmpty else { return 0 }
    guard exponent(of: digits.lowerBound) + power <= 19 else { return nil }
    guard isRounded || exponent(of: digits.upperBound - 1) + power >= 0 else { return nil }
    var magnitude: UInt64 = 0
    var index = digits.lowerBound
    while index < digits.upperBound || exponent(of: index) + power >= 0 {
      guard exponent(of: index) + power >= 0 else { break }
      let next = index < digits.upperBound ? UInt64(digit(index)) : 0
      let (shifted, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = shifted.addingReportingOverflow(next)
      guard !overflow, !carry else { return nil }
      magnitude = sum
      index += 1
    }
    if roundsUp(digits, from: index, power, isOdd: magnitude & 1 == 1) {
      guard magnitude < .max else { return nil }
      magnitude += 1
    }
    return signed(magnitude)
  }

  /// Whether the digits cut off from `index` are more than a half, or exactly a half after an odd
  /// digit.
  private func roundsUp(_ digits: Range<Int>, from index: Int, _ power: Int, isOdd: Bool) -> Bool {
    guard index < digits.upperBound, exponent(of: index) + power == -1 else { return false }
    let first = digit(index)
    if first != 5 { return first > 5 }
    return index + 1 < digits.upperBound || isOdd
  }

  private func signed(_ magnitude: UInt64) -> Int64? {
    guard isNegative else { return Int64(exactly: magnitude) }
    return magnitude == UInt64(1) << 63 ? .min : Int64(exactly: magnitude).map { -$0 }
  }
}

private struct NumberReader {
  let slice: JSONSlice
  var index = 0

  init(_ slice: JSONSlice) { self.slice = slice }

  var isAtEnd: Bool { index == slice.count }

  mutating func take(_ byte: UInt8) -> Bool {
    guard index < slice.count, slice[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func takeDigits() -> Int {
    let first = index
    while index < slice.count, slice[index].isDigit { index += 1 }
    return index - first
  }

  mutating func takeExponent() -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    let first = index
    guard takeDigits() > 0 else { return nil }
    var value = 0
    for digit in first..<index {
      value = min(value * 10 + Int(slice[digit] &- UInt8(ascii: "0")), 1_000_000)
    }
    return isNegative ? -value : value
  }
}

extension NumberText {
  package static let decimalDigits = 38
  package static let decimalExponents = -127...127

  /// Whether decimals can represent the number: it has at most 38 digits and an exponent within
  /// ±127.
  package var isDecimal: Bool {
    let digits = significant
    return digits.isEmpty
      || digits.count <= Self.decimalDigits
        && Self.decimalExponents.contains(exponent(of: digits.upperBound - 1))
  }

  /// The number without exponent and superfluous zeros; `nil` if it is not a decimal.
  package func canonicalDecimal(in arena: ByteArena) -> JSONSlice? {
    let digits = significant
    guard !digits.isEmpty else { return arena.copy("0") }
    let lowest = exponent(of: digits.upperBound - 1)
    guard isDecimal else { return nil }
    let highest = exponent(of: digits.lowerBound)
    let length = max(highest, 0) - min(lowest, 0) + 1 + (lowest < 0 ? 1 : 0) + (isNegative ? 1 : 0)
    // There can only be superfluous zeros if there are more characters, except in numbers like
    // `1e2`.
    if length == slice.count, !hasExponent { return slice }
    return write(digits, from: highest, to: lowest, length: length, in: arena)
  }

  private func write(
    _ digits: Range<Int>, from highest: Int, to lowest: Int, length: Int, in arena: ByteArena
  ) -> JSONSlice {
    let target = arena.allocate(length)
    var written = 0
    func put(_ byte: UInt8) {
      target[written] = byte
      written += 1
    }
    if isNegative { put(UInt8(ascii: "-")) }
    for power in stride(from: max(highest, 0), through: min(lowest, 0), by: -1) {
      if power == -1 { put(UInt8(ascii: ".")) }
      let index = digits.lowerBound + highest - power
      put(UInt8(ascii: "0") + (digits.contains(index) ? digit(index) : 0))
    }
    return JSONSlice(target, written)
  }
}

extension NumberText {
  /// Whether a string is a JSON number.
  package static func isNumber(_ text: String) -> Bool {
    text.withSlice { NumberText($0) != nil }
  }

  /// The decimal that a string spells; `nil` if it is not a number, or beyond the range of
  /// decimals.
  package static func canonicalDecimal(_ text: String) -> String? {
    let arena = ByteArena()
    return text.withSlice { NumberText($0)?.canonicalDecimal(in: arena)?.string }
  }
}

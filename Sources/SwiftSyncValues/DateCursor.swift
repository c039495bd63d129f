/// A position in the text of a date that is being read.
struct DateCursor {
  let text: JSONSlice
  private(set) var index = 0

  init(_ text: JSONSlice) {
    self.text = text
  }

  var isAtEnd: Bool { index == text.count }

  /// The byte at the position; 0 at the end.
  var byte: UInt8 { index < text.count ? text[index] : 0 }

  mutating func skipBlanks() {
    while byte == UInt8(ascii: " ") { index += 1 }
  }

  /// Consumes a byte; returns `false` if it is another one.
  mutating func take(_ expected: UInt8) -> Bool {
    guard index < text.count, text[index] == expected else { return false }
    index += 1
    return true
  }

  /// Consumes bytes; returns `false` if they are different.
  mutating func take(_ expected: [UInt8]) -> Bool {
    for byte in expected where !take(byte) { return false }
    return true
  }

  /// Consumes the first letters of an ASCII word, ignoring case; returns `false`, without moving,
  /// if they do not match.
  mutating func take(_ word: StaticString, letters: Int) -> Bool {
    guard index + letters <= text.count else { return false }
    for offset in 0..<letters
    where text[index + offset].lowercased != word.utf8Start[offset].lowercased { return false }
    index += letters
    return true
  }

  mutating func take(_ word: StaticString) -> Bool { take(word, letters: word.utf8CodeUnitCount) }

  /// Consumes a name, in full or its first three letters, and returns its number.
  mutating func name(of names: [StaticString], isWhole: Bool) -> Int? {
    for (number, name) in names.enumerated() {
      if take(name, letters: isWhole ? name.utf8CodeUnitCount : 3) { return number }
    }
    return nil
  }

  /// Consumes a number with as many digits as there are, within the limits.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < digits.upperBound, index < text.count, text[index].isDigit {
      value = value * 10 + Int(text[index] - UInt8(ascii: "0"))
      index += 1
      count += 1
    }
    return count >= digits.lowerBound ? value : nil
  }

  /// Consumes a fraction of a second with a number of digits, and returns microseconds, rounded
  /// half to even.
  mutating func fraction(digits: ClosedRange<Int>) -> Int64? {
    let first = index
    guard let value = number(digits: digits) else { return nil }
    var nanoseconds = Int64(value)
    for _ in (index - first)..<9 { nanoseconds *= 10 }
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    return whole + (rest > 500 || rest == 500 && whole & 1 == 1 ? 1 : 0)
  }

  /// Consumes a zone and returns the minutes east of Greenwich. A zone is `Z`, `UTC`, `UT`, `GMT`,
  /// or an offset with or without a colon and minutes. `GMT` and `UTC` may be followed by an
  /// offset.
  mutating func zone() -> Int? {
    if take("UTC") || take("GMT") {
      return byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") ? offset() : 0
    }
    if take("UT") || take("Z") { return 0 }
    return offset()
  }

  private mutating func offset() -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    guard isNegative || take(UInt8(ascii: "+")), let hours = number(digits: 2...2), hours <= 23
    else { return nil }
    var minutes = 0
    if take(UInt8(ascii: ":")) || byte.isDigit {
      guard let stated = number(digits: 2...2), stated <= 59 else { return nil }
      minutes = stated
    }
    let offset = hours * 60 + minutes
    return isNegative ? -offset : offset
  }
}

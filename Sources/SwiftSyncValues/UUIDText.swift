/// UUIDs as text: 32 hexadecimal digits in five groups (RFC 9562, section 4).
public enum UUIDText {
  public enum Spelling {
    case lowercase
    /// Contains at least one uppercase letter.
    case mixed
  }

  @inlinable
  public static var length: Int { 36 }
  @inlinable
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable
  static var highs: UInt64 { 0x8080_8080_8080_8080 }
  /// The bits that convert the hyphen in a word's fifth byte to a digit.
  @inlinable
  static var hyphenToDigit: UInt64 { (0x2D ^ 0x30) << 32 }

  /// How a UUID is spelled; `nil` if the string is not a UUID.
  @inlinable
  @inline(__always)
  public static func spelling(_ text: JSONSlice) -> Spelling? {
    guard text.count == length, text[8] == 0x2D, text[13] == 0x2D, text[18] == 0x2D,
      text[23] == 0x2D
    else { return nil }
    var digits = highs
    var capitals: UInt64 = 0
    check(text, 0, &digits, &capitals)
    check(text, 9, flipping: hyphenToDigit, &digits, &capitals)
    check(text, 14, flipping: hyphenToDigit, &digits, &capitals)
    check(text, 19, flipping: hyphenToDigit, &digits, &capitals)
    check(text, 24, &digits, &capitals)
    check(text, 28, &digits, &capitals)
    guard digits == highs else { return nil }
    return capitals == 0 ? .lowercase : .mixed
  }

  /// Clears a byte's mark in `digits` unless it is hexadecimal, and marks uppercase letters, eight
  /// bytes at a time.
  @inlinable
  @inline(__always)
  static func check(
    _ text: JSONSlice, _ index: Int, flipping bits: UInt64 = 0, _ digits: inout UInt64,
    _ capitals: inout UInt64
  ) {
    let raw = UnsafeRawPointer(text.start)
    let word =
      UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ bits
    let isDigit = atLeast(0x30, word) & ~atLeast(0x3A, word)
    let lower = word | ones &* 0x20
    let isLetter = atLeast(0x61, lower) & ~atLeast(0x67, lower)
    digits &= (isDigit | isLetter) & ~word
    capitals |= isLetter & ~(word &<< 2)
  }

  /// Marks in the highest bit of each byte whether the rest of it is at least `limit`. No borrow
  /// crosses bytes.
  @inlinable
  @inline(__always)
  static func atLeast(_ limit: UInt64, _ word: UInt64) -> UInt64 {
    ((word | highs) &- ones &* limit) & highs
  }
}

extension UUIDText {
  /// The UUID in lower case; `nil` if the string is not a UUID.
  package static func canonical(_ text: String) -> String? {
    text.withSlice(spelling) == nil ? nil : text.lowercased()
  }
}

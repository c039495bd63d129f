/// Numbers and bytes as hexadecimal digits.
enum HexadecimalText {
  /// Lowercase digits with leading zeros.
  static func padded(_ value: UInt32, to width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Two digits per byte.
  static func bytes(_ bytes: [UInt8]) -> String {
    bytes.map { padded(UInt32($0), to: 2) }.joined()
  }

  /// The bytes of such digits; `nil` for any other string.
  static func bytes(of text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { start in
      UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
    }
    return bytes.count * 2 == digits.count ? bytes : nil
  }
}

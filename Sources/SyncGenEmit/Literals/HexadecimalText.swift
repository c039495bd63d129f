/// Numbers and bytes in hexadecimal digits.
enum HexadecimalText {
  /// Lower-case digits with leading zeros.
  static func padded(_ value: UInt32, to width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Two digits per byte.
  static func bytes(_ bytes: [UInt8]) -> String {
    bytes.map { padded(UInt32($0), to: 2) }.joined()
  }
}

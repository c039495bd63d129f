/// Base64 with padding (RFC 4648, section 4).
enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | Int($1 < group.count ? group[start + $1] : 0) }
      for position in 0..<4 {
        let letter = alphabet[bits >> (18 - 6 * position) & 63]
        text.append(position <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `nil` if the text is not base64 with its padding.
  static func decode(_ text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    let padding = letters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard letters.count % 4 == 0, padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in letters.dropLast(padding) {
      guard let value = alphabet.firstIndex(of: letter) else { return nil }
      (bits, count) = ((bits << 6 | value) & 0xFFFF, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count & 0xFF))
    }
    return bits & ((1 << count) - 1) == 0 ? bytes : nil
  }
}

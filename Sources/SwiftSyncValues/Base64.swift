/// Base64 by RFC 4648, section 4: only the standard alphabet with padding.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes; `nil` if the text contains another character, lacks padding, or ends in bits that
  /// are not zero.
  package static func decode(_ text: JSONSlice, in arena: ByteArena) -> JSONSlice? {
    guard text.count % 4 == 0 else { return nil }
    let padding = self.padding(of: text)
    let target = arena.allocate(text.count / 4 * 3)
    var written = 0
    var bits: UInt32 = 0
    for index in 0..<(text.count - padding) {
      guard let value = value(of: text[index]) else { return nil }
      bits = bits << 6 | UInt32(value)
      guard index % 4 != 0 else { continue }
      let unused = UInt32(2 * (3 - index % 4))
      target[written] = UInt8(truncatingIfNeeded: bits >> unused)
      written += 1
      bits &= (1 << unused) - 1
    }
    return padding > 0 && bits != 0 ? nil : JSONSlice(target, written)
  }

  package static func append(_ bytes: some RandomAccessCollection<UInt8>, to text: inout [UInt8]) {
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> count & 63)])
      }
      bits &= (1 << count) - 1
    }
    guard count > 0 else { return }
    text.append(alphabet[Int(bits << (6 - count) & 63)])
    for _ in 0..<(3 - bytes.count % 3) { text.append(UInt8(ascii: "=")) }
  }

  private static func padding(of text: JSONSlice) -> Int {
    guard text.count >= 4, text[text.count - 1] == UInt8(ascii: "=") else { return 0 }
    return text[text.count - 2] == UInt8(ascii: "=") ? 2 : 1
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  package static func decode(_ text: String) -> [UInt8]? {
    let arena = ByteArena()
    return text.withSlice { decode($0, in: arena).map { Array($0.bytes) } }
  }
}

import SwiftSyncValues

/// Percent-encoding of bytes (RFC 3986, 2.1).
package enum PercentEncoding {
  /// The text with all characters encoded except unreserved ones (RFC 3986, 2.3) and those of
  /// `others`.
  package static func encoded(_ text: String, keeping others: String = "") -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) || others.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        append(byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the encoding of a byte, e.g. `%20`.
  package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    if byte < 16 { bytes.append(UInt8(ascii: "0")) }
    bytes.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    if byte.isLetter || byte.isDigit { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
    default: return false
    }
  }
}

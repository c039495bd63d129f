import SwiftSyncValues

/// Defines which strings are URLs, by their bytes, so that every platform agrees.
enum URLText {
  /// Whether `text` is a reference by RFC 3986, read leniently.
  ///
  /// Characters that should be percent-encoded are accepted, since servers send them. White space
  /// and control characters are not accepted, nor is a scheme, port or IPv6 address that no parser
  /// would accept.
  static func isValid(_ text: JSONSlice) -> Bool {
    guard !text.isEmpty else { return false }
    for index in 0..<text.count where text[index] <= 0x20 || text[index] == 0x7F { return false }
    guard let schemeEnd = schemeEnd(text) else { return false }
    guard schemeEnd + 2 <= text.count, text[schemeEnd] == UInt8(ascii: "/"),
      text[schemeEnd + 1] == UInt8(ascii: "/")
    else { return schemeEnd < text.count }
    return isAuthority(text, from: schemeEnd + 2)
  }

  /// The text with all characters percent-encoded that RFC 3986 does not allow.
  static func encoded(_ text: JSONSlice) -> String {
    var bytes: [UInt8] = []
    for (index, byte) in text.bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && index + 2 < text.count
        && text[index + 1].hexadecimalValue != nil && text[index + 2].hexadecimalValue != nil
      if isEscape || isAllowed(byte) {
        bytes.append(byte)
      } else {
        PercentEncoding.append(byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    if PercentEncoding.isUnreserved(byte) { return true }
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "@"), UInt8(ascii: "!"),
      UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "="):
      return true
    default: return false
    }
  }

  /// The index after the scheme's colon, 0 if there is none; `nil` if the text before the colon is not a scheme.
  private static func schemeEnd(_ text: JSONSlice) -> Int? {
    for index in 0..<text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ":") { return index > 0 ? index + 1 : nil }
      if isDelimiter(byte) { return 0 }
      let isOther =
        byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
      guard byte.isLetter || index > 0 && isOther else { return hasColon(text, index) ? nil : 0 }
    }
    return 0
  }

  /// Whether the first segment contains a colon after `index`.
  private static func hasColon(_ text: JSONSlice, _ index: Int) -> Bool {
    for place in index..<text.count {
      if text[place] == UInt8(ascii: ":") { return true }
      if isDelimiter(text[place]) { return false }
    }
    return false
  }

  private static func isAuthority(_ text: JSONSlice, from first: Int) -> Bool {
    var end = first
    while end < text.count, !isDelimiter(text[end]) { end += 1 }
    var host = first
    for index in first..<end where text[index] == UInt8(ascii: "@") { host = index + 1 }
    if host < end, text[host] == UInt8(ascii: "[") {
      return isBracketed(text, host, end)
    }
    for index in host..<end {
      if text[index] == UInt8(ascii: ":") { return isPort(text, index + 1, end) }
      if isForbiddenInHost(text[index]) { return false }
    }
    return true
  }

  /// Whether the text is an address in brackets, of hexadecimal digits, colons and dots, with an
  /// optional port.
  private static func isBracketed(_ text: JSONSlice, _ host: Int, _ end: Int) -> Bool {
    var index = host + 1
    while index < end, text[index] != UInt8(ascii: "]") {
      let byte = text[index]
      guard
        byte.hexadecimalValue != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      else { return false }
      index += 1
    }
    guard index < end, index > host + 2 else { return false }
    return index + 1 == end
      || text[index + 1] == UInt8(ascii: ":") && isPort(text, index + 2, end)
  }

  private static func isPort(_ text: JSONSlice, _ first: Int, _ end: Int) -> Bool {
    guard end - first <= 5 else { return false }
    for index in first..<end where !text[index].isDigit { return false }
    return true
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isForbiddenInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
      UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}

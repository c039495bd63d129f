import SwiftSyncValues

/// The permitted form of an origin, as in `origins:` and at the start of `base:`: a scheme, a host, and
/// optionally a port.
enum WebOrigin {
  static func isValid(_ text: String) -> Bool {
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
      let parts = text.dropFirst(scheme.count)
        .split(separator: ":", omittingEmptySubsequences: false)
      guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return false }
      return host.utf8.allSatisfy(isHostByte) && (parts.count == 1 || isPort(parts[1]))
    }
    return false
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: CanonicalNumber.isDigit(byte)
    }
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard text.utf8.allSatisfy(CanonicalNumber.isDigit), let port = Int(text) else { return false }
    return (1...65_535).contains(port)
  }
}

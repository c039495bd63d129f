/// Checks which header fields a request can carry (RFC 9110, 5.1, 5.5 and 7.6.1).
enum HeaderCheck {
  /// The lowercase names of fields that concern the connection or are derived from the request. A
  /// value set by an app could make a server read the body as another request.
  private static let reserved: Set<String> = [
    "connection", "content-length", "host", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// Refuses fields that could end a line of the request, so a value can never become another
  /// field.
  ///
  /// - Throws: `APIError.invalidHeader` without the value, which may be secret.
  static func check(_ headers: HTTP.Headers) throws(APIError) {
    for (name, value) in headers.sorted {
      guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
        throw .invalidHeader(
          printable(name), reason: "a name can contain only letters, digits and !#$%&'*+-.^_`|~")
      }
      guard !reserved.contains(name) else {
        throw .invalidHeader(name, reason: "only the transport sets it")
      }
      guard value.utf8.allSatisfy(isValueByte) else {
        throw .invalidHeader(name, reason: "its value contains a control character")
      }
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func isValueByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\t") || (byte >= 0x20 && byte != 0x7f)
  }

  /// The start of a name, cut so that a message that contains it has only one line.
  private static func printable(_ name: String) -> String {
    String(
      name.unicodeScalars.prefix(40).map { $0.isASCII && $0.value >= 0x20 ? Character($0) : "?" })
  }
}

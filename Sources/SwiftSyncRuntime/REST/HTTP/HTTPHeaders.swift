/// The header fields of a request or a response.
///
/// Names are case-insensitive (RFC 9110, 5.1). A name has one value: the values of a repeated field are joined by
/// commas, which is equivalent.
public struct HTTPHeaders: Hashable, Sendable {
  /// The fields by their names in lower case.
  private var fields: [String: String] = [:]

  /// Creates header fields from a dictionary. If names differ in case only, one of them is used.
  public init(_ fields: [String: String] = [:]) {
    for (name, value) in fields { self[name] = value }
  }

  /// The value of a field, or `nil` if there is none.
  public subscript(name: String) -> String? {
    get { fields[name.lowercased()] }
    set { fields[name.lowercased()] = newValue }
  }

  /// Returns the fields of both. If both have a field, that of `other` is used.
  public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
    var merged = self
    merged.fields.merge(other.fields) { $1 }
    return merged
  }

  /// The fields in the order of their names, which are in lower case.
  public var sorted: [(name: String, value: String)] {
    fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Creates header fields from a literal, such as `["Accept": "application/json"]`. Of equal names, the last one is
  /// used.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}

/// Which header fields a request can carry (RFC 9110, 5.1 and 5.5).
enum HeaderCheck {
  /// Refuses fields that could end a line of the request, so that a value never becomes a field of its own.
  ///
  /// - Throws: `APIError.invalidHeader` without the value, which may be secret.
  static func check(_ headers: HTTPHeaders) throws(APIError) {
    for (name, value) in headers.sorted {
      guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
        throw .invalidHeader(
          printable(name), reason: "a name has letters, digits and !#$%&'*+-.^_`|~ only")
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

  /// The start of a name, so that a message with it stays one line.
  private static func printable(_ name: String) -> String {
    String(
      name.unicodeScalars.prefix(40).map { $0.isASCII && $0.value >= 0x20 ? Character($0) : "?" })
  }
}

extension StringProtocol {
  /// The text without the spaces and tabs around it, which mean nothing in a field (RFC 9110, 5.5).
  var trimmedFieldValue: SubSequence {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isBlank)
  }
}

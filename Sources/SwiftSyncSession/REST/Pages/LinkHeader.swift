/// The header field `Link` (RFC 8288), e.g. `<https://api.example/tasks?page=2>; rel="next"`.
enum LinkHeader {
  /// Whether a response says that others follow.
  static func hasNext(_ response: HTTP.Response) -> Bool {
    response.headers["Link"].flatMap { target(of: "next", in: $0) } != nil
  }

  /// The URL of the first link with a relation, as written; `nil` if there is none.
  ///
  /// Links of another context (`anchor`) are ignored. The rest of the field after a malformed link
  /// is not read.
  static func target(of relation: String, in field: String) -> String? {
    var parser = LinkParser(field)
    while let link = parser.next() {
      guard link.parameters["anchor"] == nil, let relations = link.parameters["rel"] else {
        continue
      }
      let names = relations.split { $0 == " " || $0 == "\t" }
      if names.contains(where: { $0.lowercased() == relation.lowercased() }) { return link.target }
    }
    return nil
  }
}

/// Reads links one after another, as described in appendix B.2 of RFC 8288.
private struct LinkParser {
  struct Link {
    let target: String
    /// The parameters by lowercase name. The first one of a name is used.
    let parameters: [String: String]
  }

  private let bytes: [UInt8]
  private var index = 0

  init(_ field: String) {
    bytes = Array(field.utf8)
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func next() -> Link? {
    while let byte, Self.isBlank(byte) || byte == UInt8(ascii: ",") { index += 1 }
    guard byte == UInt8(ascii: "<") else { return nil }
    index += 1
    let start = index
    while let byte, byte != UInt8(ascii: ">") { index += 1 }
    guard byte != nil else { return nil }
    let target = text(start..<index)
    index += 1
    return Link(target: target, parameters: parameters())
  }

  private mutating func parameters() -> [String: String] {
    var parameters: [String: String] = [:]
    while true {
      skipBlanks()
      guard byte == UInt8(ascii: ";") else { return parameters }
      index += 1
      skipBlanks()
      let name = token(until: "=;,").lowercased()
      skipBlanks()
      var value = ""
      if byte == UInt8(ascii: "=") {
        index += 1
        skipBlanks()
        value = byte == UInt8(ascii: "\"") ? quotedText() : token(until: ";,")
      }
      if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
    }
  }

  /// Text up to one of the characters, without trailing blanks.
  private mutating func token(until ends: StaticString) -> String {
    let start = index
    while let byte, !Self.contains(ends, byte) { index += 1 }
    var end = index
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return text(start..<end)
  }

  /// Reads a quoted string, in which a backslash escapes the next character. The rest up to the
  /// next separator is skipped.
  private mutating func quotedText() -> String {
    index += 1
    var value: [UInt8] = []
    while let byte, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      value.append(bytes[index])
      index += 1
    }
    if byte != nil { index += 1 }
    _ = token(until: ";,")
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while let byte, Self.isBlank(byte) { index += 1 }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func contains(_ set: StaticString, _ byte: UInt8) -> Bool {
    (0..<set.utf8CodeUnitCount).contains { set.utf8Start[$0] == byte }
  }
}

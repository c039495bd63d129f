/// An element of an XML document.
struct XMLElement: Equatable {
  struct Attribute: Equatable {
    let name: String
    let value: String
  }

  let name: String
  var attributes: [Attribute] = []
  var children: [XMLElement] = []
  /// The text between the tags, without that of nested elements.
  var text = ""
  let line: Int

  subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

struct XMLFailure: Error, Equatable {
  let line: Int
  let message: String
}

/// Reads the XML that Xcode writes: UTF-8, without custom entities.
///
/// Foundation's XML parser would load its library at each start of the tool on Linux.
struct XMLReader {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  static func read(_ bytes: [UInt8]) throws(XMLFailure) -> XMLElement {
    var reader = XMLReader(
      bytes: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes)
    try reader.skipMisc(allowsDoctype: true)
    guard reader.isAt("<") else { throw reader.failure("an element is expected") }
    let root = try reader.element(depth: 0)
    try reader.skipMisc(allowsDoctype: false)
    guard reader.index == reader.bytes.count else {
      throw reader.failure("unexpected content after the last element")
    }
    return root
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private static let depth = 64

  private func failure(_ message: String) -> XMLFailure { XMLFailure(line: line, message: message) }

  // MARK: Bytes

  private func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private mutating func advance(_ count: Int) {
    let end = min(index + count, bytes.count)
    line += bytes[index..<end].count { $0 == UInt8(ascii: "\n") }
    index = end
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    advance(text.utf8CodeUnitCount)
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { advance(1) }
  }

  /// Reads everything up to a mark, which is consumed.
  private mutating func take(upTo mark: StaticString) throws(XMLFailure) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count {
      if isAt(mark) {
        let taken = bytes[start..<index]
        advance(mark.utf8CodeUnitCount)
        return taken
      }
      advance(1)
    }
    throw failure("'\(mark)' is missing")
  }

  /// Skips declarations, comments and instructions around the root element.
  private mutating func skipMisc(allowsDoctype: Bool) throws(XMLFailure) {
    while true {
      skipSpace()
      if skip("<?") {
        _ = try take(upTo: "?>")
      } else if skip("<!--") {
        _ = try take(upTo: "-->")
      } else if allowsDoctype, skip("<!DOCTYPE") {
        guard try !take(upTo: ">").contains(UInt8(ascii: "[")) else {
          throw failure("a document type with declarations is not supported")
        }
      } else {
        return
      }
    }
  }

  // MARK: Elements

  private mutating func element(depth: Int) throws(XMLFailure) -> XMLElement {
    guard depth < Self.depth else { throw failure("elements are nested too deeply") }
    var element = XMLElement(name: "", line: line)
    advance(1)
    element = XMLElement(name: try name(), line: element.line)
    while true {
      let start = index
      skipSpace()
      if skip("/>") { return element }
      if skip(">") { break }
      guard index > start else { throw failure("a blank is expected before an attribute") }
      let key = try name()
      guard element[key] == nil else { throw failure("'\(key)' is set twice") }
      element.attributes.append(.init(name: key, value: try value()))
    }
    try readContent(of: &element, depth: depth)
    return element
  }

  private mutating func readContent(of element: inout XMLElement, depth: Int) throws(XMLFailure) {
    while true {
      let text = textBytes()
      if !text.isEmpty { element.text += try plain(text) }
      if skip("</") {
        let end = try name()
        skipSpace()
        guard end == element.name, skip(">") else {
          throw failure("'</\(element.name)>' is expected")
        }
        return
      }
      if skip("<!--") {
        _ = try take(upTo: "-->")
      } else if skip("<![CDATA[") {
        element.text += String(decoding: try take(upTo: "]]>"), as: UTF8.self)
      } else if skip("<?") {
        _ = try take(upTo: "?>")
      } else if isAt("<") {
        element.children.append(try self.element(depth: depth + 1))
      } else {
        throw failure("'</\(element.name)>' is missing")
      }
    }
  }

  private mutating func textBytes() -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { advance(1) }
    return bytes[start..<index]
  }

  private mutating func name() throws(XMLFailure) -> String {
    let start = index
    while index < bytes.count, Self.isPartOfName(bytes[index]) { index += 1 }
    guard index > start else { throw failure("a name is expected") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  private mutating func value() throws(XMLFailure) -> String {
    skipSpace()
    guard skip("=") else { throw failure("'=' is expected") }
    skipSpace()
    if skip("\"") { return try plain(try take(upTo: "\"")) }
    if skip("'") { return try plain(try take(upTo: "'")) }
    throw failure("a value in quotation marks is expected")
  }

  // MARK: Text

  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  private func plain(_ raw: ArraySlice<UInt8>) throws(XMLFailure) -> String {
    guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
    var result = ""
    var rest = raw
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += String(decoding: rest[..<start], as: UTF8.self)
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ";")) else {
        throw failure("';' is missing after '&'")
      }
      let name = String(decoding: rest[(start + 1)..<end], as: UTF8.self)
      guard let text = Self.entities[name] ?? Self.character(name) else {
        throw failure("'&\(name);' is not known")
      }
      result += text
      rest = rest[(end + 1)...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }

  /// The character of a reference such as `#10` or `#xA`.
  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}

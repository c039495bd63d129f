package import SyncGenDiagnostics
package import SyncGenTemplateEngine

/// Reads a JSON file (RFC 8259) as the context of a template.
///
/// Whole numbers stay whole, other numbers become decimals, `null` a known name without a value.
package struct ContextReader {
  private static let depthLimit = 512

  private struct Problem: Error {
    let message: String
    let offset: Int
  }

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  /// The object that the file holds; `nil` if it holds none, which the bag then says.
  package static func read(
    _ file: SourceFile, into bag: inout DiagnosticBag
  ) -> TemplateValue? {
    var reader = ContextReader(bytes: file.bytes)
    do {
      return try reader.document()
    } catch {
      bag.add(Diagnostic(.invalidJSON, error.message, at: file.span(at: error.offset)))
      return nil
    }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func document() throws(Problem) -> TemplateValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    skipSpace()
    guard peek == UInt8(ascii: "{") else { throw expected("an object, the template's variables") }
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw expected("the end of the file") }
    return value
  }

  private var peek: UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  private mutating func skipSpace() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private func expected(_ what: String) -> Problem {
    let found = peek.map { byte in
      byte < 0x80 ? "'\(Character(Unicode.Scalar(byte)))'" : "something else"
    }
    return Problem(
      message: "expected \(what), found \(found ?? "the end of the file")", offset: offset)
  }

  // MARK: Values

  private mutating func value() throws(Problem) -> TemplateValue {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try nested { reader throws(Problem) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(Problem) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: return try word()
    }
  }

  private mutating func nested(
    _ read: (inout Self) throws(Problem) -> TemplateValue
  ) throws(Problem) -> TemplateValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw Problem(message: "nested deeper than \(Self.depthLimit) levels", offset: offset)
    }
    offset += 1
    return try read(&self)
  }

  private mutating func object() throws(Problem) -> TemplateValue {
    var entries: [TemplateDictionary.Entry] = []
    skipSpace()
    if take("}") { return .dictionary(TemplateDictionary(entries)) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw expected("a key in quotation marks") }
      let key = try string()
      skipSpace()
      guard take(":") else { throw expected("':'") }
      entries.append((key, try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw expected("',' or '}'") }
    return .dictionary(TemplateDictionary(entries))
  }

  private mutating func array() throws(Problem) -> TemplateValue {
    var values: [TemplateValue] = []
    skipSpace()
    if take("]") { return .array(values) }
    repeat {
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw expected("',' or ']'") }
    return .array(values)
  }

  private mutating func word() throws(Problem) -> TemplateValue {
    let words: [(String, TemplateValue)] = [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    for (word, value) in words where bytes[offset...].starts(with: word.utf8) {
      offset += word.utf8.count
      return value
    }
    throw expected("a value")
  }

  private mutating func number() throws(Problem) -> TemplateValue {
    let start = offset
    _ = take("-")
    if !take("0") { try digits() }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let number = Int(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else {
      throw Problem(message: "the number \(text) is out of range", offset: start)
    }
    return .double(number)
  }

  private mutating func digits() throws(Problem) {
    let start = offset
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    if offset == start { throw expected("a digit") }
  }

  // MARK: Strings

  private mutating func string() throws(Problem) -> String {
    let start = offset
    offset += 1
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw expected("a control character as an escape, such as \\n") }
      offset += 1
      if byte == UInt8(ascii: "\\") { text += try escape() } else { text.append(byte) }
    }
    guard take("\"") else {
      throw Problem(message: "the string that begins here has no end", offset: start)
    }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw Problem(message: "the string is not valid UTF-8", offset: start)
    }
    return string
  }

  private mutating func escape() throws(Problem) -> [UInt8] {
    let escapes: [(Unicode.Scalar, UInt8)] = [
      ("\"", 0x22), ("\\", 0x5C), ("/", 0x2F), ("b", 0x08), ("f", 0x0C), ("n", 0x0A),
      ("r", 0x0D), ("t", 0x09),
    ]
    for (letter, byte) in escapes where take(letter) { return [byte] }
    guard take("u") else { throw expected("an escape such as \\n or \\u00e9") }
    let start = offset - 2
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code), take("\\"), take("u") {
      let low = try hexadecimal()
      // A pair of surrogates is one scalar; a wrong half leaves the code invalid.
      if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + low - 0xDC00 }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw Problem(message: "a surrogate without its other half", offset: start)
    }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(Problem) -> UInt32 {
    let digits = bytes[offset...].prefix(4)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == 4, text.allSatisfy(\.isHexDigit), let code = UInt32(text, radix: 16)
    else { throw expected("four hexadecimal digits") }
    offset += 4
    return code
  }
}

extension SourceFile {
  /// The place of a byte, in lines and columns.
  fileprivate func span(at offset: Int) -> SourceSpan {
    let before = bytes.prefix(offset)
    let newline = UInt8(ascii: "\n")
    let line = 1 + before.reduce(0) { $0 + ($1 == newline ? 1 : 0) }
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    // Bytes that continue a UTF-8 sequence are no scalars of their own.
    let column = 1 + before[start...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return SourceSpan(path: path, line: line, column: column)
  }
}

import SyncGenSchema

/// The tokens of a file, and the meaning of sequences of them.
struct SwiftTokens {
  private let bytes: [UInt8]
  private let tokens: [SwiftToken]
  private var index = 0

  init(of bytes: [UInt8]) {
    self.bytes = bytes
    tokens = SwiftLexer.tokens(of: bytes[...])
  }

  mutating func next() -> SwiftToken? {
    guard index < tokens.count else { return nil }
    index += 1
    return tokens[index - 1]
  }

  func peek(_ offset: Int = 0) -> SwiftToken? {
    index + offset < tokens.count ? tokens[index + offset] : nil
  }

  mutating func skip() {
    index = min(index + 1, tokens.count)
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  // MARK: Stretches

  /// Skips and returns the rest of the line.
  mutating func skipLine(after token: SwiftToken) -> String {
    let start = token.range.lowerBound
    let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") } ?? bytes.count
    while let next = peek(), next.range.lowerBound < end { index += 1 }
    return text(start..<end).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Skips to after the closing bracket, and returns its end in the text.
  @discardableResult
  mutating func skipGroup(openedBy open: SwiftToken) -> Int {
    var depth = 1
    var end = open.range.upperBound
    while depth > 0, let token = next() {
      end = token.range.upperBound
      depth += Self.step(of: token)
    }
    return end
  }

  /// The change of the nesting depth by a token.
  private static func step(of token: SwiftToken) -> Int {
    switch token.kind {
    case .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: "[")), .sign(UInt8(ascii: "{")): 1
    case .sign(UInt8(ascii: ")")), .sign(UInt8(ascii: "]")), .sign(UInt8(ascii: "}")): -1
    default: 0
    }
  }

  /// Skips to after the brace that opens a type; returns `false` if there is none.
  mutating func skipToBody() -> Bool {
    while let token = next() {
      if token.kind == .sign(UInt8(ascii: "{")) { return true }
    }
    return false
  }

  // MARK: Names

  private static let declarationWords: Set = [
    "func", "var", "let", "subscript", "init", "override", "final", "private", "fileprivate",
    "internal", "package", "public", "open", "static", "nonisolated", "lazy", "unowned", "weak",
    "convenience", "required", "dynamic", "mutating", "nonmutating", "struct", "enum", "class",
    "protocol", "extension", "typealias", "case", "deinit", "import", "indirect", "optional",
  ]

  var isNameNext: Bool {
    peek().map { $0.kind == .word && ($0.isQuoted || !Self.declarationWords.contains($0.text)) }
      ?? false
  }

  /// Whether the next token is a name with a type or a value.
  var isVariableNext: Bool {
    guard isNameNext, let mark = peek(1) else { return false }
    return mark.kind == .sign(UInt8(ascii: ":")) || mark.kind == .sign(UInt8(ascii: "="))
  }

  /// Reads a path such as `Foundation.URL`, without generic arguments.
  mutating func readPath() -> (text: String, end: Int)? {
    guard let first = next(), first.kind == .word else { return nil }
    var path = (text: first.text, end: first.range.upperBound)
    while peek()?.kind == .sign(UInt8(ascii: ".")), let part = peek(1) {
      index += 2
      path = (path.text + "." + part.text, part.range.upperBound)
    }
    return path
  }

  /// Reads the names in `a` or `(a, b)`.
  mutating func readVariableNames() -> [String] {
    guard let first = next() else { return [] }
    guard first.kind == .sign(UInt8(ascii: "(")) else { return [first.text] }
    let start = index
    skipGroup(openedBy: first)
    return tokens[start..<index].filter { $0.kind == .word && $0.text != "_" }.map(\.text)
  }

  /// Reads a name or an operator; the parenthesis or the generic parameters come next.
  mutating func readFunctionName() -> String {
    guard let first = next() else { return "" }
    if first.kind == .word { return first.text }
    var name = first.text
    while let token = peek(), token.kind != .sign(UInt8(ascii: "(")), case .sign = token.kind {
      name += token.text
      index += 1
    }
    return name
  }

  /// Reads the labels and types of the next parameters, as in `(from:Decoder,_:Int)`.
  mutating func readParameters() -> String {
    while let token = peek(), token.kind != .sign(UInt8(ascii: "(")) {
      if token.kind == .sign(UInt8(ascii: "{")) { return "" }
      index += 1
    }
    guard let open = next() else { return "" }
    let start = index
    skipGroup(openedBy: open)
    let parameters = Self.elements(of: tokens[start..<max(start, index - 1)])
    return "(" + parameters.map(Self.parameter).joined(separator: ",") + ")"
  }

  /// The elements between commas outside nested brackets.
  private static func elements(of tokens: ArraySlice<SwiftToken>) -> [[SwiftToken]] {
    var (elements, depth): ([[SwiftToken]], Int) = (tokens.isEmpty ? [] : [[]], 0)
    for token in tokens {
      depth += step(of: token) + (token.kind == .sign(UInt8(ascii: "<")) ? 1 : 0)
      if token.kind == .sign(UInt8(ascii: ">")), depth > 0 { depth -= 1 }
      if depth == 0, token.kind == .sign(UInt8(ascii: ",")) {
        elements.append([])
      } else {
        elements[elements.count - 1].append(token)
      }
    }
    return elements
  }

  /// A parameter without its internal name and its default value.
  private static func parameter(_ tokens: [SwiftToken]) -> String {
    let parts = tokens.split(maxSplits: 1) { $0.kind == .sign(UInt8(ascii: ":")) }
    guard let label = parts.first?.first, parts.count == 2 else { return "" }
    let type = parts[1].prefix { $0.kind != .sign(UInt8(ascii: "=")) }
    return label.text + ":" + type.map(\.text).joined()
  }
}

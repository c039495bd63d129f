/// A stored or computed property, or a case of an enum.
struct SwiftProperty {
  let name: String
  fileprivate(set) var type: [SwiftSourceToken]
  let value: [SwiftSourceToken]
  /// The tokens between the braces of a computed property.
  var body: [SwiftSourceToken] = []
  let macros: [SwiftMacro]
  let isStored: Bool
  let isStatic: Bool
  let line: Int
}

struct SwiftDeclaration {
  /// `class`, `struct`, `enum`, `extension` or another keyword.
  let kind: String
  let name: String
  let macros: [SwiftMacro]
  let inherited: [String]
  let line: Int
  var properties: [SwiftProperty] = []
  var cases: [SwiftProperty] = []
  var children: [SwiftDeclaration] = []
  /// The types of `typealias` declarations, by their new names.
  var aliases: [String: [SwiftSourceToken]] = [:]
  /// `#Index` and `#Unique`.
  var freestanding: [SwiftMacro] = []

  func has(_ macro: String) -> Bool { macros.contains { $0.name == macro } }
}

/// Reads the declarations of types and their properties; everything else is skipped.
struct SwiftParser {
  private let tokens: [SwiftSourceToken]
  private let lines: [Int]
  private var index = 0

  /// A declaration whose children are the declarations of a file.
  static func file(_ bytes: [UInt8]) -> SwiftDeclaration {
    var parser = SwiftParser(bytes)
    var file = SwiftDeclaration(kind: "file", name: "", macros: [], inherited: [], line: 1)
    parser.readBody(into: &file, depth: 0)
    return file
  }

  private init(_ bytes: [UInt8]) {
    tokens = SwiftSourceToken.tokens(of: bytes)
    var (line, at): (Int, Int) = (1, 0)
    lines = tokens.map { token in
      line += bytes[at..<token.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      at = token.range.lowerBound
      return line
    }
  }

  private static let depth = 32
  private static let types: Set = ["class", "struct", "enum", "actor", "extension", "protocol"]
  private static let modifiers: Set = [
    "public", "package", "internal", "private", "fileprivate", "open", "final", "static", "lazy",
    "weak", "unowned", "nonisolated", "override", "dynamic", "indirect", "mutating", "required",
    "convenience", "set", "unsafe",
  ]

  private func peek(_ offset: Int = 0) -> SwiftSourceToken? {
    index + offset < tokens.count ? tokens[index + offset] : nil
  }

  private mutating func readBody(into owner: inout SwiftDeclaration, depth: Int) {
    var macros: [SwiftMacro] = []
    var modifiers: Set<String> = []
    while let token = peek() {
      if token.isSign("}") {
        index += 1
        if depth > 0 { return }
        continue
      }
      if token.isSign("@") {
        index += 1
        macros.append(readMacro())
        continue
      }
      if token.kind == .word, Self.modifiers.contains(token.text) {
        modifiers.insert(token.text)
        index += 1
        if peek()?.isSign("(") == true { skipGroup() }
        continue
      }
      readMember(into: &owner, macros, modifiers, depth)
      macros = []
      modifiers = []
    }
  }

  private mutating func readMember(
    into owner: inout SwiftDeclaration, _ macros: [SwiftMacro], _ modifiers: Set<String>,
    _ depth: Int
  ) {
    let start = index
    guard let token = peek() else { return }
    let isClassMember =
      token.isWord("class") && ["func", "var"].contains(peek(1)?.text ?? "")
    if isClassMember {
      index += 1
    } else if token.kind == .word, Self.types.contains(token.text) {
      readType(into: &owner, macros, depth)
    } else if token.isWord("var") || token.isWord("let") {
      readProperties(into: &owner, macros, modifiers)
    } else if token.isWord("case"), owner.kind == "enum" {
      readCases(into: &owner)
    } else if token.isWord("typealias") {
      readAlias(into: &owner)
    } else if token.isWord("#Index") || token.isWord("#Unique") {
      owner.freestanding.append(readMacro())
    } else if ["func", "init", "subscript", "deinit"].contains(token.text), token.kind == .word {
      skipFunction()
    } else if token.isSign("{") || token.isSign("(") || token.isSign("[") {
      skipGroup()
    } else {
      index += 1
    }
    if index == start { index += 1 }
  }

  // MARK: Parts

  private mutating func readMacro() -> SwiftMacro {
    let line = index < lines.count ? lines[index] : 1
    var name = peek()?.text ?? ""
    index += 1
    while peek()?.isSign(".") == true, let part = peek(1), part.kind == .word {
      name = part.text
      index += 2
    }
    if peek()?.isSign("<") == true { skipAngles() }
    guard let open = peek(), open.isSign("("), !open.isFirstInLine else {
      return SwiftMacro(name: name, arguments: [], line: line)
    }
    let start = index + 1
    skipGroup()
    let inner = Array(tokens[start..<max(start, index - 1)])
    let arguments = Self.elements(inner).map { element in
      let hasLabel = element.count > 2 && element[0].kind == .word && element[1].isSign(":")
      return SwiftMacro.Argument(
        label: hasLabel ? element[0].text : nil, tokens: hasLabel ? Array(element[2...]) : element)
    }
    return SwiftMacro(name: name, arguments: arguments, line: line)
  }

  /// The elements between commas outside nested brackets.
  static func elements(_ tokens: [SwiftSourceToken]) -> [[SwiftSourceToken]] {
    var (elements, depth): ([[SwiftSourceToken]], Int) = ([[]], 0)
    for token in tokens {
      if token.kind == .sign, "([{<".contains(token.text) { depth += 1 }
      if token.kind == .sign, ")]}>".contains(token.text) { depth -= 1 }
      if depth == 0, token.isSign(",") {
        elements.append([])
      } else {
        elements[elements.count - 1].append(token)
      }
    }
    return elements.filter { !$0.isEmpty }
  }

  private mutating func skipGroup() {
    var depth = 0
    while let token = peek() {
      index += 1
      guard token.kind == .sign else { continue }
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) {
        depth -= 1
        if depth <= 0 { return }
      }
    }
  }

  private mutating func skipAngles() {
    var depth = 0
    while let token = peek() {
      index += 1
      if token.isSign("<") { depth += 1 }
      if token.isSign(">") {
        depth -= 1
        if depth == 0 { return }
      }
    }
  }

  private mutating func skipFunction() {
    index += 1
    while let token = peek(), !token.isSign("("), !token.isSign("{"), !token.isSign("}") {
      index += 1
    }
    if peek()?.isSign("(") == true { skipGroup() }
    while let token = peek(), !token.isSign("}") {
      if token.isSign("{") { return skipGroup() }
      // A function of a protocol has no body.
      if token.isFirstInLine, !["where", "throws", "async", "rethrows"].contains(token.text),
        !token.isSign("->")
      {
        return
      }
      index += 1
    }
  }

  private mutating func readType(
    into owner: inout SwiftDeclaration, _ macros: [SwiftMacro], _ depth: Int
  ) {
    let (kind, line) = (tokens[index].text, lines[index])
    index += 1
    var name = peek()?.text ?? ""
    index += 1
    while peek()?.isSign(".") == true, let part = peek(1) {
      name += "." + part.text
      index += 2
    }
    if peek()?.isSign("<") == true { skipAngles() }
    var inherited: [String] = []
    while let token = peek(), !token.isSign("{"), !token.isSign("}") {
      if token.kind == .word { inherited.append(token.text) }
      index += 1
    }
    guard peek()?.isSign("{") == true else { return }
    guard depth < Self.depth else { return skipGroup() }
    index += 1
    var type = SwiftDeclaration(
      kind: kind, name: name, macros: macros, inherited: inherited, line: line)
    readBody(into: &type, depth: depth + 1)
    owner.children.append(type)
  }

  /// Reads `typealias UserID = UUID`; a generic one is skipped.
  private mutating func readAlias(into owner: inout SwiftDeclaration) {
    index += 1
    guard let name = peek(), name.kind == .word else { return }
    index += 1
    guard peek()?.isSign("=") == true else { return }
    index += 1
    owner.aliases[name.text] = readStretch(isType: true)
  }

  // MARK: Properties

  private mutating func readProperties(
    into owner: inout SwiftDeclaration, _ macros: [SwiftMacro], _ modifiers: Set<String>
  ) {
    let first = owner.properties.count
    repeat {
      index += 1
      guard let name = peek(), name.kind == .word else { break }
      let line = lines[index]
      index += 1
      var (type, value): ([SwiftSourceToken], [SwiftSourceToken]) = ([], [])
      if peek()?.isSign(":") == true {
        index += 1
        type = readStretch(isType: true)
      }
      if peek()?.isSign("=") == true {
        index += 1
        value = readStretch(isType: false)
      }
      var isComputed = false
      let open = index
      if peek()?.isSign("{") == true {
        isComputed = !["willSet", "didSet"].contains(peek(1)?.text ?? "")
        skipGroup()
      }
      owner.properties.append(
        SwiftProperty(
          name: name.text, type: type, value: value,
          body: isComputed ? Array(tokens[open..<index].dropFirst().dropLast()) : [],
          macros: macros,
          isStored: !isComputed && !modifiers.contains("lazy"),
          isStatic: modifiers.contains("static") || modifiers.contains("class"), line: line))
    } while peek()?.isSign(",") == true
    Self.shareTypes(of: &owner.properties[first...])
  }

  /// In `var x, y: Double`, both properties have the type.
  private static func shareTypes(of properties: inout ArraySlice<SwiftProperty>) {
    var type: [SwiftSourceToken] = []
    for index in properties.indices.reversed() {
      if properties[index].type.isEmpty, properties[index].value.isEmpty {
        properties[index].type = type
      } else {
        type = properties[index].type
      }
    }
  }

  /// Reads a type or a value up to the next element.
  private mutating func readStretch(isType: Bool) -> [SwiftSourceToken] {
    let start = index
    var (depth, angles) = (0, 0)
    while let token = peek() {
      if depth == 0, index > start, isEnd(token, isType: isType) { break }
      if token.isSign("<"), isType || isGeneric {
        (depth, angles) = (depth + 1, angles + 1)
      } else if token.isSign(">"), angles > 0 {
        (depth, angles) = (depth - 1, angles - 1)
      } else if token.isSign("(") || token.isSign("[") {
        depth += 1
      } else if token.isSign(")") || token.isSign("]") {
        depth -= 1
      } else if token.isSign("{") {
        skipGroup()
        continue
      }
      index += 1
      if depth < 0 { break }
    }
    return Array(tokens[start..<index])
  }

  /// Whether a token outside brackets is no longer part of the type or the value.
  private func isEnd(_ token: SwiftSourceToken, isType: Bool) -> Bool {
    if token.isSign(",") || token.isSign(";") || token.isSign("}") { return true }
    if isType, token.isSign("=") { return true }
    if token.isSign("{"), isType || !isClosure { return true }
    return token.isFirstInLine && !continues(token)
  }

  /// Whether the current sign `<` opens the arguments of a generic type: `Set<String>()`.
  private var isGeneric: Bool {
    guard index > 0 else { return false }
    let before = tokens[index - 1]
    return before.kind == .word && before.text.first?.isUppercase == true
      && before.range.upperBound == tokens[index].range.lowerBound
  }

  /// Whether the current brace is part of the value: after `=`, or in a call.
  private var isClosure: Bool {
    guard index > 0 else { return false }
    let next = peek(1)?.text ?? ""
    if ["willSet", "didSet", "get", "set"].contains(next) { return false }
    return tokens[index - 1].isSign("=") || tokens[index - 1].isSign(")")
  }

  /// Whether the first token of a line continues the one before. No line of a value ends with `>`,
  /// but the types of many properties do.
  private func continues(_ token: SwiftSourceToken) -> Bool {
    let before = tokens[index - 1]
    let joins = [".", "?", ":", "+", "-", "*", "/", "&", "|", "<", ">", "->", "="]
    if token.kind == .sign, joins.contains(token.text) { return true }
    let opens = joins.filter { $0 != "?" && $0 != ">" } + [",", "("]
    return before.kind == .sign && opens.contains(before.text)
  }

  private mutating func readCases(into owner: inout SwiftDeclaration) {
    repeat {
      index += 1
      guard let name = peek(), name.kind == .word else { return }
      let line = lines[index]
      index += 1
      var (type, value): ([SwiftSourceToken], [SwiftSourceToken]) = ([], [])
      if peek()?.isSign("(") == true {
        let start = index
        skipGroup()
        type = Array(tokens[start..<index])
      }
      if peek()?.isSign("=") == true {
        index += 1
        value = readStretch(isType: false)
      }
      owner.cases.append(
        SwiftProperty(
          name: name.text, type: type, value: value, macros: [], isStored: true, isStatic: false,
          line: line))
    } while peek()?.isSign(",") == true
  }
}

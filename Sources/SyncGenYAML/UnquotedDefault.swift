import SyncGenDiagnostics

/// A type with a default, such as `[string] = []`, that YAML reads as something else because it is
/// not in quotation marks.
struct UnquotedDefault {
  /// The type and the default.
  let text: String
  /// What YAML reads differently, as the end of a sentence.
  let reason: String
  private let line: Int
  /// The columns, from 1.
  private let columns: Range<Int>

  func span(path: String) -> SourceSpan {
    SourceSpan(
      path: path, line: line, column: columns.lowerBound, endLine: line,
      endColumn: columns.upperBound)
  }

  /// Whether the text ends within the quotation marks of a default.
  static func isCut(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "=")), text.utf8.contains(UInt8(ascii: "\"")) else {
      return false
    }
    let scan = DefaultScan(Array(text.unicodeScalars))
    guard let sign = scan.sign(from: 0), scan.isType(0..<sign) else { return false }
    let start = scan.valueStart(after: sign)
    return scan.characters.indices.contains(start) && scan.characters[start] == "\""
      && scan.textEnd(from: start) == nil
  }

  /// The type with a default at a place where libyaml stopped.
  static func find(near failure: EventParser.Failure, in text: SourceText) -> Self? {
    for mark in [failure.place, failure.contextPlace] {
      let place = text.position(of: mark)
      let scan = DefaultScan(text.characters(ofLine: place.line))
      var from = 0
      var found: Self?
      while let sign = scan.sign(from: from) {
        if let start = scan.typeStart(before: sign), start < place.column {
          found = Self(scan, start..<sign, line: place.line) ?? found
        }
        from = sign + 1
      }
      if let found { return found }
    }
    return nil
  }

  /// The type with a default that begins at a column.
  static func find(in text: SourceText, line: Int, from column: Int) -> Self? {
    let scan = DefaultScan(text.characters(ofLine: line))
    return scan.sign(from: column - 1).flatMap { Self(scan, (column - 1)..<$0, line: line) }
  }

  /// Returns `nil` if the default has no end on its line, or if YAML reads it as it is.
  private init?(_ scan: DefaultScan, _ type: Range<Int>, line: Int) {
    guard scan.isType(type), let end = scan.valueEnd(from: scan.valueStart(after: type.upperBound))
    else { return nil }
    text = scan.text(type.lowerBound..<end)
    guard let reason = Self.reason(text) else { return nil }
    self.reason = reason
    self.line = line
    columns = (type.lowerBound + 1)..<(end + 1)
  }

  private static func reason(_ text: String) -> String? {
    if text.hasPrefix("[") { return "begins with '['" }
    for part in [": ", " #", ",", "[", "]", "{", "}", "?"] where text.contains(part) {
      return "contains '\(part)'"
    }
    return nil
  }
}

/// The characters of a line that may contain a type with a default.
private struct DefaultScan {
  let characters: [Unicode.Scalar]

  init(_ characters: [Unicode.Scalar]) {
    self.characters = characters
  }

  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(characters[range]))
  }

  /// The position of the blank in the next ` = `.
  func sign(from start: Int) -> Int? {
    guard start >= 0, start + 2 < characters.count else { return nil }
    return (start..<(characters.count - 2)).first {
      characters[$0] == " " && characters[$0 + 1] == "=" && characters[$0 + 2] == " "
    }
  }

  /// The position after the colon, or after the bracket or comma, that precedes a type.
  func typeStart(before sign: Int) -> Int? {
    var depth = 0
    for position in (0..<sign).reversed() {
      switch characters[position] {
      case "]": depth += 1
      case "[": depth -= 1
      case ":" where depth == 0 && characters[position + 1] == " ":
        return (position..<sign).first { $0 > position && characters[$0] != " " }
      case "{", "}", ",", "\"", "'", "#": return nil
      default: break
      }
    }
    return nil
  }

  /// Whether the characters may be a type.
  func isType(_ range: Range<Int>) -> Bool {
    !range.isEmpty
      && characters[range].allSatisfy { character in
        character.properties.isAlphabetic || character.properties.numericType != nil
          || " [].:?_".unicodeScalars.contains(character)
      }
  }

  func valueStart(after sign: Int) -> Int {
    (sign + 3..<max(characters.count, sign + 3)).first { characters[$0] != " " }
      ?? characters.count
  }

  /// The position after a default; `nil` if quotation marks or brackets are not closed.
  func valueEnd(from start: Int) -> Int? {
    guard start < characters.count else { return nil }
    switch characters[start] {
    case "\"": return textEnd(from: start)
    case "[", "{": return bracketEnd(from: start)
    default: return wordEnd(from: start)
    }
  }

  /// The position after the quotation mark that ends a text.
  func textEnd(from start: Int) -> Int? {
    var position = start + 1
    while position < characters.count {
      if characters[position] == "\"" { return position + 1 }
      position += characters[position] == "\\" ? 2 : 1
    }
    return nil
  }

  private func bracketEnd(from start: Int) -> Int? {
    var depth = 0
    var position = start
    while position < characters.count {
      switch characters[position] {
      case "\"":
        guard let end = textEnd(from: position) else { return nil }
        position = end
        continue
      case "[", "{": depth += 1
      case "]", "}":
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
      position += 1
    }
    return nil
  }

  private func wordEnd(from start: Int) -> Int {
    let marks = " ,[]{}".unicodeScalars
    return (start..<characters.count).first { marks.contains(characters[$0]) } ?? characters.count
  }
}

import SyncGenDiagnostics

/// Wraps documentation into comment lines of at most 100 columns.
package enum CommentWrapper {
  /// The comment's lines, joined by line feeds; all except the first are indented.
  ///
  /// Line ends of the text are kept, since they have a meaning in Markdown.
  package static func comment(
    _ text: String, mark: String, indentation: Int, width: Int = 100
  ) -> String {
    let available = max(20, width - indentation - mark.count - 1)
    // Nearly all documentation is a single line of plain words.
    if isPlain(text), isFilled(text[...], to: available), !text.isEmpty { return "\(mark) \(text)" }
    let margin = String(repeating: " ", count: indentation)
    var lines = printable(text).split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
    return lines.flatMap { filled($0, to: available) }
      .map { $0.isEmpty ? mark : "\(mark) \($0)" }
      .joined(separator: "\n" + margin)
  }

  /// The text with line feeds as its only control characters, without invisible characters.
  private static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\n") }) { return text }
    var result = ""
    for character in text {
      if character.isNewline {
        result += "\n"
      } else if character.unicodeScalars.contains(where: isControl) {
        result += " "
      } else if character.unicodeScalars.contains(where: \.isHiddenInSource) {
        for scalar in character.unicodeScalars where !scalar.isHiddenInSource {
          result.unicodeScalars.append(scalar)
        }
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  private static func filled(_ line: Substring, to width: Int) -> [String] {
    if isFilled(line, to: width) { return [String(line)] }
    let indentation = line.prefix { $0 == " " }
    var lines: [String] = []
    var current = String(indentation)
    var isEmpty = true
    for word in line.split(separator: " ") {
      if !isEmpty, current.count + 1 + word.count > width {
        lines.append(current)
        current = String(indentation) + word
      } else {
        current += (isEmpty ? "" : " ") + word
      }
      isEmpty = false
    }
    lines.append(isEmpty ? "" : current)
    return lines
  }

  /// Whether the line obviously fits and has single blanks between its words.
  private static func isFilled(_ line: Substring, to width: Int) -> Bool {
    guard line.utf8.count <= width else { return false }
    let words = line.utf8.drop { $0 == UInt8(ascii: " ") }
    var previous = UInt8(ascii: " ")
    for byte in words {
      guard byte < 0x80, byte != UInt8(ascii: " ") || previous != byte else { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ") || line.isEmpty
  }
}

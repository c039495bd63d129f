/// Decides which parts of the text between two tags are printed.
struct TextTrimmer {
  enum Before {
    case nothing
    /// Blanks up to and including one line end; nothing if there is other text on the line.
    case line
    /// Like `line`, and the blanks of a text without line ends, which is the file's last.
    case lastLine
    case all
  }

  enum After {
    case nothing
    /// Blanks at the end, and those before a line end that ends the text.
    case blanks
    /// Blanks at the end.
    case margin
    case all
  }

  let bytes: [UInt8]

  /// The ranges that are kept, in order: none, one, or two if blanks before the last line end are
  /// removed.
  func kept(_ text: Range<Int>, before: Before, after: After) -> [Range<Int>] {
    var rest = text
    switch before {
    case .nothing: break
    case .line: rest = droppingLine(rest)
    case .lastLine: rest = bytes[rest].allSatisfy(isBlank) ? rest.suffix(0) : droppingLine(rest)
    case .all: rest = droppingWhitespace(rest)
    }
    switch after {
    case .nothing: return rest.isEmpty ? [] : [rest]
    case .blanks: return droppingBlanksAtEnd(rest)
    case .margin:
      while let last = rest.last, isBlank(bytes[last]) { rest.removeLast() }
      return rest.isEmpty ? [] : [rest]
    case .all:
      rest = droppingWhitespaceAtEnd(rest)
      return rest.isEmpty ? [] : [rest]
    }
  }

  private func droppingLine(_ range: Range<Int>) -> Range<Int> {
    var index = range.lowerBound
    while index < range.upperBound, isBlank(bytes[index]) { index += 1 }
    if index < range.upperBound, bytes[index] == UInt8(ascii: "\r") { index += 1 }
    guard index < range.upperBound, bytes[index] == UInt8(ascii: "\n") else { return range }
    return index + 1..<range.upperBound
  }

  private func droppingBlanksAtEnd(_ range: Range<Int>) -> [Range<Int>] {
    var end = range.upperBound
    while end > range.lowerBound, isBlank(bytes[end - 1]) { end -= 1 }
    // Only if the tag begins its line, the blanks at the end of the previous line are also removed.
    guard end == range.upperBound, end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "\n")
    else { return end > range.lowerBound ? [range.lowerBound..<end] : [] }
    var lineEnd = end - 1
    if lineEnd > range.lowerBound, bytes[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
    var textEnd = lineEnd
    while textEnd > range.lowerBound, isBlank(bytes[textEnd - 1]) { textEnd -= 1 }
    if textEnd == lineEnd { return [range] }
    let head = range.lowerBound..<textEnd
    return head.isEmpty ? [lineEnd..<end] : [head, lineEnd..<end]
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func droppingWhitespace(_ range: Range<Int>) -> Range<Int> {
    var index = range.lowerBound
    while index < range.upperBound {
      let width = UTF8Whitespace.width(in: bytes, at: index, end: range.upperBound)
      if width == 0 { break }
      index += width
    }
    return index..<range.upperBound
  }

  private func droppingWhitespaceAtEnd(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound {
      let widths = 1...min(3, end - range.lowerBound)
      guard
        let width = widths.first(where: {
          UTF8Whitespace.width(in: bytes, at: end - $0, end: end) == $0
        })
      else { break }
      end -= width
    }
    return range.lowerBound..<end
  }
}

/// Recognizes the characters with Unicode's `White_Space` property by their UTF-8 bytes.
enum UTF8Whitespace {
  /// The number of bytes of the white space character at `index`; 0 if it is another character.
  static func width(in bytes: [UInt8], at index: Int, end: Int) -> Int {
    let first = bytes[index]
    if first == 0x20 || (0x09...0x0D).contains(first) { return 1 }
    guard first >= 0xC2, index + 1 < end else { return 0 }
    if first == 0xC2 { return bytes[index + 1] == 0x85 || bytes[index + 1] == 0xA0 ? 2 : 0 }
    guard index + 2 < end else { return 0 }
    switch (first, bytes[index + 1], bytes[index + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): return 3
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF):
      return 3
    default: return 0
    }
  }
}

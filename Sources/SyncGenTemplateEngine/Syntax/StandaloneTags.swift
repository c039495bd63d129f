/// Finds the tags that are alone on their lines, which leave no line in the output.
///
/// Several tags and comments on one line count as one, since they are often written in a row. A tag
/// that prints on the spot, as `{{ }}` and `now` do, is text. A definition, such as a macro with its
/// end tag, is a single tag of the lines around it, and its content has lines of its own.
struct StandaloneTags {
  /// One side of a tag, by its index.
  private enum Side {
    case before(Int)
    case after(Int)
  }

  /// The lines outside all definitions, or inside one.
  private struct Level {
    /// The tag that ends it; empty for the file.
    let end: String
    /// The tags on the current line.
    var sides: [Side] = []
    /// Whether the current line has no text so far.
    var isBlank = true
    var hasLineEnd = false
  }

  /// The tags whose content is kept instead of printed, with their end tags.
  private static let definitions = [
    "macro": "endmacro", "set": "endset", "map": "endmap",
  ]

  private let bytes: [UInt8]
  private var level = Level(end: "")
  /// The levels around the current one, innermost last.
  private var outer: [Level] = []

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func mark(in tokens: inout [TemplateToken], of bytes: [UInt8]) {
    var finder = StandaloneTags(bytes)
    for index in tokens.indices {
      switch tokens[index].kind {
      case .text: finder.read(tokens[index].range, &tokens)
      case .comment: finder.level.sides += [.before(index), .after(index)]
      case .block: finder.readTag(at: index, &tokens)
      case .variable: finder.level.isBlank = false
      }
    }
    finder.endLine(&tokens)
    while let level = finder.outer.popLast() {
      finder.level = level
      finder.endLine(&tokens)
    }
  }

  private mutating func readTag(at index: Int, _ tokens: inout [TemplateToken]) {
    level.sides.append(.before(index))
    let words = bytes[tokens[index].content].split(maxSplits: 2) { $0 <= 0x20 }
    let name = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    if name == level.end, let around = outer.popLast() {
      // The content of a definition on one line, such as a blank, is what it states.
      if level.hasLineEnd { endLine(&tokens) }
      level = around
    } else if let end = Self.definitions[name], name != "set" || words.count == 2 {
      outer.append(level)
      level = Level(end: end)
    } else if name == "now" {
      level.isBlank = false
    }
    level.sides.append(.after(index))
  }

  private mutating func read(_ text: Range<Int>, _ tokens: inout [TemplateToken]) {
    let newline = UInt8(ascii: "\n")
    guard let end = bytes[text].firstIndex(of: newline) else {
      if !isBlank(text) { level.isBlank = false }
      return
    }
    if !isBlank(text.lowerBound..<end) { level.isBlank = false }
    endLine(&tokens)
    let start = bytes[text].lastIndex(of: newline) ?? end
    level.isBlank = isBlank(start + 1..<text.upperBound)
    level.hasLineEnd = true
  }

  private mutating func endLine(_ tokens: inout [TemplateToken]) {
    if level.isBlank {
      for side in level.sides {
        switch side {
        case .before(let index): tokens[index].dropsMargin = true
        case .after(let index): tokens[index].dropsLineEnd = true
        }
      }
    }
    level.sides.removeAll(keepingCapacity: true)
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
    }
  }
}

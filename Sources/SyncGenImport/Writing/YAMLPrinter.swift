/// A comment with its line in a file, from 0.
struct LocatedNote: Hashable {
  let note: ImportNote
  var line: Int
}

/// Prints values in the usual format of schemas: a value that fits on a line is printed in braces.
struct YAMLPrinter {
  /// The maximum width of a line.
  static let width = 100

  private(set) var lines: [String] = []
  /// The lines of each marked entry, from 0.
  private(set) var marks: [(mark: ImportMark, lines: Range<Int>)] = []
  /// The comments that name guesses, with their lines, from 0.
  private(set) var guesses: [LocatedNote] = []

  /// The text of a document, whose first lines are comments.
  static func text(_ entries: [YAMLEntry]) -> String {
    var printer = YAMLPrinter()
    printer.add(entries, indentation: "")
    return printer.text
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func add(_ entries: [YAMLEntry], indentation: String) {
    for (index, entry) in entries.enumerated() {
      if entry.hasGap, index > 0 || indentation.isEmpty, !lines.isEmpty { lines.append("") }
      add(entry, indentation: indentation)
    }
  }

  /// Adds a line unchanged, such as a comment.
  mutating func add(line: String) {
    lines.append(line)
  }

  private mutating func add(_ entry: YAMLEntry, indentation: String) {
    let first = lines.count
    for comment in entry.comments { add(comment, above: indentation) }
    let start = indentation + Self.key(entry.key) + ":"
    add(entry.value, after: start, entry, indentation: indentation)
    if let mark = entry.mark { marks.append((mark, first..<lines.count)) }
  }

  private mutating func add(
    _ value: YAMLValue, after start: String, _ entry: YAMLEntry, indentation: String
  ) {
    if !entry.isBlock, let flow = Self.flow(value, isTop: true) {
      let line = start + " " + flow
      if line.count <= Self.width || !Self.canBreak(value) {
        return add(line, remark: entry.remark, above: indentation)
      }
    }
    switch value {
    case .mapping(let entries) where !entries.isEmpty:
      add(start, remark: entry.remark, above: indentation)
      add(entries, indentation: indentation + "  ")
    case .list(let elements) where !elements.isEmpty:
      add(start, remark: entry.remark, above: indentation)
      for element in elements { add(element: element, indentation: indentation + "  ") }
    default:
      add(
        start + " " + (Self.flow(value, isTop: true) ?? "{}"), remark: entry.remark,
        above: indentation)
    }
  }

  private mutating func add(element: YAMLValue, indentation: String) {
    let flow = Self.flow(element, isTop: true)
    if let flow, indentation.count + 2 + flow.count <= Self.width || !Self.canBreak(element) {
      return lines.append(indentation + "- " + flow)
    }
    guard case .mapping(let entries) = element else {
      return lines.append(indentation + "- " + (flow ?? "{}"))
    }
    let first = lines.count
    add(entries, indentation: indentation + "  ")
    let dash = indentation + "- "
    lines[first] = dash + lines[first].dropFirst(dash.count)
  }

  /// Adds a line with a remark after it, or above it if both are too long.
  private mutating func add(_ line: String, remark: ImportNote?, above indentation: String) {
    guard let remark else { return lines.append(line) }
    let text = YAMLScalarText.comment(remark.comment)
    if line.count + 3 + text.count <= Self.width {
      note(remark)
      lines.append("\(line) # \(text)")
    } else {
      add(remark, above: indentation)
      lines.append(line)
    }
  }

  private mutating func add(_ comment: ImportNote, above indentation: String) {
    note(comment)
    lines.append("\(indentation)# \(YAMLScalarText.comment(comment.comment))")
  }

  private mutating func note(_ comment: ImportNote) {
    if comment.guess != nil { guesses.append(LocatedNote(note: comment, line: lines.count)) }
  }

  // MARK: In one line

  private static func canBreak(_ value: YAMLValue) -> Bool {
    switch value {
    case .mapping(let entries): !entries.isEmpty
    case .list(let elements): !elements.isEmpty
    case .text, .word: false
    }
  }

  /// - Parameter isTop: Whether there are no enclosing braces or brackets.
  /// - Returns: `nil` if a part of it needs its own lines.
  private static func flow(_ value: YAMLValue, isTop: Bool = false) -> String? {
    switch value {
    case .text(let text): return YAMLScalarText.text(text, inFlow: !isTop)
    case .word(let word): return word
    case .list(let elements):
      let parts = elements.compactMap { flow($0) }
      return parts.count == elements.count ? "[\(parts.joined(separator: ", "))]" : nil
    case .mapping(let entries):
      if entries.isEmpty { return "{}" }
      let parts = entries.compactMap(flow)
      return parts.count == entries.count ? "{ \(parts.joined(separator: ", ")) }" : nil
    }
  }

  static func flow(_ entry: YAMLEntry) -> String? {
    guard entry.comments.isEmpty, entry.remark == nil, !entry.isBlock, !entry.hasGap,
      let value = flow(entry.value)
    else { return nil }
    return key(entry.key) + ": " + value
  }

  private static func key(_ key: String) -> String {
    // A version. A key is a string in any case.
    let digits = key.utf8.count { (48...57).contains($0) }
    let isNumber = !key.isEmpty && key.first != "0" && digits == key.utf8.count
    return isNumber ? key : YAMLScalarText.text(key, inFlow: true)
  }
}

extension YAMLEntry {
  /// The text inside braces.
  package var inOneLine: String { YAMLPrinter.flow(self) ?? "" }
}

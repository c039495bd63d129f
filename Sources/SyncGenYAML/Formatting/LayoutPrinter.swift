/// Prints the tree of a file in the format of schemas.
struct LayoutPrinter {
  /// The number of characters that a line with braces or brackets may have, without a comment.
  static let width = 100

  private struct Line {
    var text: String
    var remark: LayoutRemark?
  }

  private var lines: [Line] = []

  static func text(_ document: LayoutDocument) -> String {
    var printer = LayoutPrinter()
    printer.add(document)
    return printer.lines.map(text).joined(separator: "\n") + "\n"
  }

  private static func text(_ line: Line) -> String {
    guard let remark = line.remark else { return line.text }
    let width = line.text.drop { $0 == " " }.unicodeScalars.count
    let blanks = remark.width == width ? max(1, remark.blanks) : 1
    let start = line.text + String(repeating: " ", count: blanks)
    let margin = "\n" + String(repeating: " ", count: start.unicodeScalars.count)
    return start + remark.texts.joined(separator: margin)
  }

  private mutating func add(_ document: LayoutDocument) {
    add(document.before, indentation: "", isFirst: true)
    if document.hasBlank, !lines.isEmpty { add("") }
    if case .collection(let collection) = document.root.content, isBlock(document.root, after: "") {
      if !document.root.anchor.isEmpty || document.root.opening != nil {
        add(String(document.root.anchor.dropLast()), document.root.opening)
      }
      add(collection, indentation: "")
      for text in document.remark?.texts ?? [] { add(text) }
    } else {
      add(document.root, after: "", indentation: "", remark: document.remark)
    }
    add(document.after, indentation: "", isFirst: false)
  }

  private mutating func add(_ text: String, _ remark: LayoutRemark? = nil) {
    lines.append(Line(text: text, remark: remark))
  }

  private mutating func add(
    _ comments: [LayoutComment], indentation: String, isFirst: Bool
  ) {
    for (index, comment) in comments.enumerated() {
      if comment.hasBlank, !(isFirst && index == 0) { add("") }
      add(indentation + comment.text)
    }
  }

  // MARK: Blocks

  private mutating func add(
    _ collection: LayoutCollection, indentation: String, after opening: LayoutRemark? = nil
  ) {
    for (index, entry) in collection.entries.enumerated() {
      let isFirst = index == 0 && !Self.hasLines(opening)
      add(entry.comments, indentation: indentation, isFirst: isFirst)
      if entry.hasBlank, !isFirst || !entry.comments.isEmpty { add("") }
      add(entry, indentation: indentation)
    }
    add(collection.closing, indentation: indentation, isFirst: false)
  }

  private mutating func add(_ entry: LayoutEntry, indentation: String) {
    let start = indentation + (entry.key.map { Self.key($0) + ":" } ?? "-")
    let inner = indentation + "  "
    let opening = entry.opening ?? entry.value.opening
    if case .collection(let collection) = entry.value.content,
      isBlock(entry.value, after: start + " ") || opening != nil
    {
      let anchor = entry.value.anchor.isEmpty ? "" : " " + entry.value.anchor.dropLast()
      // A comment after the brackets comes before those in them only if there are none.
      let isLast = Self.flow(entry.value) == nil
      let isCompact =
        entry.key == nil && opening == nil && anchor.isEmpty && entry.valueComments.isEmpty
        && (isLast || entry.remark == nil) && collection.entries.first?.comments.isEmpty == true
      let first = lines.count
      if !isCompact {
        add(start + anchor, opening ?? (isLast ? nil : entry.remark))
        add(entry.valueComments, indentation: inner, isFirst: !Self.hasLines(opening))
      }
      add(collection, indentation: inner, after: opening)
      if isCompact {
        lines[first].text = start + " " + lines[first].text.dropFirst(start.count + 1)
      }
      if isLast || opening != nil, let remark = entry.remark {
        for text in remark.texts { add(inner + text) }
      }
      return
    }
    guard opening != nil || !entry.valueComments.isEmpty else {
      return add(entry.value, after: start + " ", indentation: inner, remark: entry.remark)
    }
    add(start, opening)
    add(entry.valueComments, indentation: inner, isFirst: !Self.hasLines(opening))
    add(entry.value, after: inner, indentation: inner, remark: entry.remark)
  }

  /// Whether a comment continues on further lines, below which a blank line has a meaning. After a
  /// dash, a comment above the content looks the same.
  private static func hasLines(_ opening: LayoutRemark?) -> Bool {
    opening.map { !$0.rest.isEmpty } ?? false
  }

  /// Adds a value that begins on the line of its key.
  private mutating func add(
    _ value: LayoutNode, after start: String, indentation: String, remark: LayoutRemark?
  ) {
    let start = start + value.anchor
    switch value.content {
    case .empty:
      add(Self.withoutBlanks(start), remark)
    case .scalar(let parts):
      for (index, part) in parts.enumerated() {
        let text = index == 0 ? start + part : part.isEmpty ? "" : indentation + part
        add(text, index == parts.count - 1 ? remark : nil)
      }
    case .alias(let name):
      add(start + name, remark)
    case .blockScalar(let scalar):
      add(start + scalar.header, scalar.remark ?? remark)
      let blanks = scalar.stated.map { String(repeating: " ", count: $0) } ?? "  "
      for line in scalar.lines {
        add(line.isEmpty ? "" : indentation.dropLast(2) + blanks + line)
      }
    case .collection:
      add(start + (Self.flow(value) ?? ""), remark)
    }
  }

  private static func withoutBlanks(_ text: String) -> String {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  // MARK: In one line

  /// Whether the value is a collection that needs lines of its own.
  private func isBlock(_ value: LayoutNode, after start: String) -> Bool {
    guard case .collection(let collection) = value.content else { return false }
    if !collection.isFlow { return true }
    guard let flow = Self.flow(value) else { return !collection.entries.isEmpty }
    return !collection.entries.isEmpty
      && start.count + value.anchor.count + flow.count > Self.width
  }

  private static func key(_ key: LayoutNode) -> String {
    switch key.content {
    case .scalar(let lines): key.anchor + (lines.first ?? "")
    case .alias(let name): name + " "
    case .empty, .blockScalar, .collection: key.anchor
    }
  }

  /// The text without its anchor; `nil` if it needs several lines.
  private static func flow(_ value: LayoutNode) -> String? {
    if value.opening != nil { return nil }
    switch value.content {
    case .empty: return ""
    case .scalar(let lines): return lines.count == 1 ? lines[0] : nil
    case .alias(let name): return name
    case .blockScalar: return nil
    case .collection(let collection):
      guard collection.isFlow, collection.closing.isEmpty else { return nil }
      let parts = collection.entries.compactMap(flow)
      guard parts.count == collection.entries.count else { return nil }
      let text = parts.joined(separator: ", ")
      switch collection.kind {
      case .mapping: return parts.isEmpty ? "{}" : "{ \(text) }"
      case .sequence: return "[\(text)]"
      case .pair: return text
      }
    }
  }

  private static func flow(_ entry: LayoutEntry) -> String? {
    guard entry.comments.isEmpty, entry.opening == nil, entry.valueComments.isEmpty,
      entry.remark == nil, let value = flow(entry.value)
    else { return nil }
    let text = entry.value.anchor + value
    guard let key = entry.key else { return text }
    return text.isEmpty ? Self.key(key) : Self.key(key) + ": " + text
  }
}

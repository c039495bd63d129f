/// Builds the tree of a file from its tokens. The text has been parsed before, so the order of the
/// tokens is valid.
struct LayoutReader {
  /// Thrown for what no schema needs, such as a mapping without a key.
  struct Unsupported: Error {
    /// The place of the character, from 0.
    let offset: Int
  }

  private let text: LayoutText
  private var tokens: ArraySlice<LayoutToken>

  static func document(
    _ tokens: [LayoutToken], of text: LayoutText
  ) throws(Unsupported) -> LayoutDocument {
    var reader = LayoutReader(text: text, tokens: text.filled(tokens)[...])
    return try reader.document()
  }

  private var next: LayoutToken {
    tokens.first ?? LayoutToken(kind: .end, range: 0..<0, column: 0)
  }

  private mutating func take() -> LayoutToken {
    let token = next
    tokens = tokens.dropFirst()
    return token
  }

  /// Moves a gap to the next token, which is at the same place.
  private mutating func pass(_ gap: LayoutGap) {
    guard let index = tokens.indices.first else { return }
    tokens[index].gap = gap
  }

  private mutating func takeRemark() -> LayoutRemark? {
    guard let index = tokens.indices.first, let remark = tokens[index].gap.remark else {
      return nil
    }
    tokens[index].gap.remark = nil
    return remark
  }

  /// Removes the comments before the next token that are indented at least as far as the block that
  /// ends there.
  private mutating func takeComments(from column: Int) -> [LayoutComment] {
    guard let index = tokens.indices.first else { return [] }
    let comments = tokens[index].gap.comments.prefix { $0.column >= column }
    tokens[index].gap.comments.removeFirst(comments.count)
    return Array(comments)
  }

  // MARK: The file

  private mutating func document() throws(Unsupported) -> LayoutDocument {
    var before = markers()
    let gap = next.gap
    before += gap.comments
    pass(LayoutGap(hasBlank: gap.hasBlank))
    let root = try node()
    var document = LayoutDocument(before: before, hasBlank: gap.hasBlank, root: root)
    document.remark = takeRemark()
    document.after = markers() + next.gap.comments
    guard next.kind == .end else { throw Unsupported(offset: next.range.lowerBound) }
    return document
  }

  /// The markers before the next token, as lines like comments.
  private mutating func markers() -> [LayoutComment] {
    var lines: [LayoutComment] = []
    while next.kind == .marker {
      let token = take()
      lines += token.gap.comments
      let remarks = takeRemark()?.texts ?? []
      let marker = text[token.range] + (remarks.first.map { " " + $0 } ?? "")
      lines.append(LayoutComment(text: marker, column: 0, hasBlank: token.gap.hasBlank))
      lines += remarks.dropFirst().map { LayoutComment(text: $0, column: 0, hasBlank: false) }
    }
    return lines
  }

  // MARK: Values

  private mutating func node() throws(Unsupported) -> LayoutNode {
    guard next.kind == .anchor else {
      var node = LayoutNode(content: try content())
      if case .collection(let collection) = node.content { node.opening = collection.opening }
      return node
    }
    let anchor = text[take().range] + " "
    let remark = takeRemark()
    var node = try node()
    guard remark == nil || node.opening == nil else {
      throw Unsupported(offset: next.range.lowerBound)
    }
    node.anchor = anchor
    node.opening = remark ?? node.opening
    return node
  }

  private init(text: LayoutText, tokens: ArraySlice<LayoutToken>) {
    (self.text, self.tokens) = (text, tokens)
  }

  private mutating func content() throws(Unsupported) -> LayoutNode.Content {
    let token = next
    switch token.kind {
    case .scalar(let style):
      _ = take()
      return style == .block ? .blockScalar(blockScalar(token)) : .scalar(scalar(token, style))
    case .alias:
      return .alias(text[take().range])
    case .mappingStart(isFlow: false):
      return .collection(try block(.mapping))
    case .sequenceStart(isFlow: false):
      return .collection(try block(.sequence))
    case .mappingStart(isFlow: true):
      return .collection(try flow(.mapping))
    case .sequenceStart(isFlow: true):
      return .collection(try flow(.sequence))
    case .blockEntry:
      return .collection(try plainSequence())
    default:
      return .empty
    }
  }

  private func scalar(_ token: LayoutToken, _ style: LayoutToken.ScalarStyle) -> [String] {
    let lines = text.lines(of: token.range)
    guard lines.count == 1, style == .singleQuoted else { return lines }
    let content = lines[0].dropFirst().dropLast()
    if content.contains("\"") || content.contains("\\") { return lines }
    return [
      "\""
        + content.split(separator: "''", omittingEmptySubsequences: false)
        .joined(separator: "'") + "\""
    ]
  }

  private func blockScalar(_ token: LayoutToken) -> LayoutBlockScalar {
    var lines = text.rawLines(of: token.range)
    let first = lines.removeFirst()
    let header = first.prefix { !LayoutText.isBlank($0) }
    let comment = first.drop { $0 != "#" }
    let width = first.startIndex - (lineStart(of: first.startIndex)) + header.count
    let remark =
      comment.isEmpty
      ? nil
      : LayoutRemark(
        text: text[comment.startIndex..<first.endIndex], column: 0, width: width,
        blanks: comment.startIndex - header.endIndex)
    let stated = header.compactMap { Int(String($0)) }.first
    let indentation = indentation(of: lines, stated: stated, token)
    return LayoutBlockScalar(
      header: text[header.startIndex..<header.endIndex], stated: stated, remark: remark,
      lines: lines.map { line in
        let spaces = line.prefix { $0 == " " }.count
        return text[line.index(line.startIndex, offsetBy: min(spaces, indentation))..<line.endIndex]
      })
  }

  /// The first character of the line that is not a blank.
  private func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, text.characters[start - 1] != "\n", text.characters[start - 1] != "\r" {
      start -= 1
    }
    while start < offset, LayoutText.isBlank(text.characters[start]) { start += 1 }
    return start
  }

  private func indentation(
    of lines: [ArraySlice<Unicode.Scalar>], stated: Int?, _ token: LayoutToken
  ) -> Int {
    if let stated { return (blocks.last ?? 0) + stated }
    let first = lines.first { line in line.contains { $0 != " " } }
    return first?.prefix { $0 == " " }.count ?? Int.max
  }

  /// The columns of the blocks around the current place.
  private var blocks: [Int] = []
}

// MARK: Blocks

extension LayoutReader {
  private mutating func block(_ kind: LayoutCollection.Kind) throws(Unsupported) -> LayoutCollection
  {
    let start = take()
    pass(start.gap)
    blocks.append(start.column)
    var collection = LayoutCollection(kind: kind, isFlow: false)
    while next.kind != .blockEnd {
      collection.entries.append(try kind == .mapping ? pair() : element())
    }
    blocks.removeLast()
    collection.closing = takeComments(from: start.column)
    pass(take().gap)
    return collection
  }

  /// A sequence whose dashes are below the first letter of its key.
  private mutating func plainSequence() throws(Unsupported) -> LayoutCollection {
    let column = next.column
    var collection = LayoutCollection(kind: .sequence, isFlow: false)
    while next.kind == .blockEntry { collection.entries.append(try element()) }
    collection.closing = takeComments(from: column + 1)
    return collection
  }

  private mutating func element() throws(Unsupported) -> LayoutEntry {
    let dash = take()
    guard dash.kind == .blockEntry else { throw Unsupported(offset: dash.range.lowerBound) }
    return try entry(dash.gap, key: nil)
  }

  private mutating func pair() throws(Unsupported) -> LayoutEntry {
    let mark = take()
    guard mark.kind == .key else { throw Unsupported(offset: mark.range.lowerBound) }
    let key = try key()
    guard next.kind == .value else {
      return LayoutEntry(
        comments: mark.gap.comments, hasBlank: mark.gap.hasBlank, key: key,
        value: LayoutNode(content: .empty), remark: takeRemark())
    }
    _ = take()
    return try entry(mark.gap, key: key)
  }

  private mutating func key() throws(Unsupported) -> LayoutNode {
    let place = next.range.lowerBound
    let key = try node()
    switch key.content {
    case .scalar(let lines) where lines.count == 1: return key
    case .alias: return key
    default: throw Unsupported(offset: place)
    }
  }

  /// Reads the value of an entry, after its colon or dash.
  private mutating func entry(
    _ gap: LayoutGap, key: LayoutNode?
  ) throws(Unsupported) -> LayoutEntry {
    var entry = LayoutEntry(
      comments: gap.comments, hasBlank: gap.hasBlank, key: key,
      value: LayoutNode(content: .empty))
    switch next.kind {
    case .key, .blockEnd, .flowEnd, .flowEntry, .end, .marker:
      entry.remark = takeRemark()
      return entry
    case .blockEntry where key == nil:
      entry.remark = takeRemark()
      return entry
    case .mappingStart(isFlow: false), .sequenceStart(isFlow: false), .blockEntry:
      entry.opening = takeRemark()
    default:
      entry.opening = takeRemark()
      entry.valueComments = takeComments(from: 0)
    }
    entry.value = try node()
    entry.remark = takeRemark()
    return entry
  }
}

// MARK: Brackets

extension LayoutReader {
  private mutating func flow(_ kind: LayoutCollection.Kind) throws(Unsupported) -> LayoutCollection
  {
    _ = take()
    var collection = LayoutCollection(kind: kind, isFlow: true, opening: takeRemark())
    while next.kind != .flowEnd {
      var entry = try flowEntry(kind)
      if next.kind == .flowEntry {
        // A comment above the comma.
        guard next.gap.comments.isEmpty else { throw Unsupported(offset: next.range.lowerBound) }
        _ = take()
        let remark = takeRemark()
        guard entry.remark == nil || remark == nil else {
          throw Unsupported(offset: next.range.lowerBound)
        }
        entry.remark = entry.remark ?? remark
      }
      collection.entries.append(entry)
    }
    collection.closing = next.gap.comments
    _ = take()
    return collection
  }

  private mutating func flowEntry(
    _ kind: LayoutCollection.Kind
  ) throws(Unsupported) -> LayoutEntry {
    if kind == .mapping, next.kind == .key { return try pair() }
    let gap = next.gap
    pass(LayoutGap())
    guard kind == .mapping else {
      guard next.kind == .key else { return try entry(gap, key: nil) }
      let pair = LayoutCollection(kind: .pair, isFlow: true, entries: [try pair()])
      return LayoutEntry(
        comments: gap.comments, hasBlank: gap.hasBlank,
        value: LayoutNode(content: .collection(pair)), remark: takeRemark())
    }
    let key = try key()
    return LayoutEntry(
      comments: gap.comments, hasBlank: gap.hasBlank, key: key,
      value: LayoutNode(content: .empty), remark: takeRemark())
  }
}

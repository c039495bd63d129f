/// The characters of YAML text, and what tokens leave out of them.
struct LayoutText {
  let characters: [Unicode.Scalar]

  init(_ bytes: [UInt8]) {
    characters = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// The tokens with the gaps before them.
  func filled(_ tokens: [LayoutToken]) -> [LayoutToken] {
    var start = 0
    return tokens.map { token in
      var token = token
      if token.kind == .scalar(.block) { token.range = trimmed(token.range) }
      token.gap = gap(start..<max(start, token.range.lowerBound), isFirst: start == 0)
      start = max(start, token.range.upperBound)
      return token
    }
  }

  subscript(range: Range<Int>) -> String {
    string(characters[range])
  }

  /// The lines of a token. Blanks that begin a line after the first one have no meaning.
  func lines(of range: Range<Int>) -> [String] {
    rawLines(of: range).enumerated().map { index, line in
      index == 0 ? string(line) : string(line.drop(while: Self.isBlank))
    }
  }

  func rawLines(of range: Range<Int>) -> [ArraySlice<Unicode.Scalar>] {
    var lines: [ArraySlice<Unicode.Scalar>] = []
    var (start, index) = (range.lowerBound, range.lowerBound)
    while index < range.upperBound {
      guard Self.isBreak(characters[index]) else {
        index += 1
        continue
      }
      lines.append(characters[start..<index])
      index += isPair(at: index) ? 2 : 1
      start = index
    }
    return lines + [characters[start..<max(start, range.upperBound)]]
  }

  static func isBlank(_ character: Unicode.Scalar) -> Bool { character == " " || character == "\t" }

  private static func isBreak(_ character: Unicode.Scalar) -> Bool {
    character == "\n" || character == "\r"
  }

  private func isPair(at index: Int) -> Bool {
    characters[index] == "\r" && index + 1 < characters.count && characters[index + 1] == "\n"
  }

  // MARK: Gaps

  private func gap(_ range: Range<Int>, isFirst: Bool) -> LayoutGap {
    var gap = LayoutGap()
    let lines = rawLines(of: range)
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      guard let start = line.firstIndex(where: { !Self.isBlank($0) }) else {
        if index > 0 || isFirst, !isLast { gap.hasBlank = true }
        continue
      }
      // Scalars leave out nothing but comments, and flow collections nothing but commas.
      guard characters[start] == "#" else { continue }
      let text = string(trimmedEnd(line[start...]))
      if index == 0, !isFirst {
        gap.remark = remark(text, at: start, after: range.lowerBound)
      } else if let remark = gap.remark, remark.column == start - line.startIndex,
        gap.comments.isEmpty, !gap.hasBlank
      {
        gap.remark?.rest.append(text)
      } else {
        gap.comments.append(
          LayoutComment(text: text, column: start - line.startIndex, hasBlank: gap.hasBlank))
        gap.hasBlank = false
      }
    }
    return gap
  }

  private func remark(_ text: String, at start: Int, after end: Int) -> LayoutRemark {
    var first = end
    while first > 0, !Self.isBreak(characters[first - 1]) { first -= 1 }
    let line = characters[first..<end]
    let width = line.drop(while: Self.isBlank).count
    return LayoutRemark(text: text, column: start - first, width: width, blanks: start - end)
  }

  private func trimmedEnd(_ line: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    var line = line
    while let last = line.last, Self.isBlank(last) { line.removeLast() }
    return line
  }

  // MARK: Block scalars

  /// The range of a block scalar without its last line break and, unless `+` keeps them, without the
  /// blank lines at its end.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let header = rawLines(of: range).first ?? []
    let keepsLines = header.prefix { $0 != " " && $0 != "#" }.contains("+")
    var end = range.upperBound
    if keepsLines {
      if end > range.lowerBound, Self.isBreak(characters[end - 1]) { end -= 1 }
      return range.lowerBound..<end
    }
    while end > range.lowerBound,
      Self.isBreak(characters[end - 1]) || Self.isBlank(characters[end - 1])
    {
      end -= 1
    }
    return range.lowerBound..<end
  }

  private func string(_ characters: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: characters)
    return text
  }
}

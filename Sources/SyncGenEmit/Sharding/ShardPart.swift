/// A generated Swift file that becomes part of a shard.
struct ShardPart: Sendable {
  let file: GeneratedFile
  /// The index of its source.
  let source: Int
  let outline: SwiftOutline
  /// The file without the header.
  private let bytes: [UInt8]

  init(_ file: GeneratedFile, source: Int) {
    self.file = file
    self.source = source
    bytes = GeneratedHeader.removed(from: file.bytes)
    outline = SwiftOutline(of: bytes)
  }

  /// The code, without the imports that are at the beginning of the shard.
  func text(_ imports: ImportMerger) -> [UInt8] {
    var text = bytes
    for statement in outline.imports.reversed() {
      switch imports.change(of: statement) {
      case .removed: text.removeSubrange(Self.line(around: statement.range, in: text))
      case .rewritten(let new): text.replaceSubrange(statement.range, with: new.utf8)
      case nil: break
      }
    }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: " ") }
    guard let last = text.lastIndex(where: { !isBlank($0) }) else { return [] }
    // The blanks that indent the first line are kept.
    let start = text.firstIndex { !isBlank($0) } ?? 0
    let lineStart = text[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Array(text[lineStart...last])
  }

  /// The range, extended to the whole line if there is nothing else on it.
  private static func line(around range: Range<Int>, in text: [UInt8]) -> Range<Int> {
    let newline = UInt8(ascii: "\n")
    let start = text[..<range.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = text[range.upperBound...].firstIndex(of: newline) ?? text.count
    let rest = text[range.upperBound..<end].drop {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ";")
    }
    let isAlone = text[start..<range.lowerBound].allSatisfy { $0 == UInt8(ascii: " ") }
    let isLast = rest.isEmpty || rest.starts(with: Array("//".utf8))
    return isAlone && isLast
      ? start..<min(end + 1, text.count) : range.lowerBound..<(isLast ? end : rest.startIndex)
  }
}

import SyncGenDiagnostics
import SyncGenYAML

/// Moves `types` from `api` to the top level of a schema: the lines of both, in their new order.
struct TypeSectionMove {
  let fixIt: Diagnostic.FixIt

  /// Returns `nil` if the two do not have their own lines, as in flow mappings.
  init?(api: YAMLPair, types: YAMLPair, in file: SourceFile) {
    let (lines, lineEnd) = Self.lines(of: file)
    let (first, start, end) = (api.keySpan.line, types.keySpan.line, types.value.lastLine)
    let margin = types.keySpan.column - 1
    guard api.keySpan.column == 1, first < start, end <= lines.count, margin > 0,
      case .mapping(let pairs) = api.value.content,
      lines[start - 1].hasPrefix(String(repeating: " ", count: margin) + types.key)
    else { return nil }
    let block = lines[start - 1..<end]
    let isIndented = block.allSatisfy { $0.prefix(margin).allSatisfy { $0 == " " } }
    guard isIndented else { return nil }
    let before = pairs.count > 1 ? lines[first - 1..<start - 1] : []
    let moved = block.map { String($0.dropFirst(margin)) }
    fixIt = Diagnostic.FixIt(
      replacement: (moved + (before.isEmpty ? [] : [""]) + before).joined(separator: lineEnd),
      at: SourceSpan(
        path: file.path, line: first, column: 1, endLine: end,
        endColumn: lines[end - 1].unicodeScalars.count + 1))
  }

  /// Returns the lines without their line ends, and the line end of the first one.
  private static func lines(of file: SourceFile) -> ([String], end: String) {
    // Compares bytes, because CR LF is one character, which differs from LF.
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    let lines = file.bytes.split(separator: newline, omittingEmptySubsequences: false)
    let usesBoth = lines.count > 1 && lines[0].last == carriageReturn
    return (
      lines.map { line in
        let text = line.last == carriageReturn ? line.dropLast() : line
        return String(decoding: text, as: UTF8.self)
      }, usesBoth ? "\r\n" : "\n"
    )
  }
}

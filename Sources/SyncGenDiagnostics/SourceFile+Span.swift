extension SourceFile {
  /// The place of a range of bytes, in lines and columns; what is after the end is at the end.
  package func span(of range: Range<Int>) -> SourceSpan {
    let start = place(of: range.lowerBound)
    let end = place(of: range.upperBound)
    return SourceSpan(
      path: path, line: start.line, column: start.column, endLine: end.line,
      endColumn: end.column)
  }

  private func place(of offset: Int) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let newline = UInt8(ascii: "\n")
    let line = 1 + before.count { $0 == newline }
    let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    // Bytes that continue a UTF-8 sequence are not scalars of their own.
    let column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
    return (line, column)
  }
}

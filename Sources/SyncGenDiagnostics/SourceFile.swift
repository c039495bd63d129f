/// A file that was read, with its path as written by the user.
package struct SourceFile: Hashable, Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// The reason why a file could not be read, for its user.
package struct FileReadError: Error, Hashable, Sendable {
  /// The message, in lower case and without a full stop, without the path.
  package let message: String
  package let code: DiagnosticCode

  package init(_ message: String, _ code: DiagnosticCode = .unreadableFile) {
    self.message = message
    self.code = code
  }
}

extension SourceFile {
  /// The span of a range of bytes, in lines and columns. Offsets after the end mean the end.
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
    // Continuation bytes of a UTF-8 sequence are not separate scalars.
    let column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
    return (line, column)
  }
}

/// A range of text in a source file, with lines and columns from 1 as in editors.
///
/// Columns count Unicode scalars, as libyaml and editors do.
package struct SourceSpan: Hashable, Sendable {
  package let path: String
  private let start: Place
  private let end: Place

  /// A place of 32-bit numbers: every value of a schema has one or more spans, which are copied
  /// with it.
  private struct Place: Hashable, Sendable {
    let line: Int32
    let column: Int32

    init(_ line: Int, _ column: Int) {
      self.line = Int32(clamping: line)
      self.column = Int32(clamping: column)
    }
  }

  package init(path: String, line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.path = path
    start = Place(line, column)
    end = Place(endLine, endColumn)
  }

  package var line: Int { Int(start.line) }
  package var column: Int { Int(start.column) }
  package var endLine: Int { Int(end.line) }
  /// The column after the last scalar.
  package var endColumn: Int { Int(end.column) }

  /// Creates a span that marks a single place.
  package init(path: String, line: Int = 1, column: Int = 1) {
    self.init(path: path, line: line, column: column, endLine: line, endColumn: column)
  }
}

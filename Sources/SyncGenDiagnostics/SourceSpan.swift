/// A stretch of text in a source file, as editors count it: lines and columns from 1.
///
/// Columns count Unicode scalars, which is what libyaml counts and what editors jump to.
package struct SourceSpan: Hashable, Sendable {
  package let path: String
  private let start: Place
  private let end: Place

  /// Of 32 bits each: every value of a schema has a span, or several, and all are copied with it.
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

  /// A span that marks one place.
  package init(path: String, line: Int = 1, column: Int = 1) {
    self.init(path: path, line: line, column: column, endLine: line, endColumn: column)
  }
}

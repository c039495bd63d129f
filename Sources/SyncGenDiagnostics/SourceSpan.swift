/// A stretch of text in a source file, as editors count it: lines and columns from 1.
///
/// Columns count Unicode scalars, which is what libyaml counts and what editors jump to.
package struct SourceSpan: Hashable, Sendable {
  package let path: String
  package let line: Int
  package let column: Int
  package let endLine: Int
  /// The column behind the last scalar.
  package let endColumn: Int

  package init(path: String, line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.path = path
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// A span that marks one place.
  package init(path: String, line: Int = 1, column: Int = 1) {
    self.init(path: path, line: line, column: column, endLine: line, endColumn: column)
  }
}

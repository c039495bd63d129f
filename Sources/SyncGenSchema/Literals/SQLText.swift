import SyncGenDiagnostics

/// Values as SQLite literals.
package enum SQLText {
  package static func literal(_ literal: SQLLiteral) -> String {
    if case .text(let value) = literal { return string(value) }
    return identifyingLiteral(literal)
  }

  /// The literal that fingerprints are computed from. It never changes, whatever the literals in
  /// files look like.
  static func identifyingLiteral(_ literal: SQLLiteral) -> String {
    switch literal {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value.utf8.contains(0) ? bytes(value) : quoted(value)
    case .blob(let bytes): "x'" + HexadecimalText.bytes(bytes) + "'"
    }
  }

  /// The text in single quotation marks, or as its bytes if it is not plain.
  package static func string(_ value: String) -> String {
    isPlain(value) ? quoted(value) : bytes(value)
  }

  /// Whether the text can be written in quotation marks.
  ///
  /// SQLite reads statements only up to a zero byte; editors and version control change line ends,
  /// and hidden characters mislead readers of the file. Such a string is written as an expression,
  /// which an added column cannot have as its default.
  package static func isPlain(_ value: String) -> Bool {
    value.isVisibleInSource
  }

  private static func bytes(_ value: String) -> String {
    "(CAST(x'" + HexadecimalText.bytes(Array(value.utf8)) + "' AS TEXT))"
  }

  private static func quoted(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "'")) else { return "'" + value + "'" }
    let quoted = value.unicodeScalars.reduce(into: "") { text, scalar in
      text.unicodeScalars.append(scalar)
      if scalar == "'" { text.unicodeScalars.append(scalar) }
    }
    return "'" + quoted + "'"
  }

  /// The statements with a semicolon after the last one, unless there is one already.
  package static func terminated(_ statements: String) -> String {
    let lines = statements.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.lastIndex { !$0.isWhitespace }.map { line[...$0] } ?? "" }
    guard let end = lines.lastIndex(where: { !$0.isEmpty }) else { return "" }
    let text = lines[...end].joined(separator: "\n")
    if text.hasSuffix(";") { return text }
    // A comment would swallow it.
    return text + (lines[end].contains("--") ? "\n;" : ";")
  }
}

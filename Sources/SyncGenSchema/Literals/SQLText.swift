/// Values as SQLite literals.
package enum SQLText {
  package static func literal(_ literal: SQLLiteral) -> String {
    switch literal {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): string(value)
    case .blob(let bytes): "x'" + HexadecimalText.bytes(bytes) + "'"
    }
  }

  /// The text in single quotation marks.
  ///
  /// SQLite reads statements up to a zero byte, so that text with one is spelled as bytes.
  package static func string(_ value: String) -> String {
    if value.utf8.contains(0) {
      return "(CAST(x'" + HexadecimalText.bytes(Array(value.utf8)) + "' AS TEXT))"
    }
    guard value.utf8.contains(UInt8(ascii: "'")) else { return "'" + value + "'" }
    let quoted = value.unicodeScalars.reduce(into: "") { text, scalar in
      text.unicodeScalars.append(scalar)
      if scalar == "'" { text.unicodeScalars.append(scalar) }
    }
    return "'" + quoted + "'"
  }

  /// Statements with a semicolon behind the last one, whatever stands there already.
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

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
    let quoted = value.unicodeScalars.reduce(into: "") { text, scalar in
      text.unicodeScalars.append(scalar)
      if scalar == "'" { text.unicodeScalars.append(scalar) }
    }
    return "'" + quoted + "'"
  }
}

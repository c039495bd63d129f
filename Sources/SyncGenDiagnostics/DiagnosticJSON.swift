/// Writes a diagnostic as one line of JSON.
enum DiagnosticJSON {
  static func text(of diagnostic: Diagnostic) -> String {
    let span = diagnostic.span
    var members = [
      ("severity", string(diagnostic.severity.rawValue)),
      ("code", string(diagnostic.code.rawValue)),
      ("message", string(diagnostic.message)),
    ]
    members += place(span)
    members.append(("notes", "[" + diagnostic.notes.map(note).joined(separator: ",") + "]"))
    members.append(("fix", diagnostic.fixIt.map(fixIt) ?? "null"))
    return object(members)
  }

  private static func note(_ note: Diagnostic.Note) -> String {
    object([("message", string(note.message))] + place(note.span))
  }

  private static func fixIt(_ fixIt: Diagnostic.FixIt) -> String {
    object([("replacement", string(fixIt.replacement))] + place(fixIt.span))
  }

  private static func place(_ span: SourceSpan) -> [(String, String)] {
    [
      ("path", string(span.path)), ("line", "\(span.line)"), ("column", "\(span.column)"),
      ("endLine", "\(span.endLine)"), ("endColumn", "\(span.endColumn)"),
    ]
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { string($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
  }

  private static func string(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\0"..."\u{1F}":
        result += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"" + escaped + "\""
  }
}

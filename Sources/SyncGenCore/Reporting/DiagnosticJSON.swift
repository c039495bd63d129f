package import SyncGenDiagnostics

/// Diagnostics as JSON: an array with an object per diagnostic, for programs to read.
package enum DiagnosticJSON {
  package static func text(of diagnostics: [Diagnostic]) -> String {
    if diagnostics.isEmpty { return "[]\n" }
    return "[\n" + diagnostics.map { "  " + object(of: $0) }.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(of diagnostic: Diagnostic) -> String {
    let fixIt = diagnostic.fixIt.map { fixIt in
      fields([("replacement", quoted(fixIt.replacement))] + place(fixIt.span))
    }
    let notes = diagnostic.notes.map { note in
      fields([("message", quoted(note.message))] + place(note.span))
    }
    return fields(
      [
        ("severity", quoted(diagnostic.severity.rawValue)),
        ("code", quoted(diagnostic.code.rawValue)),
        ("message", quoted(diagnostic.message)),
      ] + place(diagnostic.span) + [
        ("notes", "[" + notes.joined(separator: ", ") + "]"), ("fix_it", fixIt ?? "null"),
      ])
  }

  private static func place(_ span: SourceSpan) -> [(String, String)] {
    [
      ("path", quoted(span.path)), ("line", "\(span.line)"), ("column", "\(span.column)"),
      ("end_line", "\(span.endLine)"), ("end_column", "\(span.endColumn)"),
    ]
  }

  private static func fields(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}

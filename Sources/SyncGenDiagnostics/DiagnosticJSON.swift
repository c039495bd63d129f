/// Writes a diagnostic as one line of JSON.
enum DiagnosticJSON {
  static func text(of diagnostic: Diagnostic) -> String {
    let span = diagnostic.span
    var members = [
      ("severity", JSONString.quoted(diagnostic.severity.rawValue)),
      ("code", JSONString.quoted(diagnostic.code.rawValue)),
      ("message", JSONString.quoted(diagnostic.message)),
    ]
    members += place(span)
    members.append(("notes", "[" + diagnostic.notes.map(note).joined(separator: ",") + "]"))
    members.append(("fix", diagnostic.fixIt.map(fixIt) ?? "null"))
    return object(members)
  }

  private static func note(_ note: Diagnostic.Note) -> String {
    object([("message", JSONString.quoted(note.message))] + place(note.span))
  }

  private static func fixIt(_ fixIt: Diagnostic.FixIt) -> String {
    object([("replacement", JSONString.quoted(fixIt.replacement))] + place(fixIt.span))
  }

  private static func place(_ span: SourceSpan) -> [(String, String)] {
    [
      ("path", JSONString.quoted(span.path)), ("line", "\(span.line)"),
      ("column", "\(span.column)"),
      ("endLine", "\(span.endLine)"), ("endColumn", "\(span.endColumn)"),
    ]
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { JSONString.quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
  }
}

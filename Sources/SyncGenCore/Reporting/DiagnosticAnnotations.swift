package import SyncGenDiagnostics

/// Diagnostics as workflow commands of GitHub Actions, which shows them beside the lines.
package enum DiagnosticAnnotations {
  package static func text(of diagnostics: [Diagnostic]) -> String {
    diagnostics.map { line(of: $0) + "\n" }.joined()
  }

  private static func line(of diagnostic: Diagnostic) -> String {
    let span = diagnostic.span
    let properties = [
      ("file", span.path), ("line", "\(span.line)"), ("endLine", "\(span.endLine)"),
      ("col", "\(span.column)"), ("endColumn", "\(span.endColumn)"),
      ("title", diagnostic.code.rawValue),
    ]
    let message = ([diagnostic.message] + diagnostic.notes.map(\.message)).joined(separator: "\n")
    return "::\(command(for: diagnostic.severity)) "
      + properties.map { "\($0)=\(escaped($1, also: [":", ","]))" }.joined(separator: ",")
      + "::" + escaped(message)
  }

  private static func command(for severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func escaped(_ text: String, also more: Set<Unicode.Scalar> = []) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if ["%", "\r", "\n"].contains(scalar) || more.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "%" + String(repeating: "0", count: 2 - digits.count) + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

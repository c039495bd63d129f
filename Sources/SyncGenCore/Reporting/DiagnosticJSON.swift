package import SyncGenDiagnostics
import SyncGenTemplateEngine

/// Diagnostics as JSON: an array with an object per diagnostic, for programs to read.
package enum DiagnosticJSON {
  package static func text(of diagnostics: [Diagnostic]) -> String {
    JSONValueWriter.text(of: .array(diagnostics.map(object)))
  }

  private static func object(of diagnostic: Diagnostic) -> TemplateValue {
    let notes = diagnostic.notes.map { dictionary(["message": .string($0.message)], at: $0.span) }
    let fixIt = diagnostic.fixIt.map {
      dictionary(["replacement": .string($0.replacement)], at: $0.span)
    }
    return dictionary(
      [
        "severity": .string(diagnostic.severity.rawValue),
        "code": .string(diagnostic.code.rawValue),
        "message": .string(diagnostic.message),
        "notes": .array(notes),
        "fix_it": fixIt ?? .null,
      ], at: diagnostic.span)
  }

  private static func dictionary(
    _ values: [String: TemplateValue], at span: SourceSpan
  ) -> TemplateValue {
    let place: [String: TemplateValue] = [
      "path": .string(span.path), "line": .int(span.line), "column": .int(span.column),
      "end_line": .int(span.endLine), "end_column": .int(span.endColumn),
    ]
    return .dictionary(TemplateDictionary(values.merging(place) { value, _ in value }))
  }
}

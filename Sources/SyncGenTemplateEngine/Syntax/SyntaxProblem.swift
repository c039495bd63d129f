import SyncGenDiagnostics

/// A mistake in the text of a tag, before it becomes a diagnostic.
struct SyntaxProblem: Error {
  let code: DiagnosticCode
  let message: String
  let range: Range<Int>
  var suggestion: String?

  init(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, suggestion: String? = nil
  ) {
    self.code = code
    self.message = message
    self.range = range
    self.suggestion = suggestion
  }
}

/// One problem of the user's input: where it is, what it is, and what would fix it.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable, Comparable {
    case note
    case warning
    case error

    package static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A further remark on a diagnostic, at its own place.
  package struct Note: Hashable, Sendable {
    package let message: String
    package let span: SourceSpan

    package init(_ message: String, at span: SourceSpan) {
      self.message = message
      self.span = span
    }
  }

  /// A replacement of the text at `span` that removes the problem.
  package struct FixIt: Hashable, Sendable {
    package let replacement: String
    package let span: SourceSpan

    package init(replacement: String, at span: SourceSpan) {
      self.replacement = replacement
      self.span = span
    }
  }

  package let severity: Severity
  package let code: DiagnosticCode
  /// Lower case, no full stop: what was found and what was expected.
  package let message: String
  package let span: SourceSpan
  package let notes: [Note]
  package let fixIt: FixIt?

  package init(
    _ severity: Severity,
    _ code: DiagnosticCode,
    _ message: String,
    at span: SourceSpan,
    notes: [Note] = [],
    fixIt: FixIt? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.span = span
    self.notes = notes
    self.fixIt = fixIt
  }
  /// An error.
  package init(
    _ code: DiagnosticCode,
    _ message: String,
    at span: SourceSpan,
    notes: [Note] = [],
    fixIt: FixIt? = nil
  ) {
    self.init(.error, code, message, at: span, notes: notes, fixIt: fixIt)
  }
}

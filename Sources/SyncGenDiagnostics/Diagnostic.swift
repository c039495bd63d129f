/// A problem in the user's input: its place, its description, and its fix.
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

  /// An additional note on a diagnostic, with its own place.
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
  /// The message, in lower case and without a full stop: what was found and what was expected.
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
  /// Creates an error.
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

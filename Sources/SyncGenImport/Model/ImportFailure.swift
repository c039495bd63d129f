package import SyncGenDiagnostics

/// A source without anything that can be an entity.
package struct EmptySource: Error {
  /// The parts of the source that were left out.
  package let remarks: [ImportRemark]
  package let suggestions: [String]
}

/// The reason why no schema can be created from a source.
package struct ImportFailure: Error, Hashable {
  /// `FILE:LINE:COLUMN` or a file; `nil` if it does not concern one.
  package let place: String?
  package let message: String
  /// The code that other commands report for the same mistake, if there is one.
  package let code: DiagnosticCode?

  package init(at place: String? = nil, _ message: String, _ code: DiagnosticCode? = nil) {
    self.place = place
    self.message = message
    self.code = code
  }

  /// The message, and the code in brackets if there is one.
  package var text: String { code.map { "\(message) [\($0.rawValue)]" } ?? message }
}

import SyncGenDiagnostics

/// The messages about `remote:`, except those about its path.
extension Diagnostic {
  static func twoCurrencies(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'remote' of \(owner) has both 'currency' and 'currency-code'", at: span)
  }

  static func minorAndMajor(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.invalidRemote, "\(what) has both 'minor' and 'major'", at: span)
  }

  static func invalidCurrency(
    _ text: Located<String>, of owner: String, _ problem: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'currency-code' of \(owner) is '\(text.value)', \(problem)", at: text.span)
  }

  static func listInEachElement(
    _ path: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) is '\(path)', which reads a list of lists", at: span)
  }
}

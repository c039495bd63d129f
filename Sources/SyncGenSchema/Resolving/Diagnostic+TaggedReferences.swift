import SyncGenDiagnostics

/// The messages about relationships to one of several entities.
extension Diagnostic {
  static func invalidToAny(
    _ problem: String, at span: SourceSpan, notes: [Note] = []
  ) -> Diagnostic {
    Diagnostic(.invalidToAny, problem, at: span, notes: notes)
  }

  static func mixedIdentities(
    _ owner: String, _ target: Located<String>, _ type: String, _ first: String,
    _ firstType: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidToAny,
      "the targets of \(owner) have identities of two types: that of '\(first)' is '\(firstType)', "
        + "that of '\(target.value)' is '\(type)'", at: target.span)
  }

  static func denyOfTagged(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidOnDelete,
      "'on-delete' of \(owner) is 'deny', expected 'nullify', 'keep' or 'cascade': the relationship has several targets",
      at: span)
  }
}

import SyncGenDiagnostics

/// The end of a rendering, with what the user is told about it.
struct RenderFailure: Error {
  let diagnostics: [Diagnostic]
}

extension RenderRun {
  private static let shownCallers = 8

  func failure(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, suggestion: String? = nil
  ) -> RenderFailure {
    RenderFailure(diagnostics: [
      diagnostic(code, message, at: range, suggestion: suggestion)
    ])
  }

  /// A diagnostic at a place of the current template, with the way that led there.
  func diagnostic(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, suggestion: String? = nil
  ) -> Diagnostic {
    let span = template.source.span(of: range)
    var notes: [Diagnostic.Note] = []
    if let suggestion { notes.append(.init("did you mean '\(suggestion)'?", at: span)) }
    return Diagnostic(.error, code, message, at: span, notes: notes + circumstances(at: span))
  }

  /// Who included or called the current template, innermost first, and for which subject.
  func circumstances(at span: SourceSpan) -> [Diagnostic.Note] {
    var notes = callers.reversed().prefix(Self.shownCallers).map { caller in
      Diagnostic.Note("\(caller.verb) here", at: caller.template.source.span(of: caller.range))
    }
    if callers.count > Self.shownCallers {
      notes.append(.init("… and \(callers.count - Self.shownCallers) more", at: span))
    }
    if let subject { notes.append(.init("while rendering \(subject)", at: span)) }
    return notes
  }
}

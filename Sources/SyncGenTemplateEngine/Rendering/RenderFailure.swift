import SyncGenDiagnostics

/// The end of a rendering, with what the user is told about it.
struct RenderFailure: Error {
  let diagnostics: [Diagnostic]
}

extension RenderRun {
  /// How much of a long way is shown: where it ends, and where it began.
  private static let shownCallers = (innermost: 5, outermost: 3)

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
    var notes = callers.reversed().map { caller in
      Diagnostic.Note("\(caller.verb) here", at: caller.template.source.span(of: caller.range))
    }
    let shown = Self.shownCallers
    let hidden = notes.count - shown.innermost - shown.outermost
    if hidden > 0 {
      let gap = [Diagnostic.Note("… and \(hidden) more …", at: span)]
      notes = notes.prefix(shown.innermost) + gap + notes.suffix(shown.outermost)
    }
    if let subject { notes.append(.init("while rendering \(subject)", at: span)) }
    return notes
  }
}

package import SyncGenDiagnostics

/// A parsed template, to be rendered any number of times.
package final class Template: Sendable {
  package let source: SourceFile
  /// What the first line says about the output, if it is a `{# swiftsync: … #}` comment.
  package let directive: TemplateDirective?
  let nodes: [TemplateNode]

  init(source: SourceFile, directive: TemplateDirective?, nodes: [TemplateNode]) {
    self.source = source
    self.directive = directive
    self.nodes = nodes
  }

  /// Parses a whole file; nil if there are errors, all of which are in the bag.
  package static func parse(
    _ source: SourceFile, filters: FilterTable = .standard, trim: TemplateOptions.Trim = .smart,
    into bag: inout DiagnosticBag
  ) -> Template? {
    let range = 0..<source.bytes.count
    return parse(source, range, filters: filters, trim: trim, into: &bag)
  }

  /// Parses a value of a directive, which is a small template itself: the `path`.
  package static func parse(
    _ value: TemplateDirective.Value, of template: Template, filters: FilterTable = .standard,
    into bag: inout DiagnosticBag
  ) -> Template? {
    parse(template.source, value.range, filters: filters, trim: .nothing, into: &bag)
  }

  private static func parse(
    _ source: SourceFile, _ range: Range<Int>, filters: FilterTable, trim: TemplateOptions.Trim,
    into bag: inout DiagnosticBag
  ) -> Template? {
    var parser = TemplateParser(source, range, filters: filters, trim: trim)
    let template = parser.parse()
    for problem in parser.problems {
      bag.add(source.diagnostic(for: problem))
    }
    return parser.problems.isEmpty ? template : nil
  }
}

extension SourceFile {
  func diagnostic(for problem: SyntaxProblem) -> Diagnostic {
    let span = span(of: problem.range)
    let notes = problem.suggestion.map { [Diagnostic.Note("did you mean '\($0)'?", at: span)] }
    return Diagnostic(.error, problem.code, problem.message, at: span, notes: notes ?? [])
  }
}

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
  /// The place of a range of bytes, in lines and columns.
  func span(of range: Range<Int>) -> SourceSpan {
    let start = place(of: range.lowerBound)
    let end = place(of: range.upperBound)
    return SourceSpan(
      path: path, line: start.line, column: start.column, endLine: end.line,
      endColumn: end.column)
  }

  private func place(of offset: Int) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let newline = UInt8(ascii: "\n")
    let line = 1 + before.reduce(0) { $0 + ($1 == newline ? 1 : 0) }
    let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    // Bytes that continue a UTF-8 sequence are no scalars of their own.
    let column = 1 + before[lineStart...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return (line, column)
  }

  func diagnostic(for problem: SyntaxProblem) -> Diagnostic {
    let span = span(of: problem.range)
    let notes = problem.suggestion.map { [Diagnostic.Note("did you mean '\($0)'?", at: span)] }
    return Diagnostic(.error, problem.code, problem.message, at: span, notes: notes ?? [])
  }
}

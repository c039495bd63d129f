/// Collects the diagnostics of one run. Passed `inout` from stage to stage.
package struct DiagnosticBag: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []

  package init() {}

  package var hasErrors: Bool {
    diagnostics.contains { $0.severity == .error }
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// All diagnostics in the order in which a reader meets their places.
  package var sorted: [Diagnostic] {
    diagnostics.enumerated().sorted { left, right in
      let (a, b) = (left.element.span, right.element.span)
      if a.path != b.path { return left.offset < right.offset }
      return (a.line, a.column, left.offset) < (b.line, b.column, right.offset)
    }.map(\.element)
  }
}

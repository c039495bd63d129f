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

  /// All diagnostics in the order of their places, with files in the order of their first
  /// diagnostic.
  package var sorted: [Diagnostic] {
    var files: [String: Int] = [:]
    for diagnostic in diagnostics where files[diagnostic.span.path] == nil {
      files[diagnostic.span.path] = files.count
    }
    return diagnostics.enumerated().sorted { left, right in
      let (a, b) = (left.element.span, right.element.span)
      let (fileA, fileB) = (files[a.path] ?? 0, files[b.path] ?? 0)
      return (fileA, a.line, a.column, left.offset) < (fileB, b.line, b.column, right.offset)
    }.map(\.element)
  }
}

/// Collects the diagnostics of one run. Passed `inout` from stage to stage.
package struct DiagnosticBag: Sendable {
  /// The number of diagnostics for which a similar name is looked up.
  package static let lookupLimit = 100

  package private(set) var diagnostics: [Diagnostic] = []
  private var lookups = 0

  package init() {}

  package var hasErrors: Bool {
    diagnostics.contains { $0.severity == .error }
  }

  package var hasWarnings: Bool {
    diagnostics.contains { $0.severity == .warning }
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Removes the advice on a file, for an error that must be fixed before the file is edited.
  package mutating func removeAdvice(on path: String) {
    diagnostics.removeAll { $0.isAdvice && $0.span.path == path }
  }

  /// The known names with which an unknown one is compared; empty after many unknown names.
  ///
  /// Each comparison takes time for every known name, and a schema may have as many unknown names
  /// as known ones.
  package mutating func candidates(_ names: @autoclosure () -> [String]) -> [String] {
    lookups += 1
    return lookups > Self.lookupLimit ? [] : names()
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

extension Diagnostic {
  /// Whether it is a warning about a name, an unused type or a clock, which has no effect on what a
  /// command does with the schema.
  package var isAdvice: Bool {
    severity == .warning && [.unusedType, .shadowedName, .clockIsNotSet].contains(code)
  }
}

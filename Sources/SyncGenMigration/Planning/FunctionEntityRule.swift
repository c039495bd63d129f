import SyncGenDiagnostics
import SyncGenSchema

/// Demands that `entities` of a `custom` step names entities that the function can see.
struct FunctionEntityRule {
  let old: Schema
  let new: Schema

  func check(_ steps: [MigrationStep], into bag: inout DiagnosticBag) {
    for step in steps {
      let schemas = step.runsBefore ? [old] : [old, new]
      let known = schemas.flatMap { $0.entities.map(\.name.name) }
      for name in step.entities ?? [] where !known.contains(name.value) {
        bag.add(.unknownEntity(name.value, known: known, schemas.map(\.version), at: name.span))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownEntity(
    _ name: String, known: [String], _ versions: [Int], at span: SourceSpan
  ) -> Diagnostic {
    let place = versions.map { "version \($0)" }.joined(separator: " or ")
    let nearest = Suggestion.nearest(to: name, in: known)
    return Diagnostic(
      .invalidMigration, "'entities' names '\(name)', which is not an entity of \(place)", at: span,
      notes: nearest.map { [Note("did you mean '\($0)'?", at: span)] } ?? [])
  }
}

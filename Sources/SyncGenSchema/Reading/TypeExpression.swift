import SyncGenDiagnostics

/// A type as a schema writes it, e.g. `string?`, `[Task]` or `[string: int]`. Its name is not looked up yet.
struct TypeExpression: Hashable, Sendable {
  enum Shape: Hashable, Sendable {
    case plain
    case array
    case dictionary
  }

  /// The type, or the type of the elements.
  let name: String
  let shape: Shape
  let isOptional: Bool
  let span: SourceSpan
  let nameSpan: SourceSpan
}

import SyncGenDiagnostics
import SyncGenYAML

/// A type as written in a schema, e.g. `string?`, `[Task]` or `[string: int]`. Its name has not
/// been looked up.
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

/// A list or a dictionary whose elements are lists or dictionaries, e.g. `[string: [string]]`.
/// Requests and responses have such types, attributes do not.
struct NestedType {
  /// The type of the elements.
  let element: YAMLNode
  let isDictionary: Bool
  let isOptional: Bool
}

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

  /// The correction of the name, which keeps the brackets and the question mark.
  func fix(naming name: String) -> Diagnostic.FixIt {
    guard nameSpan == span, isOptional || shape != .plain else {
      return Diagnostic.FixIt(replacement: name, at: nameSpan)
    }
    let text = Self.text(name, shape, isOptional)
    let isPlain = span.length == Self.text(self.name, shape, isOptional).unicodeScalars.count
    return Diagnostic.FixIt(replacement: isPlain ? text : "\"\(text)\"", at: span)
  }

  private static func text(_ name: String, _ shape: Shape, _ isOptional: Bool) -> String {
    let text =
      switch shape {
      case .plain: name
      case .array: "[\(name)]"
      case .dictionary: "[string: \(name)]"
      }
    return isOptional ? text + "?" : text
  }
}

extension SourceSpan {
  /// The number of characters of a span on one line.
  fileprivate var length: Int { endColumn - column }
}

/// A list or a dictionary whose elements are lists or dictionaries, e.g. `[string: [string]]`.
/// Requests and responses have such types, attributes do not.
struct NestedType {
  /// The type of the elements.
  let element: YAMLNode
  let isDictionary: Bool
  let isOptional: Bool
}

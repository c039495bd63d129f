/// Annotations of a schema's authors, which the tool keeps and does not interpret: the keys that
/// begin with `x-`.
package struct Annotations: Hashable, Sendable {
  /// A value as interpreted by YAML.
  package indirect enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([Value])
    /// A mapping in the order of the file.
    case mapping([Member])
  }

  package struct Member: Hashable, Sendable {
    /// The name; for an annotation, the text after `x-`.
    package let name: String
    package let value: Value
  }

  package static let none = Annotations(members: [])

  /// The members in the order of the file.
  package let members: [Member]
}

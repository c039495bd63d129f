/// Remarks of a schema's authors, which the tool keeps and does not interpret: the keys that begin with `x-`.
package struct Annotations: Hashable, Sendable {
  /// A value as YAML means it.
  package indirect enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([Value])
    /// In the order of the file.
    case mapping([Member])
  }

  package struct Member: Hashable, Sendable {
    /// Of an annotation, what follows `x-`.
    package let name: String
    package let value: Value
  }

  package static let none = Annotations(members: [])

  /// In the order of the file.
  package let members: [Member]
}

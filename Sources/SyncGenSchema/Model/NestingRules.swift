/// The rules of a relationship for rows and lists that payloads nest under it.
package struct NestingRules: Hashable, Sendable {
  package enum Partial: Hashable, Sendable {
    /// Lists never name all rows.
    case always
    /// Lists do not name all rows if the value at the path, relative to the enclosing row, is true
    /// or a string.
    case sign(RemotePath)
  }

  /// `nil` if a list names all rows.
  package var partial: Partial?
  /// The attribute of the target whose values are the keys of an object of rows; `nil` for lists.
  package var keyedBy: String?
  /// The operations allowed for nested rows and links.
  package var operations: [RowOperation]

  package static let none = NestingRules(
    partial: nil, keyedBy: nil, operations: RowOperation.allCases)

  /// Whether any operation is not allowed.
  package var isLimited: Bool { operations.count < RowOperation.allCases.count }
}

/// An operation on a row.
package enum RowOperation: String, CaseIterable, Hashable, Sendable {
  case insert
  case update
  case delete
}

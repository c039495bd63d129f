/// What a relation says of the rows and lists that payloads nest under it.
package struct NestingRules: Hashable, Sendable {
  package enum Partial: Hashable, Sendable {
    /// Lists never name all rows.
    case always
    /// They do not while the value there, seen from the row around the list, is true or a text.
    case sign(RemotePath)
  }

  /// `nil` if a list names all rows.
  package var partial: Partial?
  /// The attribute of the target under whose values rows lie in an object; `nil` for lists.
  package var keyedBy: String?
  /// What nested rows and links may do.
  package var operations: [RowOperation]

  package static let none = NestingRules(
    partial: nil, keyedBy: nil, operations: RowOperation.allCases)

  /// Whether something may not be done.
  package var isLimited: Bool { operations.count < RowOperation.allCases.count }
}

/// What may be done to a row.
package enum RowOperation: String, CaseIterable, Hashable, Sendable {
  case insert
  case update
  case delete
}

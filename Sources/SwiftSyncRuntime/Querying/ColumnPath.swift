/// Where a member of a `QueriedRow` is found. An app has no use for it.
///
/// A class, so that all kinds of members have one size.
@_spi(Generated)
public final class ColumnPath: Sendable {
  /// Of the rows of the query themselves.
  static let root = ColumnPath(relations: [], column: -1)

  /// The to-one relations that lead from the rows of the query, as positions in the `relations` of the entity that
  /// has been reached.
  let relations: [Int]
  /// Position in the `columns` of the entity that is reached; -1 for the row as a whole, and for a
  /// member that the generator did not make.
  let column: Int

  init(relations: [Int], column: Int) {
    self.relations = relations
    self.column = column
  }
}

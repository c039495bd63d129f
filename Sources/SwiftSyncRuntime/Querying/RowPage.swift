/// Some of the rows of a query, and how many there are in all.
public struct RowPage<Entity: SyncedEntity>: Hashable, Sendable {
  /// The rows of the page.
  public let rows: [Entity]
  /// The number of rows that the query would give without limit and offset, at the same moment.
  public let totalCount: Int
}

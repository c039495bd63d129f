@_spi(Generated) import SwiftSyncCoding

/// A query in SQL, for results that no other query has.
///
/// ```swift
/// let sizes = SQLQuery("SELECT project_id, count(*) AS n FROM tasks GROUP BY 1 HAVING n > ?", [5])
/// for try await rows in store.values(of: sizes) { show(rows) }
/// ```
///
/// An observation runs it again after each commit that changes a table of the schema that it reads.
public struct SQLQuery: Hashable, Sendable {
  let sql: String
  let values: [StoredValue]

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - sql: A statement that only reads.
  ///   - values: The values of its parameters, in order.
  public init(_ sql: String, _ values: [StoredValue] = []) {
    self.sql = sql
    self.values = values
  }
}

extension SQLQuery: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<[SQLRow]> {
    QueryRequest(isLong: false, needsSnapshot: false) { (_) throws(SyncError) in
      [sql]
    } isEqual: {
      $0 == $1
    } read: { (connection, _) throws(SyncError) in
      try connection.query(sql, values)
    }
  }
}

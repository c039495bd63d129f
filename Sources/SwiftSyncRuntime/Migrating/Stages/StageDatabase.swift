/// What a function of the app works with in a migration. It lasts as long as the function runs.
@_spi(Generated)
public struct StageDatabases {
  /// The rows as they were before the step; they are only read.
  public let old: StageDatabase
  /// The tables as the stages so far have left them.
  public let current: StageDatabase
}

/// One state of a database within a step of a migration.
///
/// Generated code gives its rows out by model; SQL reaches what models do not have, e.g. join tables.
public final class StageDatabase {
  private var open: Connection?

  init(_ connection: Connection) {
    open = connection
  }

  func close() {
    open = nil
  }

  func connection() throws(SyncError) -> Connection {
    guard let open else { throw .endedTransaction }
    return open
  }

  /// The rows of an SQL query.
  ///
  /// - Throws: `SyncError.unsuitableStatement` if it writes or has another number of parameters,
  ///   `SyncError.database` if SQLite refuses it.
  public func query(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> [SQLRow] {
    try connection().query(sql, values)
  }

  /// Runs a statement that writes, and returns how many rows it has inserted, changed or deleted.
  ///
  /// Nothing of it is recorded as a local write.
  ///
  /// - Throws: `SyncError.database` if SQLite refuses it, as it does for old rows;
  ///   `SyncError.unsuitableStatement` if it begins or ends a transaction, or has another number of
  ///   parameters.
  @discardableResult
  public func execute(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> Int {
    let connection = try connection()
    if let word = TransactionControl.word(in: sql) {
      throw .unsuitableStatement(
        sql, reason: "'\(word)' would end or hide the transaction of the step")
    }
    return try connection.run(sql, values)
  }
}

package import SwiftSyncValues

/// The databases that a function of the app works with in a migration. They are valid while the
/// function runs.
@_spi(Generated)
public struct StageDatabases {
  /// The rows before the step. Read-only.
  public let old: MigrationPlan.StageDatabase
  /// The tables as left by the stages so far.
  public let current: MigrationPlan.StageDatabase
}

extension MigrationPlan {
  /// One state of a database within a step of a migration.
  ///
  /// Generated code provides the rows as models. Use SQL for everything else, such as join tables.
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

    /// Returns the rows of an SQL query.
    ///
    /// - Throws: `SyncError.invalidStatement` if the statement writes or has another number of
    ///   parameters, `SyncError.database` if SQLite refuses it.
    public func query(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> [SQLRow] {
      try connection().query(sql, values)
    }

    /// The columns of a table in their order.
    package func columns(of table: String) throws(SyncError) -> [ColumnDefinition] {
      try connection().columns(of: table)
    }

    /// Runs a statement and returns the number of rows that it inserted, updated or deleted.
    ///
    /// Its changes are not recorded as local writes.
    ///
    /// - Throws: `SyncError.database` if SQLite refuses the statement, as it does for old rows;
    ///   `SyncError.invalidStatement` if it begins or ends a transaction, or has another number of
    ///   parameters.
    @discardableResult
    public func execute(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> Int {
      let connection = try connection()
      if let word = TransactionControl.word(in: sql) {
        throw .invalidStatement(
          sql, reason: "'\(word)' would end or hide the transaction of the step")
      }
      return try connection.run(sql, values)
    }
  }
}

extension MigrationPlan {
  /// The rows of an entity before a migration step, read as models of the old version.
  public struct OldRows<Entity: StoredEntity> {
    private let rows: MigrationPlan.StageRows<Entity>

    /// Creates the rows. Called by generated code.
    @_spi(Generated)
    public init(_ database: MigrationPlan.StageDatabase) {
      rows = MigrationPlan.StageRows(database)
    }

    /// The number of rows.
    public var count: Int {
      get throws(SyncError) { try rows.count }
    }

    /// Returns all rows. For many rows, `forEach` needs less memory.
    public func all() throws(SyncError) -> [Entity] {
      try rows.all()
    }

    /// Returns the row with an identity, or `nil` if there is none.
    public func row(_ identity: Entity.Identity) throws(SyncError) -> Entity? {
      try rows.row(identity)
    }

    /// Calls a closure with each row. Only a few hundred rows are in memory at once.
    public func forEach(_ body: (Entity) throws -> Void) throws {
      try rows.forEach(body)
    }
  }
}

extension MigrationPlan {
  /// The rows of an entity in a migration step, which a function of the app can read and write.
  ///
  /// Only the given row is written: `on-delete` has no effect, and nothing is recorded as a local
  /// write. References are checked when the step ends.
  public struct StageRows<Entity: StoredEntity> {
    private static var batch: Int { 500 }

    private let database: MigrationPlan.StageDatabase
    private let table: TableSQL

    /// Creates the rows. Called by generated code.
    @_spi(Generated)
    public init(_ database: MigrationPlan.StageDatabase) {
      self.database = database
      table = TableSQL(Entity.metadata)
    }

    /// The number of rows.
    public var count: Int {
      get throws(SyncError) {
        let name = quoted(Entity.metadata.table)
        return Int(try database.connection().integer("SELECT count(*) FROM \(name)") ?? 0)
      }
    }

    /// Returns all rows. For many rows, `forEach` needs less memory.
    public func all() throws(SyncError) -> [Entity] {
      try database.connection().rows(Entity.self, table.all, [])
    }

    /// Returns the row with an identity, or `nil` if there is none.
    public func row(_ identity: Entity.Identity) throws(SyncError) -> Entity? {
      let values = identity.storedValues(in: Entity.metadata)
      return try database.connection().rows(Entity.self, table.lookup, values).first
    }

    /// Calls a closure with each row that exists at the start. Only a few hundred rows are in memory
    /// at once.
    ///
    /// `body` may write rows, including rows of the same entity.
    public func forEach(_ body: (Entity) throws -> Void) throws {
      let connection = try database.connection()
      guard let last = try connection.integer(table.largestRowID) else { return }
      var start = Int64.min
      while start <= last {
        let rowIDs = try connection.query(
          "\(table.rowIDsBetween) LIMIT \(Self.batch)", [.integer(start), .integer(last)])
        guard case .integer(let end)? = rowIDs.last?.values.first else { return }
        let rows = try connection.rows(
          Entity.self, table.between, [.integer(start), .integer(end)])
        for row in rows { try body(row) }
        guard end < last else { return }
        start = end + 1
      }
    }

    /// Inserts a row. Columns that the model does not have, such as positions in lists, get their
    /// defaults.
    ///
    /// - Throws: `SyncError.database` if the identity or a unique value is taken;
    ///   `SyncError.invalidValue` for a value that no column can store.
    public func insert(_ row: Entity) throws(SyncError) {
      let settings = try Self.settings(of: row)
      let sql = table.insert(settings.map(\.column))
      _ = try database.connection().run(sql, settings.map(\.value))
    }

    /// Updates all members of a stored row.
    ///
    /// - Throws: `SyncError.unknownRow` if there is no row with its identity; the errors of `insert`.
    public func update(_ row: Entity) throws(SyncError) {
      let identity = row.identity.storedValues(in: Entity.metadata)
      let settings = try Self.settings(of: row)
      let sql = table.update(settings.map(\.column), identity: Entity.metadata.identity)
      let count = try database.connection().run(sql, settings.map(\.value) + identity)
      guard count > 0 else {
        throw .unknownRow(identity.map(\.text).joined(separator: "/"), entity: Entity.metadata.name)
      }
    }

    /// Changes a stored row, or returns `false` if there is no row with this identity.
    @discardableResult
    public func update(
      _ identity: Entity.Identity, _ change: (inout Entity) throws -> Void
    ) throws -> Bool {
      guard var row = try row(identity) else { return false }
      try change(&row)
      try update(row)
      return true
    }

    /// Deletes a row, or returns `false` if there is no row with this identity.
    @discardableResult
    public func delete(_ identity: Entity.Identity) throws(SyncError) -> Bool {
      let values = identity.storedValues(in: Entity.metadata)
      return try database.connection().run(table.delete(identity: Entity.metadata.identity), values)
        > 0
    }

    private static func settings(of row: Entity) throws(SyncError) -> [RowWriter.Setting] {
      var writer = RowWriter(Entity.metadata)
      row.write(to: &writer)
      return try writer.settings
    }
  }
}

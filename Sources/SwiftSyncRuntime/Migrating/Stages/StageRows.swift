/// The rows of an entity within a step of a migration, which a function of the app reads and
/// writes.
///
/// It writes only what it is told: other rows stay as they are, whatever the schema says of them
/// under `on-delete`, and nothing is recorded as a local write. References are checked when the
/// step ends.
public struct StageRows<Entity: StoredEntity> {
  private static var batch: Int { 500 }

  private let database: StageDatabase
  private let table: TableSQL

  /// Generated code makes it.
  @_spi(Generated)
  public init(_ database: StageDatabase) {
    self.database = database
    table = TableSQL(Entity.metadata)
  }

  /// How many rows there are.
  public var count: Int {
    get throws(SyncError) {
      let name = quoted(Entity.metadata.table)
      return Int(try database.connection().integer("SELECT count(*) FROM \(name)") ?? 0)
    }
  }

  /// All rows. Where they are many, `forEach` needs less memory.
  public func all() throws(SyncError) -> [Entity] {
    try database.connection().rows(Entity.self, table.all, [])
  }

  /// The row with an identity, `nil` if there is none.
  public func row(_ identity: Entity.Identity) throws(SyncError) -> Entity? {
    let values = identity.storedValues(in: Entity.metadata)
    return try database.connection().rows(Entity.self, table.lookup, values).first
  }

  /// Calls `body` with each row that is there when it begins, some hundred of them in memory at
  /// once.
  ///
  /// `body` may write rows, also of the same entity.
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

  /// Adds a row. Columns that the model does not have, places in lists, get their defaults.
  ///
  /// - Throws: `SyncError.database` if the identity or a unique value is taken;
  ///   `SyncError.unstorableValue` for a value that no column can hold.
  public func insert(_ row: Entity) throws(SyncError) {
    let settings = try Self.settings(of: row)
    let sql = table.insert(settings.map(\.column))
    _ = try database.connection().run(sql, settings.map(\.value))
  }

  /// Writes all members of a row that is there.
  ///
  /// - Throws: `SyncError.unknownRow` if there is no row with its identity; what `insert` throws.
  public func update(_ row: Entity) throws(SyncError) {
    let identity = row.identity.storedValues(in: Entity.metadata)
    let settings = try Self.settings(of: row)
    let sql = table.update(settings.map(\.column), identity: Entity.metadata.identity)
    let count = try database.connection().run(sql, settings.map(\.value) + identity)
    guard count > 0 else {
      throw .unknownRow(identity.map(\.text).joined(separator: "/"), entity: Entity.metadata.name)
    }
  }

  /// Changes a row that is there; `false` if there is none with this identity.
  @discardableResult
  public func update(
    _ identity: Entity.Identity, _ change: (inout Entity) throws -> Void
  ) throws -> Bool {
    guard var row = try row(identity) else { return false }
    try change(&row)
    try update(row)
    return true
  }

  /// Deletes a row; `false` if there is none with this identity.
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

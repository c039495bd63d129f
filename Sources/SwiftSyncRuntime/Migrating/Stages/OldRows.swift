/// The rows of an entity as they were before a step of a migration, read as models of that version.
public struct OldRows<Entity: StoredEntity> {
  private let rows: StageRows<Entity>

  /// Generated code makes it.
  @_spi(Generated)
  public init(_ database: StageDatabase) {
    rows = StageRows(database)
  }

  /// How many rows there are.
  public var count: Int {
    get throws(SyncError) { try rows.count }
  }

  /// All rows. Where they are many, `forEach` needs less memory.
  public func all() throws(SyncError) -> [Entity] {
    try rows.all()
  }

  /// The row with an identity, `nil` if there is none.
  public func row(_ identity: Entity.Identity) throws(SyncError) -> Entity? {
    try rows.row(identity)
  }

  /// Calls `body` with each row, some hundred of them in memory at once.
  public func forEach(_ body: (Entity) throws -> Void) throws {
    try rows.forEach(body)
  }
}

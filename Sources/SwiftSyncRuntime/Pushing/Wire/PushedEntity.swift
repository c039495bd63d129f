/// An entity whose local writes go to a push endpoint.
public struct PushedEntity: Hashable, Sendable {
  /// The entity's name.
  public let name: String
  /// What the protocol `batch` calls its rows.
  public let key: String

  /// - Parameter key: What the protocol `batch` calls its rows; by default the table's name, which is the entity's
  ///   plural in snake case.
  public init<Entity: SyncedEntity>(_ entity: Entity.Type, key: String? = nil) {
    self.init(Entity.metadata, key: key)
  }

  /// As `init(_:key:)`, for an entity that is known at run time.
  @_spi(Generated)
  public init(_ metadata: EntityMetadata, key: String? = nil) {
    name = metadata.name
    self.key = key ?? metadata.table
  }
}

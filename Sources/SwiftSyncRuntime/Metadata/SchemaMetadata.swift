/// What the runtime knows of one version of a schema.
///
/// Generated code provides it for an app; the tool builds the same from a schema that it reads.
public struct SchemaMetadata: Hashable, Sendable {
  public let name: String
  public let version: Int
  /// Identifies the version's content.
  public let fingerprint: String
  public let entities: [EntityMetadata]
  public let joinTables: [JoinTableMetadata]
  /// Whether values are only taken in the JSON type of their attribute.
  public let isStrict: Bool
  /// The whole of `schema.sql`: tables, indexes, triggers, the runtime's own tables, `user_version`.
  public let ddl: String

  public init(
    name: String, version: Int, fingerprint: String, entities: [EntityMetadata],
    joinTables: [JoinTableMetadata] = [], strict isStrict: Bool = false, ddl: String
  ) {
    self.name = name
    self.version = version
    self.fingerprint = fingerprint
    self.entities = entities
    self.joinTables = joinTables
    self.isStrict = isStrict
    self.ddl = ddl
  }
}

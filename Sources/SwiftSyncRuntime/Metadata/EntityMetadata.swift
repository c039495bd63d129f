/// What the runtime knows of one entity. Generated code states it; nothing is found by reflection.
@_spi(Generated)
public struct EntityMetadata: Hashable, Sendable {
  /// The name in Swift and in the schema, e.g. `Task`.
  public let name: String
  /// What wire protocols call the entity; the name if the schema does not say otherwise.
  public let wireName: String
  /// The table's name, not quoted.
  public let table: String
  /// In the order of the table.
  public let columns: [ColumnMetadata]
  /// In the order of the schema.
  public let attributes: [AttributeMetadata]
  /// In the order of the schema, those to many included.
  public let relations: [RelationMetadata]
  /// Positions in `columns`: one, or several for an identity that a parent scopes.
  public let identity: [Int]
  /// Unique sets of columns besides the identity, each as positions in `columns`.
  public let uniques: [[Int]]
  /// How the rows of the entity are kept in step with the server's.
  public let sync: EntitySyncMetadata

  /// Generated code and the tool make it.
  public init(
    name: String, wireName: String? = nil, table: String, columns: [ColumnMetadata],
    attributes: [AttributeMetadata], relations: [RelationMetadata] = [], identity: [Int],
    uniques: [[Int]] = [],
    sync: EntitySyncMetadata = EntitySyncMetadata()
  ) {
    self.name = name
    self.wireName = wireName ?? name
    self.table = table
    self.columns = columns
    self.attributes = attributes
    self.relations = relations
    self.identity = identity
    self.uniques = uniques
    self.sync = sync
  }
}

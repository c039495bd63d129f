/// An entity worked out for applying payloads.
final class EntityPlan {
  let metadata: EntityMetadata
  /// Position in `SchemaPlan.entities`.
  let index: Int
  /// One per column.
  let fields: [FieldPlan]
  /// What the keys of a payload's object mean.
  let keys: KeyNode
  let identity: [Int]
  /// Whether the identity is SQLite's rowid: one integer column that is the primary key.
  let isRowIDIdentity: Bool
  private(set) var relations: [RelationPlan] = []
  /// References to this entity.
  private(set) var incoming: [IncomingReference] = []
  /// Join tables with a column for this entity.
  private(set) var memberships: [JoinSide] = []

  init(_ metadata: EntityMetadata, index: Int, isStrict: Bool) {
    self.metadata = metadata
    self.index = index
    identity = metadata.identity
    isRowIDIdentity =
      metadata.identity.count == 1 && metadata.columns[metadata.identity[0]].storage == .integer
    fields = FieldPlan.all(of: metadata, isStrict: isStrict)
    keys = KeyNode.root(of: metadata)
  }

  var columnCount: Int { metadata.columns.count }

  /// Relations name other entities, so they are worked out when all of them exist.
  func connectRelations(in schema: SchemaPlan) {
    relations = metadata.relations.enumerated().compactMap { index, relation in
      RelationPlan(relation, index: index, of: self, in: schema)
    }
  }

  /// Ways back are worked out when the relations of all entities are.
  func connectWaysBack(in schema: SchemaPlan) {
    incoming = schema.references(to: self)
    memberships = schema.metadata.joinTables.flatMap { JoinSide.sides(of: $0, for: self) }
  }

  /// Whether a row is identified by this column, alone or with others.
  func isIdentity(_ column: Int) -> Bool {
    identity.contains(column)
  }

  /// The column of the attribute at a position in the metadata.
  func column(ofAttribute index: Int?) -> Int? {
    index.map { metadata.attributes[$0].column }
  }
}

import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// An entity worked out for applying payloads.
final class EntityPlan {
  let metadata: EntityMetadata
  /// The statements that are run on its table.
  let sql: TableSQL
  /// Position in `SchemaPlan.entities`.
  let index: Int
  /// One per column.
  let fields: [FieldPlan]
  /// The columns whose values have to pass a check of the schema.
  let checkedColumns: Set<Int>
  /// What the keys of a payload's object mean.
  let keys: KeyTrie
  let identity: [Int]
  /// Whether the table is known to have rowids; it may be a view of another program.
  let hasRowIDs: Bool
  /// The column by which links name a row: the identity, or what stands for one of several parts.
  let keyColumn: Int
  /// Whether links can name a row.
  let isNamed: Bool
  /// The columns that stand for several of the table, with those.
  let compositeColumns: [(column: Int, parts: [Int])]
  /// References with a key for each part, of which other members have some too.
  let sharedParts: [SharedParts]
  /// One per column: what a new row gets for a missing key; `.missing` if there is no default.
  let defaults: [BoundValue]
  private let constants = ByteArena()
  /// First columns of amounts of money.
  let amounts: [Int]
  /// Amounts of which the payload's keys do not say all, or not by themselves.
  let amountRules: [AmountRule]
  let clockColumn: Int?
  let tombstoneColumn: Int?
  /// Whether that is a flag and no date.
  let hasTombstoneFlag: Bool
  /// For an identity that a parent scopes, the column of that parent.
  let parentColumn: Int?
  private(set) var relations: [RelationPlan] = []
  /// The relations to one of several entities.
  let taggedReferences: [TaggedReferencePlan]
  /// The relations that are columns.
  private(set) var references: [ReferencePlan] = []
  /// References to this entity.
  private(set) var incoming: [IncomingReference] = []
  /// The columns that may hold temporary ids: the entity's own, and references to entities with such ids.
  private(set) var temporaryColumns: Set<Int> = []
  /// Join tables with a column for this entity.
  private(set) var memberships: [JoinSide] = []

  init(_ metadata: EntityMetadata, index: Int, isStrict: Bool, hasRowIDs: Bool) {
    self.metadata = metadata
    sql = TableSQL(metadata)
    self.index = index
    identity = metadata.identity
    self.hasRowIDs = hasRowIDs
    let key = metadata.columns.lastIndex { $0.name == EntityMetadata.keyName }
    keyColumn = key ?? metadata.identity[0]
    isNamed = key != nil || metadata.identity.count == 1
    compositeColumns = metadata.columns.enumerated().compactMap { column, metadata in
      metadata.composite.map { (column, $0.columns) }
    }
    sharedParts = SharedParts.all(of: metadata)
    amounts = metadata.attributes.filter { $0.isAmount }.map(\.column)
    amountRules = AmountRule.all(of: metadata)
    clockColumn = metadata.sync.clock.map { metadata.attributes[$0].column }
    tombstoneColumn = metadata.sync.tombstone.map { metadata.attributes[$0].column }
    hasTombstoneFlag = metadata.hasTombstoneFlag
    let fields = FieldPlan.all(of: metadata, isStrict: isStrict)
    let constants = constants
    self.fields = fields
    // A row of an unknown type need not have an id that the targets' scalar takes.
    checkedColumns = Set(fields.indices.filter { fields[$0].converter.isChecked })
      .subtracting(metadata.taggedReferences.map(\.idColumn))
    defaults = fields.map { field in
      field.defaultValue.map { BoundValue($0, in: constants) } ?? .missing
    }
    taggedReferences = TaggedReferencePlan.all(of: metadata, in: constants)
    keys = KeyTrie.root(of: metadata, isStrict: isStrict)
    parentColumn = metadata.parentColumn
  }

  /// Adds the references to entities whose ids may be temporary.
  ///
  /// - Returns: Whether that has added any.
  func noteTemporaryColumns() -> Bool {
    let count = temporaryColumns.count
    for attribute in metadata.attributes where attribute.generatedDefault == .temporary {
      temporaryColumns.insert(attribute.column)
    }
    for relation in relations {
      guard case .reference(let reference) = relation.kind else { continue }
      let target = relation.target
      let parts = zip(reference.storedColumns, target.identity).filter {
        target.temporaryColumns.contains($0.1)
      }
      guard !parts.isEmpty else { continue }
      temporaryColumns.formUnion(parts.map(\.0))
      // The column of the table that a part of a relation to one of several entities stands for.
      if let tagged = metadata.columns[reference.column].tagged {
        temporaryColumns.insert(tagged.idColumn)
      }
    }
    return temporaryColumns.count > count
  }

  var columnCount: Int { metadata.columns.count }

  /// Relations name other entities, so they are worked out when all of them exist.
  func connectRelations(in schema: SchemaPlan) {
    relations = metadata.relations.enumerated().compactMap { index, relation in
      RelationPlan(relation, index: index, of: self, in: schema)
    }
    references = relations.compactMap(ReferencePlan.init)
  }

  /// Inverses are worked out when the relations of all entities are.
  func connectInverses(in schema: SchemaPlan) {
    incoming = schema.references(to: self)
    memberships = schema.metadata.joinTables.flatMap {
      JoinSide.sides(of: $0, for: self, in: schema)
    }
  }

  /// The column that ids of the entity fill: of an identity that a parent scopes, the part that is
  /// not the parent.
  var idColumn: Int { identity.first { $0 != parentColumn } ?? identity[0] }

  var hasIntegerIdentity: Bool { metadata.columns[keyColumn].storage == .integer }

  var keyMetadata: ColumnMetadata { metadata.columns[keyColumn] }

  /// For an identity that a parent scopes, the column that holds, or stands for, that of the parent.
  var scopeColumn: Int? {
    parentColumn
      ?? compositeColumns.first {
        $0.column != keyColumn && $0.parts.allSatisfy(identity.contains)
      }?.column
  }

  /// Whether a column that holds a reference is the identity or a part of it.
  func isIdentity(_ column: Int) -> Bool {
    if column < sql.storedCount { return identity.contains(column) }
    return metadata.columns[column].composite?.columns.contains(where: identity.contains) ?? false
  }

  /// Reads the identity from the key of an object, which is a text whatever the identity is.
  private(set) lazy var keyConverter = ValueConverter(fields[idColumn].type, isStrict: false)

  /// Whether other rows or join tables may have links to a row.
  var hasLinksToIt: Bool { !incoming.isEmpty || !memberships.isEmpty }

  /// Whether a row has links, in either direction.
  var hasLinks: Bool { hasLinksToIt || !references.isEmpty }

  /// Whether a row that is written may take a one-to-one link away from another.
  var hasMovingLinks: Bool { references.contains { $0.isOneToOne && $0.isOptional } }

  /// Why a payload's row did not get the default of a column; `nil` if there is none that it could get.
  func generatedDefaultNote(_ column: Int) -> String? {
    guard case .attribute(let index) = fields[column].source else { return nil }
    return metadata.attributes[index].generatedDefault?.note
  }

  /// Where a column's value is in the order in which values are judged: attributes as in the schema, then
  /// relations.
  func order(ofColumn column: Int) -> Int {
    switch fields[column].source {
    case .attribute(let index): 2 * index + column - metadata.attributes[index].column
    case .reference(let index): order(ofRelation: index)
    case .position: order(ofRelation: relations.count)
    }
  }

  /// As `order(ofColumn:)`, for a relation's ids and objects.
  func order(ofRelation index: Int) -> Int {
    2 * (metadata.attributes.count + index)
  }

  /// Whether unique values besides the identity can be taken.
  var hasUniques: Bool { !metadata.uniques.isEmpty }
}

/// A schema worked out for applying payloads: keys, columns and relations by position.
///
/// It owns the plans of its entities, which do not keep each other, so it must outlive their uses.
final class SchemaPlan {
  let metadata: SchemaMetadata
  let entities: [EntityPlan]
  /// By the entity's name.
  private let positions: [String: Int]
  /// Whether any relation limits what nested rows may do.
  private(set) var hasLimitedRelations = false

  init(_ metadata: SchemaMetadata) {
    self.metadata = metadata
    var positions: [String: Int] = [:]
    for (index, entity) in metadata.entities.enumerated() { positions[entity.name] = index }
    self.positions = positions
    let strict = metadata.isStrict
    entities = metadata.expandedEntities.enumerated().map { index, entity in
      EntityPlan(entity, index: index, isStrict: strict, hasRowIDs: !metadata.isReadOnly)
    }
    for entity in entities { entity.connectRelations(in: self) }
    for entity in entities { entity.connectInverses(in: self) }
    // Identities contain references to rows whose identities do, and so on.
    while entities.reduce(false, { $1.noteTemporaryColumns() || $0 }) {}
    hasLimitedRelations = entities.contains { $0.relations.contains(where: \.isLimited) }
  }

  func entity(_ name: String) -> EntityPlan? {
    positions[name].map { entities[$0] }
  }

  var entityNames: [String] { entities.map(\.metadata.name) }

  func joinTable(_ name: String) -> JoinTableMetadata? {
    metadata.joinTables.first { $0.name == name }
  }

  /// The references of other rows that lead to rows of `entity`.
  func references(to entity: EntityPlan) -> [IncomingReference] {
    entities.flatMap { child in
      child.relations.compactMap { relation in
        guard case .reference(let reference) = relation.kind,
          relation.metadata.target == entity.metadata.name
        else { return nil }
        return IncomingReference(child: child, relation: relation, reference: reference)
      }
    }
  }
}

/// A reference as seen from the row that it leads to.
struct IncomingReference {
  /// `unowned`: entities refer to each other in circles, and the schema's plan keeps all of them.
  unowned let child: EntityPlan
  let relation: RelationPlan
  let reference: RelationMetadata.Reference
}

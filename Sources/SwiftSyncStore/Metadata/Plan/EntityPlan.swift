import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// An entity, prepared for applying payloads.
package final class EntityPlan {
  package let metadata: EntityMetadata
  /// The statements that run on its table.
  package let sql: TableSQL
  /// The position in `SchemaPlan.entities`.
  package let index: Int
  /// The fields, one for each column.
  package let fields: [FieldPlan]
  /// The columns whose values must pass a check of the schema.
  let checkedColumns: Set<Int>
  /// The meanings of the keys of a payload's object.
  package let keys: KeyTrie
  package let identity: [Int]
  /// Whether the table is known to have rowids; it may be a view of another program.
  package let hasRowIDs: Bool
  /// The column by which links refer to a row: the identity, or what represents one of several
  /// parts.
  package let keyColumn: Int
  /// Whether links can refer to a row.
  let isNamed: Bool
  /// The columns that represent several columns of the table, with those columns.
  package let compositeColumns: [(column: Int, parts: [Int])]
  /// References with a key for each part, some of which other members also have.
  let sharedParts: [SharedParts]
  /// The value of a new row for a missing key, one for each column; `.missing` if there is no
  /// default.
  let defaults: [BoundValue]
  private let constants = ByteArena()
  /// The first columns of amounts of money.
  let amounts: [Int]
  /// Amounts that the payload's keys do not state completely or not independently.
  let amountRules: [AmountRule]
  package let clockColumn: Int?
  package let tombstoneColumn: Int?
  /// Whether the tombstone is a flag rather than a date.
  package let hasTombstoneFlag: Bool
  /// For an identity that is scoped by a parent, the column of that parent.
  package let parentColumn: Int?
  package private(set) var relations: [RelationPlan] = []
  /// The relationships to one of several entities.
  package let taggedReferences: [TaggedReferencePlan]
  /// The relationships with a column.
  package private(set) var references: [ReferencePlan] = []
  /// References to this entity.
  private(set) var incoming: [IncomingReference] = []
  /// The columns that may contain temporary ids: the entity's own, and references to entities with
  /// such ids.
  private(set) var temporaryColumns: Set<Int> = []
  /// The join tables with a column for this entity.
  private(set) var memberships: [JoinSide] = []

  init(
    _ metadata: EntityMetadata, index: Int, isStrict: Bool, hasRowIDs: Bool,
    identityScalars: [String: ScalarMetadata]
  ) {
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
    let fields = FieldPlan.all(
      of: metadata, isStrict: isStrict, identityScalars: identityScalars)
    let constants = constants
    self.fields = fields
    // A row of an unknown type may have an id that the targets' scalar does not accept.
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
  /// - Returns: Whether any were added.
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
      // The column of the table that a part of a relationship to one of several entities
      // represents.
      if let tagged = metadata.columns[reference.column].tagged {
        temporaryColumns.insert(tagged.idColumn)
      }
    }
    return temporaryColumns.count > count
  }

  package var columnCount: Int { metadata.columns.count }

  /// Connects the relationships, which name other entities, once all entities exist.
  func connectRelations(in schema: SchemaPlan) {
    relations = metadata.relations.enumerated().compactMap { index, relation in
      RelationPlan(relation, index: index, of: self, in: schema)
    }
    references = relations.compactMap(ReferencePlan.init)
  }

  /// Connects the inverses once the relationships of all entities are connected.
  func connectInverses(in schema: SchemaPlan) {
    incoming = schema.references(to: self)
    memberships = schema.metadata.joinTables.flatMap {
      JoinSide.sides(of: $0, for: self, in: schema)
    }
  }

  /// The column for ids of the entity: for an identity that is scoped by a parent, the part other
  /// than the parent.
  package var idColumn: Int { identity.first { $0 != parentColumn } ?? identity[0] }

  var hasIntegerIdentity: Bool { metadata.columns[keyColumn].storage == .integer }

  var keyMetadata: ColumnMetadata { metadata.columns[keyColumn] }

  /// For an identity that is scoped by a parent, the column that holds or represents the parent's
  /// identity. If the identity is only the parent, each parent has one row, and a list of such rows
  /// is not one of a single parent.
  var scopeColumn: Int? {
    guard identity.count > 1 else { return nil }
    return parentColumn
      ?? compositeColumns.first {
        $0.column != keyColumn && $0.parts.allSatisfy(identity.contains)
      }?.column
  }

  /// Whether a reference column is the identity or a part of it.
  package func isIdentity(_ column: Int) -> Bool {
    if column < sql.storedCount { return identity.contains(column) }
    return metadata.columns[column].composite?.columns.contains(where: identity.contains) ?? false
  }

  /// Whether the identity contains a reference column, with all of its parts.
  func isWithinIdentity(_ column: Int) -> Bool {
    if column < sql.storedCount { return identity.contains(column) }
    return metadata.columns[column].composite?.columns.allSatisfy(identity.contains) ?? false
  }

  /// Reads the identity from the key of an object, which is a string regardless of the identity's
  /// type.
  private(set) lazy var keyConverter = fields[idColumn].textConverter

  /// Whether other rows or join tables may have links to a row.
  var hasLinksToIt: Bool { !incoming.isEmpty || !memberships.isEmpty }

  /// Whether a row has links, in either direction.
  var hasLinks: Bool { hasLinksToIt || !references.isEmpty }

  /// Whether writing a row may take a one-to-one link away from another row.
  var hasMovingLinks: Bool { references.contains { $0.isOneToOne && $0.isOptional } }

  /// The reason why a row of a payload did not get the default of a column; `nil` if there is no
  /// applicable default.
  func generatedDefaultNote(_ column: Int) -> String? {
    guard case .attribute(let index) = fields[column].source else { return nil }
    return metadata.attributes[index].generatedDefault?.note
  }

  /// The position of a column's value in the order in which values are checked: attributes as in
  /// the schema, followed by relationships.
  func order(ofColumn column: Int) -> Int {
    switch fields[column].source {
    case .attribute(let index): 2 * index + column - metadata.attributes[index].column
    case .reference(let index): order(ofRelation: index)
    case .position: order(ofRelation: relations.count)
    }
  }

  /// Like `order(ofColumn:)`, for a relationship's ids and objects.
  func order(ofRelation index: Int) -> Int {
    2 * (metadata.attributes.count + index)
  }

  /// Whether the entity has unique values other than the identity, which may be taken.
  var hasUniques: Bool { !metadata.uniques.isEmpty }
}

/// A schema, prepared for applying payloads: keys, columns and relationships by position.
///
/// It owns the plans of its entities, which do not retain each other, so it must outlive their
/// uses.
package final class SchemaPlan {
  package let metadata: SchemaMetadata
  package let entities: [EntityPlan]
  /// The positions by the entity's name.
  private let positions: [String: Int]
  /// Whether any relationship limits the operations on nested rows.
  private(set) var hasLimitedRelations = false

  package init(_ metadata: SchemaMetadata) {
    self.metadata = metadata
    var positions: [String: Int] = [:]
    for (index, entity) in metadata.entities.enumerated() { positions[entity.name] = index }
    self.positions = positions
    let strict = metadata.isStrict
    let scalars = metadata.identityScalars
    entities = metadata.expandedEntities.enumerated().map { index, entity in
      EntityPlan(
        entity, index: index, isStrict: strict, hasRowIDs: !metadata.isReadOnly,
        identityScalars: scalars)
    }
    for entity in entities { entity.connectRelations(in: self) }
    for entity in entities { entity.connectInverses(in: self) }
    // Identities contain references to rows whose identities do, and so on.
    while entities.reduce(false, { $1.noteTemporaryColumns() || $0 }) {}
    hasLimitedRelations = entities.contains { $0.relations.contains(where: \.isLimited) }
  }

  package func entity(_ name: String) -> EntityPlan? {
    positions[name].map { entities[$0] }
  }

  package var entityNames: [String] { entities.map(\.metadata.name) }

  func joinTable(_ name: String) -> JoinTableMetadata? {
    metadata.joinTables.first { $0.name == name }
  }

  /// The references of other rows to rows of `entity`.
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

/// A reference as seen from the row that it refers to.
struct IncomingReference {
  /// `unowned`: entities refer to each other in cycles, and the schema's plan retains all of them.
  unowned let child: EntityPlan
  let relation: RelationPlan
  let reference: RelationMetadata.Reference
}

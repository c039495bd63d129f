/// A schema worked out for applying payloads: keys, columns and relations by position.
final class SchemaPlan {
  let metadata: SchemaMetadata
  let entities: [EntityPlan]
  /// By the entity's name.
  private let positions: [String: Int]

  init(_ metadata: SchemaMetadata) {
    self.metadata = metadata
    var positions: [String: Int] = [:]
    for (index, entity) in metadata.entities.enumerated() { positions[entity.name] = index }
    self.positions = positions
    let strict = metadata.isStrict
    entities = metadata.entities.enumerated().map { index, entity in
      EntityPlan(entity, index: index, isStrict: strict)
    }
    for entity in entities { entity.connectRelations(in: self) }
    for entity in entities { entity.connectInverses(in: self) }
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
  let child: EntityPlan
  let relation: RelationPlan
  let reference: RelationMetadata.Reference
}

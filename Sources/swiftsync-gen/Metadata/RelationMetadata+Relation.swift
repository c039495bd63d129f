@_spi(Generated) import SwiftSyncRuntime
import SyncGenSchema

extension RelationMetadata {
  init(_ relation: Relation, in schema: Schema) {
    self.init(
      relation.name.name,
      to: schema[relation.target].name.name,
      Kind(relation, in: schema),
      inverse: relation.inverse.map { schema[$0].name.name },
      ids: relation.remote.ids.map(\.dotted),
      objects: relation.remote.objects.map(\.dotted),
      direction: SwiftSyncRuntime.SyncDirection(relation.direction),
      onDelete: DeleteRule(relation.onDelete)
    )
  }
}

extension RelationMetadata.Kind {
  fileprivate init(_ relation: Relation, in schema: Schema) {
    let target = schema[relation.target]
    self =
      switch relation.kind {
      case .toOne(let reference):
        .toOne(.init(reference, type: ValueType(identityOf: target, in: schema)))
      case .toOneInverse:
        .toOneInverse
      case .toMany(let ordering):
        .toMany(.init(ordering, of: target))
      case .manyToMany(let membership):
        .manyToMany(
          joinTable: schema.joinTables[membership.joinTable].name.name,
          side: membership.side == .left ? .left : .right,
          .init(membership.ordering, of: target))
      }
  }
}

extension RelationMetadata.Reference {
  fileprivate init(_ reference: Relation.Reference, type: ValueType) {
    self.init(
      type,
      column: reference.column,
      optional: reference.isOptional,
      enforced: reference.isEnforced,
      oneToOne: reference.isOneToOne,
      position: reference.positionColumn
    )
  }
}

extension RelationMetadata.Ordering {
  fileprivate init(_ ordering: Relation.Ordering, of target: Entity) {
    self =
      switch ordering {
      case .none: .none
      case .position: .position
      case .attribute(let index): .attribute(target.attributes[index].name.name)
      }
  }
}

extension RelationMetadata.DeleteRule {
  fileprivate init(_ rule: SyncGenSchema.DeleteRule) {
    self =
      switch rule {
      case .nullify: .nullify
      case .keep: .keep
      case .deny: .deny
      case .cascade: .cascade
      }
  }
}

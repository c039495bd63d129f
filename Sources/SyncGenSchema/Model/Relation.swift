package import SyncGenDiagnostics

/// A relation of an entity as seen from one side, with every convention worked out.
///
/// Held by reference: it has many parts, and whatever looks at one of them would copy all.
package final class Relation: Sendable {
  package let name: SwiftIdentifier
  /// What holds the target's identity, or the identities of a list: `projectID`, `watcherIDs`.
  package let idProperty: SwiftIdentifier
  package let target: EntityID
  package let kind: Kind
  /// The relation of the target that leads back.
  package let inverse: RelationID?
  /// Of a list whose inverse is a relation of the target to one of several entities, its position there.
  package let taggedInverse: Int?
  package let remote: RelationKeys
  package let direction: SyncDirection
  package let nesting: NestingRules
  package let onDelete: DeleteRule
  package let renamedFrom: String?
  /// SQL that a migration uses to fill a new required reference.
  package let backfill: String?
  package let documentation: String?
  package let deprecation: String?
  package let annotations: Annotations
  package let span: SourceSpan

  init(
    name: SwiftIdentifier, idProperty: SwiftIdentifier, target: EntityID, kind: Kind,
    inverse: RelationID?, taggedInverse: Int? = nil, remote: RelationKeys, direction: SyncDirection,
    onDelete: DeleteRule,
    renamedFrom: String?, backfill: String?, documentation: String?, deprecation: String?,
    annotations: Annotations, nesting: NestingRules, span: SourceSpan
  ) {
    self.nesting = nesting
    self.name = name
    self.idProperty = idProperty
    self.target = target
    self.kind = kind
    self.inverse = inverse
    self.taggedInverse = taggedInverse
    self.remote = remote
    self.direction = direction
    self.onDelete = onDelete
    self.renamedFrom = renamedFrom
    self.backfill = backfill
    self.documentation = documentation
    self.deprecation = deprecation
    self.annotations = annotations
    self.span = span
  }

  package enum Kind: Hashable, Sendable {
    case toOne(Reference)
    /// The side of a one-to-one without a column; `inverse` is the side that has it.
    case toOneInverse
    /// `inverse` is the target's reference.
    case toMany(Ordering)
    case manyToMany(Membership)
  }

  /// A to-one that is a column of this entity.
  package struct Reference: Hashable, Sendable {
    /// `projectID`, the property that holds the target's identity.
    package let property: SwiftIdentifier
    /// Position in the entity's `columns`; of several columns, of the first.
    package let column: Int
    /// Where the target's identity has several parts, the columns of the attributes that hold them, in its
    /// order; empty for a column of the relation's own.
    package let parts: [Int]
    package let isOptional: Bool
    package let isEnforced: Bool
    /// Whether the other side is a to-one too.
    package let isOneToOne: Bool
    /// The child's column that keeps its place in the parent's list, if that list is `ordered: true`.
    package let positionColumn: Int?

    /// Whether attributes hold the target's identity, one for each part.
    package var isComposite: Bool { !parts.isEmpty }
    /// All columns, in the order of the target's identity.
    package var columns: [Int] { isComposite ? parts : [column] }
  }

  package enum Ordering: Hashable, Sendable {
    case none
    /// `ordered: true`: the target's position column, or the join table's.
    case position
    /// `ordered: sortIndex`: an attribute of the target.
    case attribute(index: Int)

    /// The position of the attribute that orders the list, if one does.
    package var attributeIndex: Int? {
      if case .attribute(let index) = self { index } else { nil }
    }
  }

  /// One side of a many-to-many.
  package struct Membership: Hashable, Sendable {
    /// Position in `Schema.joinTables`.
    package let joinTable: Int
    package let side: Side
    package let ordering: Ordering
  }

  package enum Side: Hashable, Sendable {
    case left
    case right
  }
}

extension Schema {
  /// The name of the target's relation that leads back.
  package func inverseName(of relation: Relation) -> String? {
    relation.inverse.map { self[$0].name.name }
      ?? relation.taggedInverse.map { self[relation.target].taggedReferences[$0].name.name }
  }
}

/// The keys under which a relation is found in a payload, each tried in order.
package struct RelationKeys: Hashable, Sendable {
  /// `project_id`; `watcher_ids` and `watchers_ids`.
  package let ids: [RemotePath]
  /// `project`, `watchers`: nested objects. With `remote:` the same paths serve both shapes.
  package let objects: [RemotePath]
}

package enum DeleteRule: String, CaseIterable, Hashable, Sendable {
  case nullify
  case keep
  case deny
  case cascade
}

/// The position of an entity in `Schema.entities`.
package struct EntityID: Hashable, Sendable {
  package let index: Int

  init(_ index: Int) {
    self.index = index
  }
}

/// A relation of an entity, by positions.
package struct RelationID: Hashable, Sendable {
  package let entity: EntityID
  /// Position in the entity's `relations`.
  package let index: Int

  init(entity: EntityID, index: Int) {
    self.entity = entity
    self.index = index
  }
}

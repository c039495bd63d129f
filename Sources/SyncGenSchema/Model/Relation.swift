package import SwiftSyncValues
package import SyncGenDiagnostics

/// A relationship of an entity as seen from one side, with all conventions applied.
///
/// A class, because it has many parts, which would all be copied whenever one of them is read.
package final class Relation: NamedElement, Sendable {
  package let name: SwiftIdentifier
  /// The property with the target's identity, or the identities of a list: `projectID`,
  /// `watcherIDs`.
  package let idProperty: SwiftIdentifier
  package let target: EntityID
  package let kind: Kind
  /// The relationship of the target that refers back.
  package let inverse: RelationID?
  /// For a list whose inverse is a relationship to one of several entities, the position of that
  /// relationship in the target.
  package let taggedInverse: Int?
  package let remote: RelationKeys
  package let settings: RelationSettings
  package let onDelete: DeleteRule
  /// Whether one of its sides states `on-delete`.
  package let statesOnDelete: Bool
  /// The SQL with which a migration fills a new required reference.
  package let backfill: String?
  package let span: SourceSpan

  init(
    name: SwiftIdentifier, idProperty: SwiftIdentifier, target: EntityID, kind: Kind,
    inverse: RelationID?, taggedInverse: Int? = nil, remote: RelationKeys,
    settings: RelationSettings, onDelete: DeleteRule, statesOnDelete: Bool = true,
    backfill: String?, span: SourceSpan
  ) {
    self.name = name
    self.idProperty = idProperty
    self.target = target
    self.kind = kind
    self.inverse = inverse
    self.taggedInverse = taggedInverse
    self.remote = remote
    self.settings = settings
    self.onDelete = onDelete
    self.statesOnDelete = statesOnDelete
    self.backfill = backfill
    self.span = span
  }

  package enum Kind: Hashable, Sendable {
    case toOne(Reference)
    /// The side of a one-to-one relationship without a column; `inverse` is the side that has it.
    case toOneInverse
    /// `inverse` is the target's reference.
    case toMany(Ordering)
    case manyToMany(Membership)
  }

  /// A to-one relationship that is a column of this entity.
  package struct Reference: Hashable, Sendable {
    /// The property with the target's identity, e.g. `projectID`.
    package let property: SwiftIdentifier
    /// The position in the entity's `columns`; if there are several columns, that of the first.
    package let column: Int
    /// For a composite identity of the target, the columns of the attributes with its parts, in its
    /// order; empty for a separate column.
    package let parts: [Int]
    package let isOptional: Bool
    package let hasForeignKey: Bool
    /// Whether the other side is also a to-one relationship.
    package let isOneToOne: Bool
    /// The child's column with its position in the parent's list, if that list is `ordered: true`.
    package let positionColumn: Int?

    /// Whether attributes hold the target's identity, one for each part.
    package var isComposite: Bool { !parts.isEmpty }
    /// All columns, in the order of the target's identity.
    package var columns: [Int] { isComposite ? parts : [column] }
  }

  package enum Ordering: Hashable, Sendable {
    case none
    /// `ordered: true`: by the position column of the target or the join table.
    case position
    /// `ordered: sortIndex`: by an attribute of the target.
    case attribute(index: Int)

    /// The position of the attribute that orders the list, if any.
    package var attributeIndex: Int? {
      if case .attribute(let index) = self { index } else { nil }
    }
  }

  /// One side of a many-to-many relationship.
  package struct Membership: Hashable, Sendable {
    /// The position in `Schema.joinTables`.
    package let joinTable: Int
    package let side: Side
    package let ordering: Ordering
  }

  package enum Side: Hashable, Sendable {
    case left
    case right
  }
}

extension Relation {
  package var direction: SyncDirection { settings.direction }
  package var notes: Notes { settings.notes }

  /// The order of a list.
  package var ordering: Ordering {
    switch kind {
    case .toMany(let ordering): ordering
    case .manyToMany(let membership): membership.ordering
    case .toOne, .toOneInverse: .none
    }
  }
}

/// An operation on a row.
package enum RowOperation: String, CaseIterable, Hashable, Sendable {
  case insert
  case update
  case delete
}

extension Schema {
  /// The name of the target's relationship that refers back.
  package func inverseName(of relation: Relation) -> String? {
    relation.inverse.map { self[$0].name.name }
      ?? relation.taggedInverse.map { self[relation.target].taggedReferences[$0].name.name }
  }
}

/// The keys under which a relationship is found in a payload, each tried in order.
package struct RelationKeys: Hashable, Sendable {
  /// The keys of ids, e.g. `project_id`, or `watcher_ids` and `watchers_ids`.
  package let ids: [RemotePath]
  /// The keys of nested objects, e.g. `project`, `watchers`. With `remote:`, the same paths serve
  /// both shapes.
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

/// A relationship of an entity, by positions.
package struct RelationID: Hashable, Sendable {
  package let entity: EntityID
  /// The position in the entity's `relations`.
  package let index: Int

  init(entity: EntityID, index: Int) {
    self.entity = entity
    self.index = index
  }
}

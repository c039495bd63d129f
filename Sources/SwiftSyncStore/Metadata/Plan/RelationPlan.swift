import SwiftSyncValues

/// A relationship prepared for applying payloads, as seen from the entity that has it.
///
/// It is a class because loops over an entity's relationships would copy a struct of this size for
/// each row.
package final class RelationPlan {
  package enum Kind {
    case reference(RelationMetadata.Reference)
    /// Rows of the target refer to this entity.
    case children(Children)
    case members(JoinSide)
  }

  /// A to-many relationship, or the side of a one-to-one relationship without a column.
  package final class Children {
    /// The target's relationship that refers back.
    let relation: Int
    package let reference: RelationMetadata.Reference
    /// Whether there is at most one child.
    let isSingle: Bool
    /// The name in the table of waiting links, `Child.reference`.
    package let linkName: String
    let onDelete: RelationMetadata.DeleteRule

    fileprivate init?(_ metadata: RelationMetadata, of target: EntityPlan, isSingle: Bool) {
      let relations = target.metadata.relations
      guard let relation = relations.firstIndex(where: { $0.name == metadata.inverse }),
        case .toOne(let reference) = relations[relation].kind
      else { return nil }
      self.relation = relation
      self.reference = reference
      self.isSingle = isSingle
      linkName = "\(target.metadata.name).\(relations[relation].name)"
      onDelete = relations[relation].onDelete
    }
  }

  package let metadata: RelationMetadata
  /// The position in the entity's relationships.
  package let index: Int
  package let kind: Kind
  /// Whether it lists rows that are identified by their parent and their own id, and refers to them
  /// by that id.
  package var isScoping: Bool {
    guard target.identity.count > 1, case .children(let children) = kind else { return false }
    return children.reference.column == target.parentColumn
  }
  /// Whether it refers to rows by all parts of their identity.
  package var namesByParts: Bool { target.identity.count > 1 && !isScoping }
  /// The target's column by which the relationship refers to its rows.
  package var memberColumn: Int { isScoping ? target.idColumn : target.keyColumn }
  /// The target's column by which a scalar refers to a row: the identity, or the part of it besides
  /// the enclosing row; `nil` if only an object can refer to a row.
  package let scalarColumn: Int?
  /// Whether an object under a key of ids refers to a row by the parts of its identity.
  var takesParts: Bool { target.identity.count == 2 || namesByParts }
  /// Whether an object with only an identity is an id, because no scalar can be one: a composite
  /// identity, or a resource identifier. Other objects with only an identity are rows.
  let takesReferences: Bool
  package let isKeyed: Bool
  /// Whether lists may omit rows that are kept.
  let mayBePartial: Bool
  /// Whether any operation on nested rows and links is not allowed.
  let isLimited: Bool
  /// `unowned`: entities refer to each other in cycles, and the schema's plan retains all of them.
  package unowned let target: EntityPlan

  /// Creates the plan, or returns `nil` if the metadata refers to an entity or a relationship that
  /// does not exist, which generated metadata never does.
  init?(_ metadata: RelationMetadata, index: Int, of entity: EntityPlan, in schema: SchemaPlan) {
    guard let target = schema.entity(metadata.target) else { return nil }
    self.metadata = metadata
    self.index = index
    self.target = target
    isKeyed = metadata.nesting.isKeyed
    mayBePartial = metadata.nesting.missingRows != .delete
    isLimited = metadata.nesting.operations != RelationMetadata.Nesting.allOperations
    switch metadata.kind {
    case .toOne(let reference):
      kind = .reference(reference)
    case .toOneInverse:
      guard let children = Children(metadata, of: target, isSingle: true) else { return nil }
      kind = .children(children)
    case .toMany:
      guard let children = Children(metadata, of: target, isSingle: false) else { return nil }
      kind = .children(children)
    case .manyToMany(let table, let side, _):
      guard let joinTable = schema.joinTable(table) else { return nil }
      kind = .members(JoinSide(joinTable, side, in: schema))
    }
    scalarColumn = Self.scalarColumn(kind, target)
    takesReferences = metadata.linkage != nil || Self.namesRowsElsewhere(kind, target)
  }

  /// Whether an object with only a composite identity states nothing but a link. An element of a
  /// list of children is a row: its place in the list is one of its values.
  private static func namesRowsElsewhere(_ kind: Kind, _ target: EntityPlan) -> Bool {
    if case .children = kind { return false }
    return target.identity.count > 1
  }

  private static func scalarColumn(_ kind: Kind, _ target: EntityPlan) -> Int? {
    guard target.identity.count > 1 else { return target.idColumn }
    guard case .children(let children) = kind else { return nil }
    if children.reference.column == target.parentColumn { return target.idColumn }
    let own = target.identity.filter { !children.reference.storedColumns.contains($0) }
    return own.count == 1 ? own[0] : nil
  }
}

/// A to-one relationship with a column, by positions: the data that is needed for every row.
package struct ReferencePlan {
  /// The position in the entity's relationships.
  package let relation: Int
  package let column: Int
  /// The columns of the table for it: that column, or several.
  package let storedColumns: [Int]
  package var isComposite: Bool { storedColumns.count > 1 }
  let positionColumn: Int?
  let isOptional: Bool
  package let hasForeignKey: Bool
  let isOneToOne: Bool
  /// The position of the target in `SchemaPlan.entities`.
  package let target: Int
  /// Whether a list at the other end contains the rows.
  let hasList: Bool

  package init?(_ relation: RelationPlan) {
    guard case .reference(let reference) = relation.kind else { return nil }
    self.relation = relation.index
    column = reference.column
    storedColumns = reference.storedColumns
    positionColumn = reference.positionColumn
    isOptional = reference.isOptional
    hasForeignKey = reference.hasForeignKey
    isOneToOne = reference.isOneToOne
    target = relation.target.index
    hasList = relation.target.metadata.relations.contains { other in
      guard case .toMany = other.kind else { return false }
      return other.name == relation.metadata.inverse && other.inverse == relation.metadata.name
    }
  }
}

extension RelationMetadata {
  /// All keys in order of precedence: ids win over the value of the relationship's own key.
  package var paths: [String] {
    let all = ids + objects
    return all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
  }

  /// The first key of nested rows, for reports.
  package var objectsPath: String { objects.first ?? name }
}

extension RelationPlan {
  /// Whether there is at most one related row.
  package var isSingle: Bool {
    switch kind {
    case .reference: true
    case .children(let children): children.isSingle
    case .members: false
    }
  }
}

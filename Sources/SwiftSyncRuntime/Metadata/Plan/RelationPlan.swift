/// A relation worked out for applying payloads, as seen from the entity that has it.
///
/// An object, since loops over an entity's relations would copy a struct of this size for each row.
final class RelationPlan {
  enum Kind {
    case reference(RelationMetadata.Reference)
    /// Rows of the target refer to this entity.
    case children(Children)
    case members(JoinSide)
  }

  /// A to-many, or the side of a one-to-one that has no column.
  final class Children {
    /// The target's relation that refers back.
    let relation: Int
    let reference: RelationMetadata.Reference
    /// Whether there is one child at most.
    let isSingle: Bool
    /// `Child.reference`, as the table of waiting links calls it.
    let linkName: String
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

  let metadata: RelationMetadata
  /// Position in the entity's relations.
  let index: Int
  let kind: Kind
  /// Whether it lists rows that its own row identifies beside an id of theirs, by which it names them.
  var isScoping: Bool {
    guard target.identity.count > 1, case .children(let children) = kind else { return false }
    return children.reference.column == target.parentColumn
  }
  /// Whether it names rows by all parts of their identity.
  var namesByParts: Bool { target.identity.count > 1 && !isScoping }
  /// The target's column by which the relation names its rows.
  var memberColumn: Int { isScoping ? target.idColumn : target.keyColumn }
  let isKeyed: Bool
  /// Whether lists may leave rows out that stay.
  let mayBePartial: Bool
  /// Whether something may not be done to nested rows and links.
  let isLimited: Bool
  /// `unowned`: entities refer to each other in circles, and the schema's plan keeps all of them.
  unowned let target: EntityPlan

  /// Returns `nil` if the metadata names an entity or a relation that is not there, which no
  /// generated metadata does.
  init?(_ metadata: RelationMetadata, index: Int, of entity: EntityPlan, in schema: SchemaPlan) {
    guard let target = schema.entity(metadata.target) else { return nil }
    self.metadata = metadata
    self.index = index
    self.target = target
    isKeyed = metadata.nesting.isKeyed
    mayBePartial = metadata.nesting.partial != .never
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
  }
}

/// A to-one relation with a column, by positions: what is asked of it for every row.
struct ReferencePlan {
  /// Position in the entity's relations.
  let relation: Int
  let column: Int
  /// The columns that the table has for it: that one, or several.
  let storedColumns: [Int]
  var isComposite: Bool { storedColumns.count > 1 }
  let positionColumn: Int?
  let isOptional: Bool
  let isEnforced: Bool
  let isOneToOne: Bool
  /// Position of the target in `SchemaPlan.entities`.
  let target: Int
  /// Whether a list at the other end holds the rows.
  let hasList: Bool

  init?(_ relation: RelationPlan) {
    guard case .reference(let reference) = relation.kind else { return nil }
    self.relation = relation.index
    column = reference.column
    storedColumns = reference.storedColumns
    positionColumn = reference.positionColumn
    isOptional = reference.isOptional
    isEnforced = reference.isEnforced
    isOneToOne = reference.isOneToOne
    target = relation.target.index
    hasList = relation.target.metadata.relations.contains { other in
      guard case .toMany = other.kind else { return false }
      return other.name == relation.metadata.inverse && other.inverse == relation.metadata.name
    }
  }
}

extension RelationMetadata {
  /// All keys in the order in which they decide: ids win over what the relation's own key says.
  var paths: [String] {
    let all = ids + objects
    return all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
  }

  /// The first key under which nested rows lie, for reports.
  var objectsPath: String { objects.first ?? name }
}

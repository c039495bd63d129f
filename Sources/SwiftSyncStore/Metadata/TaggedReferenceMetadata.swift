@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// A relationship to one of several entities, stored in two attribute columns: the tag and the
/// identity.
@_spi(Generated)
public struct TaggedReferenceMetadata: Sendable {
  /// A target of the relationship.
  public struct Target: Sendable {
    /// The entity's name.
    public let entity: String
    /// The tag's value.
    public let tag: String

    /// Creates a target. Called by generated code and the tool.
    public init(_ entity: String, tag: String) {
      self.entity = entity
      self.tag = tag
    }
  }

  /// The name in Swift and in the schema, e.g. `subject`.
  public let name: String
  /// The position of the tag in the entity's `columns`.
  public let tagColumn: Int
  /// The position of the identity in the entity's `columns`.
  public let idColumn: Int
  /// The targets, in the order of the schema.
  public let targets: [Target]
  /// Dotted paths of nested objects, tried in order.
  public let objects: [String]
  /// The effect on a row when the row that it refers to is deleted.
  public let onDelete: RelationMetadata.DeleteRule

  /// Creates the metadata. Called by generated code and the tool; the targets are given by name.
  public init(
    _ name: String, tag tagColumn: Int, id idColumn: Int, targets: [Target], objects: [String],
    onDelete: RelationMetadata.DeleteRule
  ) {
    self.name = name
    self.tagColumn = tagColumn
    self.idColumn = idColumn
    self.targets = targets
    self.objects = objects
    self.onDelete = onDelete
  }
}

/// The definition of a virtual column: the identity, if the tag is that of one target.
struct TaggedColumn: Sendable {
  /// The position in the entity's `taggedReferences`.
  let reference: Int
  let tagColumn: Int
  let idColumn: Int
  let tag: String
  let tagName: String
  let idName: String

  fileprivate func condition(_ row: String) -> String {
    "\(row)\(quoted(tagName)) = \(quotedText(tag))"
  }
}

extension ColumnMetadata {
  /// The value in SQL.
  ///
  /// - Parameter row: The qualifier of the column, e.g. `t.`
  package func expression(_ row: String = "") -> String {
    if let composite { return composite.expression(row) }
    guard let tagged else { return row + quoted(name) }
    return "CASE WHEN \(tagged.condition(row)) THEN \(row)\(quoted(tagged.idName)) END"
  }

  /// A condition that the column holds a value, which can use an index.
  ///
  /// - Parameter value: An SQL expression.
  package func isEqual(to value: String, _ row: String = "") -> String {
    if let composite { return composite.isEqual(to: value, row) }
    guard let tagged else { return "\(row)\(quoted(name)) = \(value)" }
    return "\(tagged.condition(row)) AND \(row)\(quoted(tagged.idName)) = \(value)"
  }

  /// A condition that another column, of a row that a statement refers to, has the same value.
  func isSame(as other: ColumnMetadata, _ otherRow: String, _ row: String = "") -> String {
    guard let composite, let others = other.composite else {
      return isEqual(to: other.expression(otherRow), row)
    }
    return "\(composite.tuple(row)) = \(others.tuple(otherRow))"
  }

  /// Like `isEqual`, for the single row of a query whose table contains the value.
  ///
  /// - Parameters:
  ///   - other: A column of that table.
  ///   - rest: The query after its list of columns.
  func isEqual(
    to other: ColumnMetadata, selected rest: String, _ row: String = ""
  ) -> String {
    guard let composite, let others = other.composite else {
      return isEqual(to: "(SELECT \(other.expression()) \(rest))", row)
    }
    return "\(composite.tuple(row)) = (SELECT \(others.list()) \(rest))"
  }
}

extension EntityMetadata {
  /// The entity with a to-one relationship, and a column that holds it, for each target of its
  /// relationships to one of several entities. The inverses of the lists become these to-one
  /// relationships.
  func withTaggedReferences(in entities: [EntityMetadata]) -> EntityMetadata {
    let parts = taggedReferences.indices.flatMap { self.parts(of: $0, from: entities) }
    return EntityMetadata(
      name: name, remoteName: remoteName, resourceType: resourceType, table: table,
      columns: columns + parts.map(\.column), attributes: attributes,
      relations: relations.map { self.inverse(of: $0, in: entities) }
        + parts.enumerated().map { relation($1, at: columns.count + $0, in: entities) },
      taggedReferences: taggedReferences, ignoredKeys: ignoredKeys, identity: identity,
      uniques: uniques, check: check,
      checkMessage: checkMessage, sync: sync)
  }

  private struct Part {
    let reference: TaggedReferenceMetadata
    let target: TaggedReferenceMetadata.Target
    let column: ColumnMetadata
  }

  private func parts(of index: Int, from entities: [EntityMetadata]) -> [Part] {
    let reference = taggedReferences[index]
    return reference.targets.map { target in
      let tagged = TaggedColumn(
        reference: index, tagColumn: reference.tagColumn, idColumn: reference.idColumn,
        tag: target.tag, tagName: columns[reference.tagColumn].name,
        idName: columns[reference.idColumn].name)
      return Part(
        reference: reference, target: target,
        column: ColumnMetadata(
          reference.partName(target.entity), columns[reference.idColumn].storage, tagged: tagged))
    }
  }

  private func relation(
    _ part: Part, at column: Int, in entities: [EntityMetadata]
  ) -> RelationMetadata {
    let id = attributes.first { $0.column == part.reference.idColumn }
    let target = entities.first { $0.name == part.target.entity }
    let list = target?.relations.first { $0.target == name && $0.inverse == part.reference.name }
    return RelationMetadata(
      part.column.name, to: part.target.entity,
      .toOne(
        RelationMetadata.Reference(
          id?.type ?? .string, column: column, optional: id?.isOptional ?? true)),
      inverse: list?.name, ids: [], objects: part.reference.objects,
      direction: id?.direction ?? .both, onDelete: part.reference.onDelete)
  }

  /// A list with the to-one relationship of its target that refers back to this entity.
  private func inverse(
    of relation: RelationMetadata, in entities: [EntityMetadata]
  ) -> RelationMetadata {
    guard case .toMany = relation.kind, let inverse = relation.inverse,
      let target = entities.first(where: { $0.name == relation.target }),
      let reference = target.taggedReferences.first(where: { $0.name == inverse })
    else { return relation }
    return RelationMetadata(
      relation.name, to: relation.target, relation.kind, inverse: reference.partName(name),
      ids: relation.ids, objects: relation.objects, direction: relation.direction,
      onDelete: relation.onDelete, nesting: relation.nesting, linkage: relation.linkage)
  }
}

extension TaggedReferenceMetadata {
  /// The name of the to-one relationship to a target. No name in a schema contains a dot.
  func partName(_ entity: String) -> String { "\(name).\(entity)" }
}

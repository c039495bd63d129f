/// A virtual column for several columns of a table: a row's whole identity, or that of the row that
/// a reference refers to, as a JSON array. It is null if a part is null.
///
/// Code that handles links can therefore handle a single value, and a query for it can use an index
/// on the table's own columns.
package struct CompositeColumn: Sendable {
  /// The positions in the entity's `columns`.
  let columns: [Int]
  let names: [String]

  init(_ columns: [Int], of entity: EntityMetadata) {
    self.columns = columns
    names = columns.map { entity.columns[$0].name }
  }

  init(names: [String]) {
    columns = []
    self.names = names
  }

  func expression(_ row: String = "") -> String {
    let condition = names.map { "\(row)\(quoted($0)) IS NOT NULL" }.joined(separator: " AND ")
    return "CASE WHEN \(condition) THEN json_array(\(list(row))) END"
  }

  /// The columns, separated by commas.
  package func list(_ row: String = "") -> String {
    names.map { row + quoted($0) }.joined(separator: ", ")
  }

  package func tuple(_ row: String = "") -> String { "(\(list(row)))" }

  func isEqual(to value: String, _ row: String = "") -> String {
    zip(names, values(in: value)).map { "\(row)\(quoted($0)) = \($1)" }
      .joined(separator: " AND ")
  }

  /// The assignment of a value to the columns.
  func assignment(of value: String) -> String {
    zip(names, values(in: value)).map { "\(quoted($0)) = \($1)" }.joined(separator: ", ")
  }

  /// The parts of a value.
  func values(in value: String) -> [String] {
    names.indices.map { "json_extract(\(value), '$[\($0)]')" }
  }
}

extension EntityMetadata {
  /// The name of the column that represents a composite identity. No name of a schema contains a
  /// blank.
  static var keyName: String { "swiftsync key" }

  /// The entity with a column for each reference to a row with a composite identity, and for its
  /// own identity.
  ///
  /// - Parameter isNamed: Whether links refer to rows of the entity.
  func withCompositeColumns(isNamed: Bool) -> EntityMetadata {
    var columns = columns
    let relations = relations.map { relation -> RelationMetadata in
      guard case .toOne(let reference) = relation.kind, !reference.parts.isEmpty else {
        return relation
      }
      columns.append(
        ColumnMetadata(
          "swiftsync \(relation.name)", composite: CompositeColumn(reference.parts, of: self),
          required: !reference.isOptional))
      return relation.with(reference.at(column: columns.count - 1))
    }
    if isNamed, identity.count > 1 {
      columns.append(
        ColumnMetadata(
          Self.keyName, composite: CompositeColumn(identity, of: self), required: true))
    }
    guard columns.count > self.columns.count else { return self }
    return EntityMetadata(
      name: name, remoteName: remoteName, resourceType: resourceType, table: table,
      columns: columns,
      attributes: attributes,
      relations: relations, taggedReferences: taggedReferences, ignoredKeys: ignoredKeys,
      identity: identity,
      uniques: uniques, check: check, checkMessage: checkMessage, sync: sync)
  }
}

extension SchemaMetadata {
  /// The entities including their virtual columns, as used by all code that reads and writes rows.
  var expandedEntities: [EntityMetadata] {
    let named = entitiesNamedByParts
    let hasTagged = entities.contains { !$0.taggedReferences.isEmpty }
    return entities.map { entity in
      let entity = hasTagged ? entity.withTaggedReferences(in: entities) : entity
      return entity.withCompositeColumns(isNamed: named.contains(entity.name))
    }
  }

  /// The entities with composite identities by which links refer to rows.
  private var entitiesNamedByParts: Set<String> {
    let composite = Set(entities.filter { $0.identity.count > 1 }.map(\.name))
    if composite.isEmpty { return [] }
    var named: Set<String> = []
    for entity in entities {
      for relation in entity.relations where composite.contains(relation.target) {
        if namesByParts(relation, of: entity) { named.insert(relation.target) }
      }
    }
    for table in joinTables { named.formUnion([table.leftEntity, table.rightEntity]) }
    return named.intersection(composite)
  }
}

extension SchemaMetadata {
  /// Whether a relationship to rows with a composite identity refers to them by all of its parts.
  private func namesByParts(_ relation: RelationMetadata, of entity: EntityMetadata) -> Bool {
    switch relation.kind {
    case .toOne, .manyToMany: return true
    case .toOneInverse, .toMany:
      let target = entities.first { $0.name == relation.target }
      guard let target,
        case .toOne(let reference)? = target.relations.first(where: {
          $0.name == relation.inverse
        })?.kind
      else { return false }
      return !reference.parts.isEmpty || reference.column != target.parentColumn
    }
  }
}

extension RelationMetadata {
  fileprivate func with(_ reference: Reference) -> RelationMetadata {
    RelationMetadata(
      name, to: target, .toOne(reference), inverse: inverse, ids: ids, objects: objects,
      direction: direction, onDelete: onDelete, nesting: nesting)
  }
}

extension RelationMetadata.Reference {
  fileprivate func at(column: Int) -> RelationMetadata.Reference {
    RelationMetadata.Reference(
      type, column: column, optional: isOptional, foreignKey: hasForeignKey, oneToOne: isOneToOne,
      position: positionColumn, parts: parts)
  }
}

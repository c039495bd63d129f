@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

extension KeyTrie {
  /// The meanings of the keys of an entity's object.
  ///
  /// - Parameter isStrict: Whether the conventional key of a relationship accepts only its own
  ///   shape.
  static func root(of entity: EntityMetadata, isStrict: Bool) -> KeyTrie {
    let root = KeyTrie(path: "")
    let nested = entity.partsInObjects
    for attribute in entity.attributes where !nested.contains(attribute.column) {
      root.add(attribute, of: entity)
    }
    for index in entity.taggedReferences.indices {
      root.add(taggedReference: index, of: entity, isStrict: isStrict)
    }
    for (index, relation) in entity.relations.enumerated()
    where !entity.isPart(relation) {
      root.add(relation, at: index, isStrict: isStrict)
    }
    // The responses of servers that create ids contain the temporary id that was sent.
    if entity.attributes.contains(where: { $0.generatedDefault == .temporary }) {
      root.add(TemporaryID.echoKey, nil)
    }
    if entity.resourceType != nil { root.addEnvelope(of: entity) }
    let shared = SharedParts.all(of: entity).flatMap(\.shared).map(\.column)
    root.noteIdentity(entity.identity + shared, entity.relationsInIdentity(besides: shared))
    root.finish()
    return root
  }

  /// Records the keys that contain only parts of the identity.
  private func noteIdentity(_ columns: [Int], _ relations: Set<Int>) {
    for entry in entries {
      entry.child?.noteIdentity(columns, relations)
      let isIdentity = entry.consumers.allSatisfy { consumer in
        switch consumer {
        case .field(let column, _), .firstValue(let column, _): return columns.contains(column)
        case .relation(let index, _, _, _): return relations.contains(index)
        case .resourceType, .ignored: return true
        case .partial, .tagged: return false
        }
      }
      let inner = (entry.child?.entries ?? []) + (entry.list?.entries ?? [])
      let isMore =
        inner.isEmpty ? entry.consumers.isEmpty : inner.contains(where: \.statesMore)
      entry.statesMore = isMore || !isIdentity
    }
  }

  private func add(_ attribute: AttributeMetadata, of entity: EntityMetadata) {
    let objects = entity.taggedReferences.filter { $0.idColumn == attribute.column }
      .flatMap(\.objects)
    for (rank, path) in attribute.remote.enumerated() where !objects.contains(path) {
      let entry = add(
        path,
        attribute.direction.isPulled ? attribute.consumer(rank: rank) : nil)
      if attribute.type.content != nil { entry?.hasValues = true }
    }
    for (rank, path) in attribute.currencyPaths.enumerated() {
      let consumer = Consumer.field(column: attribute.column + 1, rank: UInt8(clamping: rank))
      add(path, attribute.direction.isPulled ? consumer : nil)
    }
  }

  /// Adds the keys of rows of one of several entities, or of their ids.
  private func add(taggedReference index: Int, of entity: EntityMetadata, isStrict: Bool) {
    let reference = entity.taggedReferences[index]
    guard let id = entity.attributes.first(where: { $0.column == reference.idColumn }) else {
      return
    }
    for path in reference.objects {
      let rank = id.remote.firstIndex(of: path)
      add(
        path,
        id.direction.isPulled
          ? .tagged(
            index: index, rank: UInt8(clamping: rank ?? id.remote.count),
            takesIDs: rank != nil || !isStrict, path: path) : nil)
    }
  }

  private func add(_ relation: RelationMetadata, at index: Int, isStrict: Bool) {
    for (rank, path) in relation.paths.enumerated() {
      guard relation.direction.isPulled else {
        add(path, nil)
        continue
      }
      var shapes: Shapes = []
      if relation.ids.contains(path) { shapes.insert(.ids) }
      if relation.objects.contains(path) {
        // A composite identity is also an object.
        shapes.formUnion(isStrict || relation.ids.isEmpty ? .objects : .both)
      }
      let entry = add(
        path, .relation(index: index, shapes: shapes, rank: UInt8(clamping: rank), path: path))
      if case .toOne(let reference) = relation.kind { entry?.referenceColumn = reference.column }
    }
    if case .keepIf(let path) = relation.nesting.missingRows {
      add(path, relation.direction.isPulled ? .partial(index: index) : nil)
    }
  }
}

extension EntityMetadata {
  /// Whether a relationship is the part, for one target, of a relationship to one of several
  /// entities.
  fileprivate func isPart(_ relation: RelationMetadata) -> Bool {
    guard case .toOne(let reference) = relation.kind else { return false }
    return columns[reference.column].tagged != nil
  }

  /// The relationships to rows with a composite identity whose parts are all parts of this
  /// identity, and those in the identity whose key is shared with a part of a reference.
  fileprivate func relationsInIdentity(besides shared: [Int]) -> Set<Int> {
    Set(
      relations.indices.filter { index in
        guard case .toOne(let reference) = relations[index].kind,
          !reference.parts.isEmpty || !shared.isEmpty
        else { return false }
        return reference.storedColumns.allSatisfy(identity.contains)
      })
  }

  /// The columns of identity parts that are read from the objects of relationships.
  package var partsInObjects: Set<Int> {
    relations.reduce(into: []) { columns, relation in
      guard case .toOne(let reference) = relation.kind, !relation.objects.isEmpty else { return }
      columns.formUnion(reference.parts)
    }
  }
}

extension AttributeMetadata {
  fileprivate func consumer(rank: Int) -> KeyTrie.Consumer {
    let rank = UInt8(clamping: rank)
    return field.takesFirstValue
      ? .firstValue(column: column, rank: rank) : .field(column: column, rank: rank)
  }
}

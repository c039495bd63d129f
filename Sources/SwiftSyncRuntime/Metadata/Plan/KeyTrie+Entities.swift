extension KeyTrie {
  /// The meaning of the keys of an entity's object.
  ///
  /// - Parameter isStrict: Whether the key of a relation by convention takes only its own shape.
  static func root(of entity: EntityMetadata, isStrict: Bool) -> KeyTrie {
    let root = KeyTrie(path: "")
    for attribute in entity.attributes { root.add(attribute) }
    for (index, relation) in entity.relations.enumerated() {
      root.add(relation, at: index, isStrict: isStrict)
    }
    root.noteIdentity(entity.identity)
    root.finish()
    return root
  }

  /// Notes the keys that only lead to parts of the identity.
  private func noteIdentity(_ columns: [Int]) {
    for entry in entries {
      entry.child?.noteIdentity(columns)
      let isIdentity = entry.consumers.allSatisfy { consumer in
        switch consumer {
        case .field(let column, _), .firstValue(let column, _): return columns.contains(column)
        case .relation, .partial: return false
        }
      }
      let inner = (entry.child?.entries ?? []) + (entry.list?.entries ?? [])
      let isMore =
        inner.isEmpty ? entry.consumers.isEmpty : inner.contains(where: \.statesMore)
      entry.statesMore = isMore || !isIdentity
    }
  }

  private func add(_ attribute: AttributeMetadata) {
    for (rank, path) in attribute.remote.enumerated() {
      let entry = add(
        path,
        attribute.direction.isImported ? attribute.consumer(rank: rank) : nil)
      if attribute.type.content != nil { entry?.hasValues = true }
    }
    guard let currency = attribute.currency else { return }
    add(
      currency,
      attribute.direction.isImported ? .field(column: attribute.column + 1, rank: 0) : nil)
  }

  private func add(_ relation: RelationMetadata, at index: Int, isStrict: Bool) {
    for (rank, path) in relation.paths.enumerated() {
      guard relation.direction.isImported else {
        add(path, nil)
        continue
      }
      var shapes: Shapes = []
      if relation.ids.contains(path) { shapes.insert(.ids) }
      if relation.objects.contains(path) { shapes.formUnion(isStrict ? .objects : .both) }
      let entry = add(
        path, .relation(index: index, shapes: shapes, rank: UInt8(clamping: rank), path: path))
      if case .toOne(let reference) = relation.kind { entry?.referenceColumn = reference.column }
    }
    if case .sign(let path) = relation.nesting.partial {
      add(path, relation.direction.isImported ? .partial(index: index) : nil)
    }
  }
}

extension AttributeMetadata {
  fileprivate func consumer(rank: Int) -> KeyTrie.Consumer {
    let rank = UInt8(clamping: rank)
    return takesFirstValue
      ? .firstValue(column: column, rank: rank) : .field(column: column, rank: rank)
  }
}

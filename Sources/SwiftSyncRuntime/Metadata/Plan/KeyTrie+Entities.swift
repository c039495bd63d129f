extension KeyTrie {
  /// The meaning of the keys of an entity's object.
  static func root(of entity: EntityMetadata) -> KeyTrie {
    let root = KeyTrie(path: "")
    for attribute in entity.attributes { root.add(attribute) }
    for (index, relation) in entity.relations.enumerated() { root.add(relation, at: index) }
    root.finish()
    return root
  }

  private func add(_ attribute: AttributeMetadata) {
    for (rank, path) in attribute.remote.enumerated() {
      let entry = add(
        path,
        attribute.direction.isImported
          ? .field(column: attribute.column, rank: UInt8(clamping: rank)) : nil)
      if attribute.type.content != nil { entry?.hasValues = true }
    }
    guard let currency = attribute.currency else { return }
    add(
      currency,
      attribute.direction.isImported ? .field(column: attribute.column + 1, rank: 0) : nil)
  }

  private func add(_ relation: RelationMetadata, at index: Int) {
    for path in unique(relation.ids + relation.objects) {
      guard relation.direction.isImported else {
        add(path, nil)
        continue
      }
      var shapes: Shapes = []
      if relation.ids.contains(path) { shapes.insert(.ids) }
      if relation.objects.contains(path) { shapes.insert(.objects) }
      let rank = relation.ids.firstIndex(of: path) ?? relation.objects.firstIndex(of: path) ?? 0
      let entry = add(
        path, .relation(index: index, shapes: shapes, rank: UInt8(clamping: rank), path: path))
      if case .toOne(let reference) = relation.kind { entry?.referenceColumn = reference.column }
    }
  }

  private func unique(_ paths: [String]) -> [String] {
    paths.enumerated().filter { paths.firstIndex(of: $1) == $0 }.map(\.element)
  }
}

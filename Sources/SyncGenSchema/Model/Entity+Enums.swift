extension Schema {
  /// The positions of the enums in an entity's columns, ascending and distinct.
  package func enums(of id: EntityID) -> [Int] {
    let entity = self[id]
    var found = Set(entity.attributes.compactMap { $0.type.enumeration?.index })
    for type in valueTypes(of: id) {
      found.formUnion(valueTypes[type].fields.compactMap { $0.type.enumeration?.index })
    }
    for relation in entity.relations {
      guard case .toOne = relation.kind else { continue }
      found.formUnion(identityEnums(of: relation.target, depth: 0))
    }
    return found.sorted()
  }

  /// The enums of an identity. A reference in the identity contains the identity of its target.
  private func identityEnums(of id: EntityID, depth: Int) -> [Int] {
    guard depth <= entities.count else { return [] }
    let entity = self[id]
    return entity.identity.parts.flatMap { part -> [Int] in
      switch part {
      case .attribute(let index):
        [entity.attributes[index].type.enumeration?.index].compactMap { $0 }
      case .reference(let index):
        identityEnums(of: entity.relations[index].target, depth: depth + 1)
      }
    }
  }
}

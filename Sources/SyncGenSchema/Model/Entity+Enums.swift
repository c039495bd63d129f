extension Schema {
  /// The enums that the columns of an entity hold, by their positions, each once, ascending.
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

  /// An identity that is a reference holds what the identity of its target holds.
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

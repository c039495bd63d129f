import SyncGenDiagnostics

/// Enters the members of each entity by their names; two of one name are reported.
enum MemberResolver {
  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    for index in draft.entities.indices {
      draft.entities[index].members = members(of: draft.entities[index], into: &bag)
    }
  }

  private static func members(
    of entity: EntityDraft, into bag: inout DiagnosticBag
  ) -> [String: EntityDraft.Member] {
    var members: [String: EntityDraft.Member] = [:]
    for (index, attribute) in entity.attributes.enumerated() {
      members[attribute.name.name] = .attribute(index)
    }
    for (index, relation) in entity.relations.enumerated() {
      if let first = members[relation.name] {
        let name = relation.declaration.name
        bag.add(.memberCollision(name, in: entity.name, first: entity.span(of: first)))
      } else {
        members[relation.name] = .relation(index)
      }
    }
    return members
  }
}

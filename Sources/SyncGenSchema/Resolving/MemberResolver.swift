import SyncGenDiagnostics

/// Registers the members of each entity by name, and reports repeated names.
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
    members.reserveCapacity(entity.attributes.count + entity.relations.count)
    for index in entity.attributes.indices {
      members[entity.attributes[index].name.name] = .attribute(index)
    }
    for index in entity.relations.indices {
      let name = entity.relations[index].declaration.name
      if let first = members[name.value] {
        bag.add(.memberCollision(name, in: entity.name, first: entity.span(of: first)))
      } else {
        members[name.value] = .relation(index)
      }
    }
    return members
  }
}

import SyncGenSchema

/// The members of an entity that the placeholders and the query of an endpoint name.
struct EndpointMembers {
  let entity: Entity
  let schema: Schema

  /// The names of the identity's parts.
  var identityParts: [String] {
    entity.identity.parts.map { part in
      switch part {
      case .attribute(let index): entity.attributes[index].name.name
      case .reference(let index): entity.relations[index].name.name
      }
    }
  }

  func isReferenceOrIdentity(_ member: String) -> Bool {
    identityParts.contains(member) || reference(named: member) != nil
  }

  /// The identity's part, reference or attribute that a placeholder stands for.
  func member(ofPlaceholder name: String) -> String? {
    let members = Set(entity.attributes.map(\.name.name) + entity.relations.map(\.name.name))
    let identity = IdentityPlaceholders(
      of: entity.name.name, parts: identityParts, isMember: members.contains)
    return identity.part(name) ?? reference(named: name) ?? reference(toEntity: name)
      ?? attribute(named: name)
  }

  /// The member whose values a parameter filters.
  func member(ofParameter field: InlineField) -> String? {
    let (name, key) = (field.name.name, field.remote.dotted)
    return attribute(named: name) ?? attribute(at: key) ?? reference(named: name) ?? list(name, key)
      ?? reference(at: key)
  }

  private func attribute(named name: String) -> String? {
    entity.attributes.first { $0.name.name == name }?.name.name
  }

  private func attribute(at key: String) -> String? {
    entity.attributes.first { $0.remote.paths.contains { $0.dotted == key } }?.name.name
  }

  private var references: [Relation] {
    entity.relations.filter { if case .toOne = $0.kind { true } else { false } }
  }

  private func reference(named name: String) -> String? {
    references.first { $0.name.name == name || $0.idProperty.name == name }?.name.name
  }

  private func reference(at key: String) -> String? {
    references.first { $0.remote.ids.contains { $0.dotted == key } }?.name.name
  }

  /// The only reference to an entity whose name, with or without `ID`, is that of a placeholder.
  private func reference(toEntity name: String) -> String? {
    let found = references.filter { relation in
      let target = schema[relation.target].name.name.lowercased()
      return [target, target + "id"].contains(name.lowercased())
    }
    return found.count == 1 ? found[0].name.name : nil
  }

  private func list(_ name: String, _ key: String) -> String? {
    entity.relations.first { relation in
      guard case .manyToMany = relation.kind else { return false }
      return relation.name.name == name || relation.remote.ids.contains { $0.dotted == key }
    }?.name.name
  }
}

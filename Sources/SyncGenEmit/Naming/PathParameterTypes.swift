import SyncGenSchema

/// Infers the types of the placeholders in an endpoint's path that a schema does not state.
///
/// The first rule that applies is used: `{project}` is a reference of the entity whose rows are
/// stored, or an entity's name, with or without `ID`; `/tasks/{id}` has the plural of an entity
/// before an attribute of it; it is an attribute of the entity that the endpoint sends or returns.
/// Everything else is a string.
struct PathParameterTypes {
  let schema: Schema
  let endpoint: EndpointModel

  /// The type of a placeholder.
  func type(of name: String) -> (type: AttributeType, scalar: NamedScalar?) {
    let found = identity(of: name) ?? attribute(of: name)
    return (found?.type ?? .scalar(.string), found?.scalar)
  }

  private func identity(of name: String) -> Attribute? {
    let base = ["ID", "Id"].first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
    let names = [name] + (base.map { [$0] } ?? [])
    if let own = endpoint.entity.flatMap({ reference(named: names, of: $0) }) { return own }
    let named = schema.entityIDs.first { id in
      names.contains { $0.lowercased() == schema[id].name.name.lowercased() }
    }
    return named.flatMap(identityAttribute)
  }

  private func reference(named names: [String], of id: EntityID) -> Attribute? {
    let relation = schema[id].relations.first { relation in
      guard case .toOne = relation.kind else { return false }
      return names.contains(relation.name.name)
    }
    return relation.flatMap { identityAttribute($0.target) }
  }

  private func identityAttribute(_ id: EntityID) -> Attribute? {
    SwiftNames(schema).identityAttribute(id)
  }

  private func attribute(of name: String) -> Attribute? {
    guard let id = listed(before: name) ?? endpoint.entity else { return nil }
    guard let attribute = schema[id].attributes.first(where: { $0.name.name == name }) else {
      return name == "id" ? identityAttribute(id) : nil
    }
    switch attribute.type {
    case .scalar, .enumeration: return attribute
    case .money, .value, .array, .dictionary: return nil
    }
  }

  /// The entity whose plural is the segment before a placeholder.
  private func listed(before name: String) -> EntityID? {
    let segments = endpoint.path.split(separator: "/")
    guard let index = segments.firstIndex(of: "{\(name)}"), index > 0 else { return nil }
    let word = segments[index - 1].replacing("-", with: "_")
    return schema.entityIDs.first { schema[$0].plural == word || schema[$0].table.name == word }
  }
}

extension EndpointModel {
  /// A placeholder whose type the schema states.
  func placeholder(_ name: String) -> InlineField? {
    placeholders.first { $0.name.name == name }
  }

  /// The entity of the endpoint.
  var entity: EntityID? { stores?.entity ?? body?.entity ?? returns?.entity }
}

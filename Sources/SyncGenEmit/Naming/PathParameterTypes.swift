import SyncGenSchema

/// Finds out what the placeholders of an endpoint's path stand for, which a schema does not say.
///
/// The first that holds: `{project}` is a reference of the entity whose rows go into the store or an entity's
/// name, with or without `ID`; `/tasks/{id}` has the plural of an entity before an attribute of it; it is an
/// attribute of the entity that the endpoint sends or returns. Everything else is a text.
struct PathParameterTypes {
  let schema: Schema
  let endpoint: Endpoint

  /// The type of a placeholder.
  func type(of name: String) -> AttributeType {
    let identity = identity(of: name) ?? attribute(of: name)
    return identity ?? .scalar(.string)
  }

  private func identity(of name: String) -> AttributeType? {
    let base = ["ID", "Id"].first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
    let names = [name] + (base.map { [$0] } ?? [])
    if let own = endpoint.entity.flatMap({ reference(named: names, of: $0) }) { return own }
    let named = schema.entityIDs.first { id in
      names.contains { $0.lowercased() == schema[id].name.name.lowercased() }
    }
    return named.flatMap(identityType)
  }

  private func reference(named names: [String], of id: EntityID) -> AttributeType? {
    let relation = schema[id].relations.first { relation in
      guard case .toOne = relation.kind else { return false }
      return names.contains(relation.name.name)
    }
    return relation.flatMap { identityType($0.target) }
  }

  private func identityType(_ id: EntityID) -> AttributeType? {
    SwiftNames(schema).identityAttribute(id)?.type
  }

  private func attribute(of name: String) -> AttributeType? {
    guard let id = listed(before: name) ?? endpoint.entity else { return nil }
    let attribute = schema[id].attributes.first { $0.name.name == name }
    guard let type = attribute?.type else { return name == "id" ? identityType(id) : nil }
    switch type {
    case .scalar, .enumeration: return type
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

extension Endpoint {
  /// The entity that it is about.
  var entity: EntityID? { stores?.entity ?? body?.entity ?? returns?.entity }
}

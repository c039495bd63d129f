/// The location of entity members in JSON:API's resource objects.
extension RemoteNamer {
  /// The kind of object that a key belongs to.
  package enum Place: Hashable {
    /// An object without an envelope: a value, or a type of an endpoint.
    case object
    case identity
    case attribute
  }

  /// The path of a member of an entity.
  ///
  /// - Parameter key: The key by convention.
  package func path(_ key: RemotePath, in place: Place) -> RemotePath {
    guard envelope == .jsonAPI else { return key }
    switch place {
    case .object: return key
    case .identity: return RemotePath(["id"])
    case .attribute: return RemotePath(["attributes"] + key.keys)
    }
  }

  /// The location of a relationship's resource identifiers.
  package func linkage(_ key: RemotePath) -> RemotePath {
    RemotePath(["relationships"] + key.keys + ["data"])
  }

  /// The type of an entity's resource objects; `nil` without the envelope.
  ///
  /// - Parameter plural: The plural in snake_case.
  package func resourceType(stated: String?, plural: String) -> String? {
    guard envelope == .jsonAPI else { return nil }
    return stated ?? paths(snake: plural, verbatim: names.camelCase(plural)).first?.dotted ?? plural
  }
}

extension RelationKeys {
  /// Whether ids are resource identifiers, which JSON:API has at `relationships.*.data`.
  package var isLinkage: Bool { ids.first?.isLinkage ?? false }
}

extension RemotePath {
  func appending(_ key: String) -> RemotePath { RemotePath(keys + [key]) }

  package var isLinkage: Bool {
    isPlain && keys.count == 3 && keys[0] == "relationships" && keys[2] == "data"
  }
}

extension Schema {
  /// The type of a relationship's resource identifiers; `nil` if payloads contain plain ids.
  package func linkage(of relation: Relation) -> String? {
    relation.remote.isLinkage ? self[relation.target].resourceType : nil
  }
}

extension EntityDeclaration {
  /// Whether an attribute alone is the identity.
  func isIdentity(_ name: String) -> Bool {
    identity.map { $0.map(\.value) == [name] } ?? (name == "id")
  }
}

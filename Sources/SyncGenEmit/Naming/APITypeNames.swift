import SyncGenSchema

/// The names that the client of a schema's endpoints declares inside itself.
enum APITypeNames {
  /// The additional declarations and inherited names of the client and of every endpoint's type.
  static let nested: Set<String> = ["Response", "Entity", "GeneratedClient", "GeneratedSchema"]

  /// The names of inline types, with each of their parts, and of endpoints.
  static func names(_ api: API) -> Set<String> {
    let types = api.types + api.endpoints.flatMap(\.inlineTypes)
    let inner = types.flatMap(\.withNested)
    let tagged = inner.flatMap(\.taggedRows).flatMap {
      $0.name.split(separator: ".").map(String.init)
    }
    return
      nested
      .union(tagged)
      .union(inner.flatMap(\.path).map(\.name))
      .union(api.endpoints.map(\.typeName))
  }
}

extension APITypeNames {
  /// The names of the types that are declared inside other types.
  static func inner(_ api: API) -> Set<String> {
    let types = (api.types + api.endpoints.flatMap(\.inlineTypes)).flatMap(\.withNested)
    let paths = types.map(\.name) + types.flatMap(\.taggedRows).map(\.name)
    return Set(paths.flatMap { $0.split(separator: ".").dropFirst().map(String.init) })
  }
}

extension PayloadType {
  /// The entity whose rows or patches it is or lists.
  var entity: EntityID? {
    switch self {
    case .entity(let id), .patch(let id): id
    case .array(let element), .optional(let element): element.entity
    case .inline, .scalar, .enumeration, .value, .money, .file, .dictionary, .named, .tagged: nil
    }
  }
}

import SyncGenSchema

/// The modules that declare types of the app, as named by scalars of the schema.
enum AppModules {
  /// The modules in order, each once.
  static func of(_ scalars: [NamedScalar?]) -> [String] {
    Set(scalars.compactMap { $0?.appType?.module }).sorted()
  }
}

extension SwiftNames {
  /// The modules for an entity's members and for the ids of its relationships.
  func modules(of id: EntityID) -> [String] {
    AppModules.of(members(of: id).map(\.scalar))
  }

  /// Whether a member, an id or a value in one of them has a type of the app.
  func hasAppTypes(_ id: EntityID) -> Bool {
    schema.hasAppScalars(id) || members(of: id).contains { $0.scalar?.appType != nil }
  }

  private func members(of id: EntityID) -> [Attribute] {
    schema[id].attributes + schema[id].relations.compactMap { identityAttribute($0.target) }
  }
}

extension API {
  /// The fields of all types and parameters of requests and responses.
  fileprivate var fields: [InlineField] {
    let stated = endpoints.flatMap { [$0.body?.inlineType, $0.returns?.inlineType] }.compactMap {
      $0
    }
    let headerFields = (headers + endpoints.flatMap(\.headers)).compactMap(\.parameter)
    return (types + stated).flatMap(\.withNested).flatMap(\.fields) + endpoints.flatMap(\.query)
      + endpoints.flatMap(\.placeholders)
      + headerFields
  }
}

extension Schema {
  /// The scalars with types of the app, among those of members.
  var appScalars: [NamedScalar] {
    let stored =
      entities.flatMap(\.attributes).map(\.scalar) + valueTypes.flatMap(\.fields).map(\.scalar)
    let sent = payloads?.fields.map(\.scalar) ?? []
    return Set((stored + sent).compactMap { $0 }).filter { $0.appType != nil }.sorted {
      $0.name < $1.name
    }
  }

  /// Whether fields of value types have types of the app.
  func hasAppScalars(_ types: [Int]) -> Bool {
    types.contains { valueTypes[$0].fields.contains { $0.scalar?.appType != nil } }
  }

  /// Whether members of an entity, or values in them, have types of the app.
  func hasAppScalars(_ id: EntityID) -> Bool {
    self[id].attributes.contains { $0.scalar?.appType != nil } || hasAppScalars(valueTypes(of: id))
  }
}

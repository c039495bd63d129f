import SyncGenSchema

/// An endpoint that fetches one row of an entity by its identity, as exposed to templates.
struct ItemEndpointContext: ContextSubject {
  let endpoint: EndpointModel
  /// The placeholders, in the order of the identity's parts.
  let parts: [String]
  let names: PayloadNames

  static let type = ContextType<Self>(
    "item endpoint", "An endpoint that fetches one row of an entity by its identity.",
    [
      .text("name", "The name of the endpoint.") { $0.endpoint.name.name },
      .text("route", "The path after base and version, with the placeholders.") {
        $0.names.api.route($0.endpoint.path, version: $0.endpoint.version)
      },
      .texts("parts", "The placeholders, in the order of the identity's parts.") { $0.parts },
      .optionalText("root", "The dotted path of the row.") { $0.endpoint.stores?.root?.dotted },
      .objects("headers", "The header fields of its requests, which are constants.") { context in
        context.endpoint.headers.map { HeaderContext(header: $0, names: context.names) }
      },
      .objects("constants", "The parameters of its query that are constants.") { context in
        context.endpoint.constants.map(QueryConstantContext.init)
      },
      .optionalNumber("timeout", "The seconds within which a response must be complete.") {
        $0.endpoint.timeout
      },
      .texts("secretKeys", "The keys in the response of values that are secret.") { context in
        EndpointContext(endpoint: context.endpoint, names: context.names).secretKeys
      },
      .optionalObject(
        "failure", "How a response with a status from 200 to 299 indicates a failure."
      ) {
        $0.endpoint.failure.map(EndpointFailureContext.init)
      },
    ])

  /// The first endpoint of the schema that fetches a row of an entity.
  static func first(of entity: EntityID, in names: PayloadNames) -> ItemEndpointContext? {
    names.api.endpoints.lazy.compactMap { ItemEndpointContext($0, of: entity, names) }.first
  }

  /// Returns `nil` if the endpoint needs anything besides the identity, or returns anything but the
  /// row.
  private init?(_ endpoint: EndpointModel, of entity: EntityID, _ names: PayloadNames) {
    guard endpoint.method == .get, endpoint.stores?.entity == entity,
      endpoint.query.allSatisfy({ $0.isOptional || $0.defaultValue != nil }),
      endpoint.headers.allSatisfy({ $0.parameter == nil }), let stores = endpoint.stores,
      endpoint.paging == nil,
      StoresContext(stores: stores, returns: endpoint.returns, names: names).isItem,
      let parts = names.names.schema[entity].placeholders(of: endpoint)
    else { return nil }
    self.endpoint = endpoint
    self.parts = parts
    self.names = names
  }
}

extension Entity {
  /// The placeholders for the parts of the identity; `nil` if there are others, or one is missing.
  fileprivate func placeholders(of endpoint: EndpointModel) -> [String]? {
    let parts = identity.parts.map { part in
      switch part {
      case .attribute(let index): attributes[index].name.name
      case .reference(let index): relations[index].name.name
      }
    }
    let members = Set(attributes.map(\.name.name) + relations.map(\.name.name))
    return IdentityPlaceholders(of: name.name, parts: parts, isMember: members.contains)
      .arranged(endpoint.pathParameters.map(\.name))
  }
}

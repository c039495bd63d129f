import SyncGenSchema
import SyncGenTemplateEngine

/// `api:` as templates see it.
struct APIContext: ContextSubject {
  let api: API
  let names: SwiftNames

  static let type = ContextType<Self>(
    "api", "The endpoints of a backend.",
    [
      .text("base", "What every path begins with.") { $0.api.base },
      .optionalNumber("version", "The version of all endpoints without their own.") {
        $0.api.version
      },
      .objects("endpoints", "In the order of the schema.") { context in
        context.api.endpoints.map { EndpointContext(endpoint: $0, names: context.names) }
      },
      .objects("syncEndpoints", "Endpoints that upload local changes.") { context in
        context.api.syncEndpoints.map { SyncEndpointContext(endpoint: $0, names: context.names) }
      },
      .objects("types", "Inline types with a name.") { context in
        context.api.types.map { InlineTypeContext(inlineType: $0, names: context.names) }
      },
    ])
}

/// An endpoint as templates see it.
struct EndpointContext: ContextSubject {
  let endpoint: Endpoint
  let names: SwiftNames

  static let type = ContextType<Self>(
    "endpoint", "A typed endpoint.",
    [
      .text("name", "The name in Swift.") { $0.endpoint.name.name },
      .text("swiftName", "The name as Swift code writes it.") { $0.endpoint.name.source },
      .text("method", "`get`, `post`, `put`, `patch` or `delete`.") {
        $0.endpoint.method.rawValue
      },
      .text("path", "The path with its `{placeholders}`.") { $0.endpoint.path },
      .texts("pathParameters", "The placeholders in their order.") {
        $0.endpoint.pathParameters.map(\.name)
      },
      .objects("query", "The query's parameters.") { context in
        context.endpoint.query.map { FieldContext(field: $0, names: context.names) }
      },
      .optionalObject("body", "What a request carries.") { context in
        context.endpoint.body.map { PayloadTypeContext(type: $0, names: context.names) }
      },
      .optionalObject("returns", "What an answer carries.") { context in
        context.endpoint.returns.map { PayloadTypeContext(type: $0, names: context.names) }
      },
      .optionalNumber("version", "The version, if it states one.") { $0.endpoint.version },
      .optionalObject("syncs", "How an answer goes into the store.") { context in
        context.endpoint.syncs.map { EndpointSyncContext(sync: $0, schema: context.names.schema) }
      },
      .optionalText("documentation", "What `doc:` says.") { $0.endpoint.documentation },
    ])
}

/// `syncs:` of an endpoint as templates see it.
struct EndpointSyncContext: ContextSubject {
  let sync: EndpointSync
  let schema: Schema

  static let type = ContextType<Self>(
    "endpoint sync", "How an endpoint's answer goes into the store.",
    [
      .text("entity", "The entity whose rows it brings.") { $0.schema[$0.sync.entity].name.name },
      .optionalText("scope", "The relation whose rows it is complete for.") { context in
        context.sync.scope.map { context.schema[$0].name.name }
      },
      .optionalText("root", "The dotted path of the rows.") { $0.sync.root?.dotted },
      .optionalText("missingRows", "`delete` or `keep`.") { $0.sync.missingRows?.rawValue },
      .texts("operations", "Of `insert`, `update` and `delete`.") {
        $0.sync.operations.map(\.rawValue)
      },
      .optionalText("since", "The query parameter of the watermark.") { $0.sync.since },
      .optionalText("page", "The query parameter that is counted up.") { $0.sync.page },
    ])
}

/// An upload endpoint as templates see it.
struct SyncEndpointContext: ContextSubject {
  let endpoint: SyncEndpoint
  let names: SwiftNames

  static let type = ContextType<Self>(
    "sync endpoint", "An endpoint that uploads local changes.",
    [
      .text("name", "The name in Swift.") { $0.endpoint.name.name },
      .text("method", "`post`, `put` or `patch`.") { $0.endpoint.method.rawValue },
      .text("path", "The path.") { $0.endpoint.path },
      .text("protocol", "`batch` or `operations`.") { $0.endpoint.wireProtocol.rawValue },
      .texts("entities", "The names of the entities that it takes.") { context in
        context.endpoint.entities.map { context.names.schema[$0].name.name }
      },
      .optionalNumber("version", "The version, if it states one.") { $0.endpoint.version },
    ])
}

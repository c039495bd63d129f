import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// A resource as exposed to templates: what it stands for.
struct ResourceContext: ContextSubject {
  let resource: Resource
  let names: PayloadNames

  static let type = ContextType<Self>(
    "resource",
    "An entity under `resources`. What it stands for is also among the endpoints and uploads.",
    [
      .text("entity", "The entity.") { $0.names.names.schema[$0.resource.entity].name.name },
      .objects("endpoints", "The endpoints that it stands for.") { context in
        context.resource.endpoints.map {
          ResourceEndpointContext(endpoint: $0, names: context.names)
        }
      },
      .optionalText("upload", "The upload that pushes local changes to these endpoints, if any.") {
        $0.resource.upload
      },
    ])
}

/// An endpoint that a resource stands for, as exposed to templates.
struct ResourceEndpointContext: ContextSubject {
  let endpoint: Resource.Endpoint
  let names: PayloadNames

  private var model: EndpointModel? {
    names.api.endpoints.first { $0.name.name == endpoint.name }
  }

  static let type = ContextType<Self>(
    "resource endpoint", "An endpoint that a resource stands for.",
    [
      .text("role", "`list`, `get`, `create`, `update` or `delete`.") { $0.endpoint.part.rawValue },
      .text("name", "The name of the endpoint.") { $0.endpoint.name },
      .optionalText("method", "The method.") { $0.model?.method.rawValue },
      .optionalText("path", "The path with its `{placeholders}`.") { $0.model?.path },
      .flag("isWrittenOut", "Whether the schema has written it out under `endpoints`.") {
        $0.endpoint.isWrittenOut
      },
    ])
}

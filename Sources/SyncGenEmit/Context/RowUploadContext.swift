import SwiftSyncValues
import SyncGenSchema
import SyncGenTemplateEngine

/// An upload endpoint of the `rest` protocol as exposed to templates.
struct RowUploadContext: ContextSubject {
  let upload: RowUpload
  let names: PayloadNames

  static let type = ContextType<Self>(
    "row upload",
    "Endpoints for single rows to which local changes are pushed: the `rest` protocol.",
    [
      .text("name", "The name in the schema.") { $0.upload.name.name },
      .objects("entities", "The entities with their endpoints.") { context in
        context.upload.entities.map { RowRoutesContext(routes: $0, names: context.names) }
      },
      .number("concurrency", "How many requests run at the same time.") { $0.upload.concurrency },
      .flag("hasOptions", "Whether it has keys other than the entities.") {
        $0.upload.concurrency != RowUpload.usualConcurrency || $0.upload.retriesCreates
          || $0.upload.idempotencyKey != nil
      },
      .flag("statesConcurrency", "Whether `concurrency` differs from the default.") {
        $0.upload.concurrency != RowUpload.usualConcurrency
      },
      .optionalText("idempotencyHeader", "The header field of `idempotency-key`.") {
        $0.upload.idempotencyKey?.header
      },
      .optionalNumber("idempotencySeconds", "For how many seconds a server keeps a key.") {
        $0.upload.idempotencyKey?.validity
      },
      .flag("retriesCreates", "Whether a creation without a response is sent again.") {
        $0.upload.retriesCreates
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.upload.name.source }
  ]
}

/// The endpoints of one entity's rows as exposed to templates.
struct RowRoutesContext: ContextSubject {
  let routes: RowRoutes
  let names: PayloadNames

  static let type = ContextType<Self>(
    "row routes", "The endpoints of one entity's rows.",
    [
      .text("entity", "The entity.") { $0.names.names.schema[$0.routes.entity].name.name },
      .objects("routes", "Those that the entity has: `create`, `update`, `delete` and `fetch`.") {
        context in
        let routes = context.routes
        return [
          ("create", routes.create), ("update", routes.update), ("delete", routes.delete),
          ("fetch", routes.fetch),
        ].compactMap { role, route in
          route.map { RowRouteContext(role: role, route: $0, names: context.names) }
        }
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("entity", "The entity's type as written in Swift code.") {
      $0.names.names.type($0.routes.entity)
    },
    .texts(
      "errorTypes", "The request types of the endpoints that declare `errors`, in Swift, each once."
    ) { context in
      let routes = context.routes
      return [routes.create, routes.update, routes.delete, routes.fetch].compactMap { route in
        route.map { context.names.api.endpoints[$0.endpoint] }
      }
      .filter { !$0.errors.isEmpty }.map(\.typeName).uniqued()
    },
  ]
}

/// An endpoint that takes or returns one row as exposed to templates.
struct RowRouteContext: ContextSubject {
  let role: String
  let route: RowRoute
  let names: PayloadNames

  private var endpoint: EndpointModel { names.api.endpoints[route.endpoint] }

  static let type = ContextType<Self>(
    "row route", "An endpoint that takes or returns one row.",
    [
      .text("role", "`create`, `update`, `delete` or `fetch`.") { $0.role },
      .text("endpoint", "The name of the endpoint.") { $0.endpoint.name.name },
      .text("method", "The method.") { $0.endpoint.method.rawValue },
      .text("route", "The path after base and version.") { context in
        context.names.api.route(context.route.path, version: context.endpoint.version)
      },
      .text("body", "The row in a request: `none`, `changed` or `whole`.") {
        $0.route.body.rawValue
      },
      .optionalText("bodyRoot", "The dotted path of the row in a request.") {
        $0.route.bodyRoot.isEmpty ? nil : ValuePath.text($0.route.bodyRoot)
      },
      .objects("headers", "The header fields of its requests that are constants.") { context in
        context.endpoint.headers.filter { $0.parameter == nil }.map {
          HeaderContext(header: $0, names: context.names)
        }
      },
      .objects("constants", "The parameters of its query that are constants.") { context in
        context.endpoint.constants.map(QueryConstantContext.init)
      },
      .optionalNumber("timeout", "The seconds within which a response must be complete.") {
        $0.endpoint.timeout
      },
      .optionalObject(
        "failure", "How a response with a status from 200 to 299 indicates a failure."
      ) {
        $0.endpoint.failure.map(EndpointFailureContext.init)
      },
      .flag("returnsRow", "Whether the response contains the row.") { $0.route.returned != nil },
      .optionalText("returnedRoot", "The dotted path of the row in a response.") {
        $0.route.returned.flatMap { $0.isEmpty ? nil : ValuePath.text($0) }
      },
    ])
}

import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// `api:` as exposed to templates.
struct APIContext: ContextSubject {
  let api: API
  let names: PayloadNames

  init(_ names: PayloadNames) {
    api = names.api
    self.names = names
  }

  static let type = ContextType<Self>(
    "api", "The endpoints of a backend.",
    [
      .text("base", "The prefix of all paths.") { $0.api.base },
      .optionalText(
        "baseURL", "The URL with which requests begin by default; null if the schema has none."
      ) {
        $0.api.baseURL
      },
      .optionalNumber("version", "The version of all endpoints without their own.") {
        $0.api.version
      },
      .objects("headers", "The header fields of all requests.") { context in
        context.api.headers.map { HeaderContext(header: $0, names: context.names) }
      },
      .objects("resources", "The resources, with what each of them stands for.") { context in
        context.api.resources.map { ResourceContext(resource: $0, names: context.names) }
      },
      .objects("endpoints", "In the order of the schema; those of resources are first.") {
        context in
        context.api.endpoints.map { EndpointContext(endpoint: $0, names: context.names) }
      },
      .objects(
        "pulls",
        "The endpoints that a session pulls, in its order; each has `stores` or `storedDocument`."
      ) { context in
        context.api.pulls.map {
          EndpointContext(endpoint: context.api.endpoints[$0], names: context.names)
        }
      }
      .byName(),
      .objects("uploads", "Endpoints to which local changes are pushed.") { $0.uploads },
      .objects("rowUploads", "Endpoints for single rows to which local changes are pushed.") {
        context in
        context.api.rowUploads.map { RowUploadContext(upload: $0, names: context.names) }
      },
      .objects("types", "Inline types with a name.") { context in
        context.api.types.map { InlineTypeContext(inlineType: $0, names: context.names) }
      },
      .object("contract", "The contract with a backend.") {
        ContractContext(names: $0.names)
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The client in Swift, e.g. `TrackerAPI`.") { $0.names.names.client },
    .text(
      "endpointDescription",
      "What the endpoints accept and return, as the JSON that a `SimulatedBackend` reads."
    ) {
      EndpointDescriptionWriter(names: $0.names).text
    },
    .objects(
      "aliases", "Entities, enums and types whose names have another meaning in the client."
    ) {
      $0.names.aliases.map(AliasContext.init)
    },
    .flag("typesUseFoundation", "Whether a type in the fields of `types` comes from Foundation.") {
      context in
      context.api.types.flatMap(\.withNested).contains { context.names.usesFoundation($0) }
        || context.api.headers.compactMap(\.parameter).contains {
          context.names.usesFoundation($0.type, $0.scalar)
        }
    },
    .flag(
      "typesStateFoundation", "Like `typesUseFoundation`, but not for values in initializers."
    ) { context in
      context.api.types.flatMap(\.withNested).contains { context.names.statesFoundation($0) }
        || context.api.headers.compactMap(\.parameter).contains {
          context.names.usesFoundation($0.type, $0.scalar)
        }
    },
    .flag(
      "typesStateRuntime",
      "Whether declarations of `types` name types of the runtime, apart from conformances."
    ) { context in
      context.api.types.contains { context.names.statesRuntime($0) }
    },
    .texts("typesModules", "The modules of the app that declare types in the fields of `types`.") {
      AppModules.of(
        $0.api.types.flatMap(\.withNested).flatMap(\.fields).map(\.scalar)
          + $0.api.headers.compactMap(\.parameter).map(\.scalar))
    },
  ]

  private var uploads: [UploadEndpointContext] {
    api.uploads.map { UploadEndpointContext(endpoint: $0, names: names) }
  }
}

/// `stores:` of an endpoint as exposed to templates.
struct StoresContext: ContextSubject {
  let stores: EndpointStores
  let returns: PayloadType?
  let names: PayloadNames

  private var schema: Schema { names.names.schema }

  static let type = ContextType<Self>(
    "stores", "How an endpoint's response is applied to a store.",
    [
      .text("entity", "The entity of the rows.") { $0.schema[$0.stores.entity].name.name },
      .optionalText("scope", "The relationship for whose rows it is complete.") { context in
        context.stores.scope.map { context.schema[$0].name.name }
      },
      .flag("isItem", "Whether a response is one row instead of a list.") { $0.isItem },
      .flag("hasOptions", "Whether it has keys other than `scope`, or is one row.") {
        $0.hasOptions
      },
      .optionalText("root", "The dotted path of the rows.") { $0.stores.root?.dotted },
      .optionalText(
        "keyedBy",
        "The identity whose values are the keys of the object with the "
          + "rows."
      ) {
        $0.stores.keyedBy
      },
      .text("missingRows", "`delete`, `keep` or `keep-if`.") { $0.stores.missingRows.kind },
      .optionalText("keepIf", "With `keep-if`, the path of the value that decides.") {
        $0.stores.missingRows.path
      },
      .texts("operations", "Of `insert`, `update` and `delete`.") {
        $0.stores.operations.map(\.rawValue)
      },
      .texts("relationOperations", "Like `operations`, for nested rows and links.") {
        $0.stores.relationOperations.map(\.rawValue)
      },
      .optionalNumber("deletionLimit", "The maximum number of rows that a call may delete.") {
        $0.stores.deletionLimit
      },
      .optionalText("conflict", "`merge`, `server-wins` or `newest-wins`.") {
        $0.stores.conflict?.rawValue
      },
      .flag("isStrict", "Whether a rejected row makes a call fail.") { $0.stores.isStrict },
      .optionalText("since", "The query parameter of the watermark.") { $0.stores.since },
      .optionalObject(
        "item", "With `since`, the endpoint that fetches one of the rows; null if there is none."
      ) { context in
        context.stores.since == nil
          ? nil : ItemEndpointContext.first(of: context.stores.entity, in: context.names)
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("entity", "The entity's type as written in Swift code.") {
      $0.names.names.type($0.stores.entity)
    },
    .optionalText("scopeName", "The name of its parameter as written in Swift code.") { context in
      context.stores.scope.map { context.schema[$0].name.source }
    },
  ]

  private var hasOptions: Bool {
    isItem || stores.root != nil || stores.keyedBy != nil || stores.missingRows != .keep
      || stores.operations.count < EndpointStores.Operation.allCases.count
      || stores.relationOperations.count < EndpointStores.Operation.allCases.count
      || stores.deletionLimit != nil || stores.conflict != nil || stores.isStrict
  }

  var isItem: Bool {
    returns.map { !$0.lists(below: stores.root?.keys[...] ?? [], names.api.types) } ?? false
  }
}

/// An upload endpoint as exposed to templates.
struct UploadEndpointContext: ContextSubject {
  let endpoint: UploadEndpoint
  let names: PayloadNames

  static let type = ContextType<Self>(
    "upload endpoint", "An endpoint to which local changes are pushed.",
    [
      .text("name", "The name in the schema.") { $0.endpoint.name.name },
      .text("method", "`post`, `put` or `patch`.") { $0.endpoint.method.rawValue },
      .text("path", "The path.") { $0.endpoint.path },
      .text("route", "The path after base and version.") {
        $0.names.api.route($0.endpoint.path, version: $0.endpoint.version)
      },
      .text("protocol", "`batch` or `operations`.") { $0.endpoint.wireProtocol.rawValue },
      .texts("entities", "The names of the entities whose changes are pushed to it.") { context in
        context.endpoint.entities.map { context.names.names.schema[$0].name.name }
      },
      .objects(
        "uploads",
        "The entities whose changes are pushed to it, with the key of their rows in a payload."
      ) {
        context in
        context.endpoint.entities.map { UploadContext(id: $0, names: context.names) }
      },
      .optionalNumber("version", "The version, if it has its own.") { $0.endpoint.version },
      .objects(
        "contractParameters", "The header fields of its requests with their JSON Schemas."
      ) {
        ContractParameterContext.all(ofUploads: $0.names)
      },
      .text("requestSchema", "The JSON Schema of a request's body, in one line.") {
        $0.schemas.request.text(.source)
      },
      .text("responseSchema", "The JSON Schema of a response's body, in one line.") {
        $0.schemas.response.text(.source)
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.endpoint.name.source }
  ]

  private var schemas: UploadSchemas { UploadSchemas(endpoint: endpoint, names: names) }
}

/// Another name for an entity or an enum as exposed to templates.
struct AliasContext: ContextSubject {
  let name: String
  let alias: String

  static let type = ContextType<Self>(
    "alias", "An alias for an entity or an enum whose name has another meaning there.",
    [
      .text("name", "The name as written in Swift code.") { $0.name },
      .text("alias", "The other name.") { $0.alias },
    ])
}

/// An entity that an upload endpoint takes, as exposed to templates.
struct UploadContext: ContextSubject {
  let id: EntityID
  let names: PayloadNames

  static let type = ContextType<Self>(
    "upload", "An entity whose changes are pushed to an upload endpoint.",
    [
      .text("entity", "The entity.") { $0.names.names.schema[$0.id].name.name },
      .text("key", "The key of its rows in the `batch` protocol, e.g. `task_items`.") { $0.key },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("entity", "The entity's type as written in Swift code.") {
      $0.names.names.type($0.id)
    }
  ]

  var key: String {
    let schema = names.names.schema
    let words = schema[id].remotePlural.split(separator: "_")
    switch schema.conventions.remoteKeys {
    case .snakeCase, .either: return schema[id].remotePlural
    case .kebabCase: return words.joined(separator: "-")
    case .camelCase, .verbatim:
      return words.prefix(1).joined()
        + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }
}

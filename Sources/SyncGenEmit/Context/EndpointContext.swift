import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// An endpoint as exposed to templates.
struct EndpointContext: ContextSubject {
  let endpoint: EndpointModel
  let names: PayloadNames
  /// In a contract, the other endpoints with the same method and path.
  var alternatives: [EndpointModel] = []
  private let signature: EndpointSignature

  init(endpoint: EndpointModel, names: PayloadNames) {
    self.endpoint = endpoint
    self.names = names
    signature = EndpointSignature(endpoint, names)
  }

  static let type = ContextType<Self>(
    "endpoint", "A typed endpoint.",
    [
      .text("name", "The name in the schema.") { $0.endpoint.name.name },
      .text("method", "`get`, `head`, `post`, `put`, `patch` or `delete`.") {
        $0.endpoint.method.rawValue
      },
      .text("path", "The path with its `{placeholders}`.") { $0.endpoint.path },
      .text("route", "The path after base and version, e.g. `/api/v2/tasks/{id}`.") {
        $0.names.api.route($0.endpoint.path, version: $0.endpoint.version)
      },
      .texts("pathParameters", "The placeholders in their order.") {
        $0.endpoint.pathParameters.map(\.name)
      },
      .objects(
        "query",
        "The query's parameters, including those that a request into a store, or for a page, adds."
      ) {
        QueryParameters(endpoint: $0.endpoint, names: $0.names).fields
      },
      .objects("constants", "The query's parameters with the same value in every request.") {
        $0.endpoint.constants.map(QueryConstantContext.init)
      },
      .objects(
        "fixtures",
        "Sample responses: payloads that a store accepts, and payloads that "
          + "it rejects."
      ) {
        Fixture.all(of: $0.endpoint, $0.names).map(FixtureContext.init)
      },
      .objects("headers", "The header fields of its requests.") { context in
        context.endpoint.headers.map { HeaderContext(header: $0, names: context.names) }
      },
      .objects(
        "contractParameters", "The parameters of path, query and header with their JSON Schemas."
      ) {
        ContractParameterContext.all(of: $0.operation, $0.names)
      },
      .objects("parameters", "The arguments of its method: path, body, query, header fields.") {
        context in
        context.signature.parameters.map {
          ParameterContext(parameter: $0, names: context.names)
        }
      },
      .optionalObject("body", "The request body.") { context in
        context.endpoint.body.map { PayloadTypeContext(type: $0, names: context.names) }
      },
      .optionalText(
        "requestSchema",
        "The JSON Schema of the request body, in one line; including the parameters of `page`."
      ) {
        $0.requestSchema
      },
      .objects(
        "requestContents",
        "The request bodies of all endpoints with its method and path, by media type."
      ) { $0.requestContents },
      .objects(
        "responseContents",
        "The response bodies of all endpoints with its method and path, by media type."
      ) { $0.responseContents },
      .flag("isBodyRequired", "Whether every request has a body.") { $0.isBodyRequired },
      .text("bodyFormat", "`json`, `form`, `multipart`, `bytes` or `file`.") {
        $0.endpoint.bodyFormat.rawValue
      },
      .optionalText(
        "contentType",
        "The media type of a body of bytes or a file, if the schema "
          + "sets it."
      ) {
        $0.endpoint.contentType
      },
      .text("bodyMediaType", "The media type of the body.") { $0.bodyMediaType },
      .objects("errors", "The types of responses with other statuses; the first match applies.") {
        $0.errors
      },
      .optionalObject(
        "failure", "How a response with a status from 200 to 299 indicates a failure."
      ) {
        $0.endpoint.failure.map(EndpointFailureContext.init)
      },
      .texts("secretKeys", "The keys in query, body and response of values that are secret.") {
        $0.secretKeys
      },
      .flag("hasSecrets", "Whether descriptions hide one of its parameters.") {
        $0.signature.parameters.contains(where: \.isSecret)
      },
      .flag("isFlat", "Whether the fields of the body are separate parameters.") {
        $0.signature.isFlat
      },
      .optionalObject("returns", "The response body.") { context in
        context.endpoint.returns.map {
          PayloadTypeContext(type: $0, names: context.names, isReturned: true)
        }
      },
      .optionalText("responseMediaType", "The media type of the response body.") {
        $0.response?.mediaType
      },
      .optionalText("responseSchema", "The JSON Schema of the response body, in one line.") {
        $0.response?.schema
      },
      .optionalObject("sentType", "The type that `body` declares inline, also as an element.") {
        context in
        context.endpoint.sentType.map {
          InlineTypeContext(inlineType: $0, names: context.names)
        }
      }
      .byName(),
      .optionalObject(
        "returnedType", "The type that `returns` declares inline, also as an element."
      ) { context in
        (context.endpoint.returns?.inlineType).map {
          InlineTypeContext(inlineType: $0, names: context.names)
        }
      }
      .byName(),
      .optionalNumber("version", "The version, if it has its own.") { $0.endpoint.version },
      .optionalNumber("timeout", "The seconds within which a response must be complete.") {
        $0.endpoint.timeout
      },
      .optionalObject(
        "paging", "How the pages of a list are requested; null if a response has all of it."
      ) {
        $0.paging
      },
      .optionalObject("stores", "How a response is applied to a store.") { $0.stores },
      .optionalText(
        "storedDocument",
        "The type of the response, if it is a document that is applied to a "
          + "store."
      ) {
        context in
        context.endpoint.storedDocument.map { context.names.api.types[$0].name }
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.endpoint.documentation },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") {
        $0.endpoint.deprecation
      },
      .annotations { $0.endpoint.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.endpoint.name.source },
    .text("requestType", "The type of its requests in Swift, e.g. `TasksEndpoint`.") {
      $0.endpoint.typeName
    },
    .objects("syncParameters", "The arguments of the methods that fetch into a store, or pages.") {
      context in
      context.syncParameters.map { ParameterContext(parameter: $0, names: context.names) }
    },
    .optionalText("progressName", "The name of the upload's progress, if its body is a file.") {
      $0.progressName
    },
    .optionalText(
      "downloadName", "The name of the download's progress, if the response is not JSON."
    ) { $0.downloadName },
    .optionalText("result", "The type that its method returns; null for none.") { $0.result },
    .text("responseForm", "The expression for the format of its responses.") { $0.responseForm },
    .text("storeName", "The name of the store in that method.") { $0.signature.storeName },
    .text("optionsName", "The name of the closure that changes the options in that method.") {
      $0.signature.optionsName
    },
    .text("pagesName", "The method that returns decoded pages, as written in Swift code.") {
      $0.pagesName
    },
    .flag(
      "needsInitializer",
      "Whether its type needs an initializer other than Swift's memberwise one."
    ) { context in
      context.names.names.schema.generation.access != .internal
        || context.signature.parameters.contains {
          $0.isOptional || $0.label == "_" || $0.defaultValue != nil
        }
    },
    .flag("usesFoundation", "Whether a type in its declarations comes from Foundation.") {
      $0.usesFoundation
    },
    .texts("modules", "The modules of the app that declare a type in its declarations.") {
      $0.modules
    },
  ]

  private var stores: StoresContext? {
    endpoint.stores.map { StoresContext(stores: $0, returns: endpoint.returns, names: names) }
  }

  private var paging: PagingContext? {
    endpoint.paging.map { PagingContext(paging: $0, of: endpoint, in: names.names.schema) }
  }

  /// The parameters that the method does not set itself.
  private var syncParameters: [EndpointParameter] {
    signature.parameters.filter { parameter in
      switch parameter.place {
      case .query: !endpoint.setsQuery(parameter.remote)
      case .field: !(endpoint.paging?.sets(parameter.remote, inBody: true) ?? false)
      case .path, .body, .header, .part: true
      }
    }
  }

  /// The name `tasksPages`, unless an endpoint has this name.
  private var pagesName: String {
    let api = names.api
    let taken = Set(api.endpoints.map(\.name.name) + api.uploads.map(\.name.name))
    return EndpointSignature.unused("\(endpoint.name.name)Pages", taken)
  }

  private var modules: [String] {
    let types = [endpoint.returns, endpoint.body].compactMap { $0 }.flatMap(names.modules)
    return Set(signature.parameters.flatMap(\.modules) + types).sorted()
  }

  private var usesFoundation: Bool {
    signature.parameters.contains(where: \.usesFoundation)
      || endpoint.returns.map { names.usesFoundation($0) || $0 == .file || $0 == .optional(.file) }
        ?? false
      || endpoint.body.map { names.usesFoundation($0) } ?? false
  }
}

/// An argument of an endpoint's method as exposed to templates.
struct ParameterContext: ContextSubject {
  let parameter: EndpointParameter
  let names: PayloadNames

  static let type = ContextType<Self>(
    "parameter", "An argument of an endpoint's method.",
    [
      .text("name", "The name in the schema; of a body `body`.") { $0.parameter.name },
      .object("type", "The type.") {
        PayloadTypeContext(type: $0.parameter.payload, names: $0.names)
      },
      .optionalObject("default", "The default of a parameter of the query.") {
        DefaultContext($0.parameter.constant, $0.parameter.scalar, names: $0.names.names)
      },
      .text(
        "place",
        "`path`, `query`, `header`, `body`, `field` of an inline body, or `part` of a multipart "
          + "body."
      ) {
        $0.parameter.place.rawValue
      },
      .text("remote", "The name in the path or the query, the dotted path in a body.") {
        $0.parameter.remote
      },
      .flag("isOptional", "Whether it can be left out.") { $0.parameter.isOptional },
      .optionalText(
        "separator", "For a list in a query that is one parameter, what separates its elements."
      ) { $0.parameter.separator },
      .optionalText("currency", "For money in a query, the name of the currency parameter.") {
        $0.parameter.currency
      },
      .optionalText("raw", "`bytes`, `file` or `files` for a value that has no JSON form.") {
        $0.parameter.raw?.rawValue
      },
      .flag("isSecret", "Whether descriptions hide its value.") { $0.parameter.isSecret },
      .optionalText("documentation", "The text under `doc:`.") { $0.parameter.documentation },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.parameter.source },
    .optionalText(
      "argument", "The name as the label of an argument of a call; null for none."
    ) {
      $0.parameter.argumentLabel
    },
    .text("type", "The type in Swift, with a question mark if it is optional.") {
      $0.parameter.type + ($0.parameter.isOptional ? "?" : "")
    },
    .text("form", "The expression for the JSON form of its value.") {
      $0.parameter.form
    },
    .text("declaration", "The parameter of a function: `page: Int? = nil`.") {
      $0.parameter.declaration
    },
    .text("outerDeclaration", "The same as written in code outside the client.") {
      $0.parameter.outerDeclaration
    },
    .text("passed", "The argument that passes it on: `page: page`.") { $0.parameter.argument },
  ]
}

extension API {
  /// A path after the base and the version.
  func route(_ path: String, version: Int?) -> String {
    let number = version ?? self.version
    return base + (number.map { "/v\($0)" } ?? "") + path
  }
}

import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// The parts of an endpoint's requests besides path and query, and the formats of failed responses.
extension EndpointContext {
  var progressName: String? {
    let isFile = endpoint.bodyFormat == .multipart || endpoint.bodyFormat == .file
    return isFile ? EndpointSignature(endpoint, names).progressName : nil
  }

  /// The name of the progress of a response that is not JSON.
  var downloadName: String? {
    switch endpoint.returns {
    case .file, .optional(.file), .scalar(.data), .optional(.scalar(.data)): break
    default: return nil
    }
    let signature = EndpointSignature(endpoint, names)
    return progressName == nil ? signature.progressName : signature.downloadProgressName
  }

  /// The type that the method returns in Swift.
  var result: String? {
    guard endpoint.method == .head else {
      return endpoint.returns.map(names.responseType)
    }
    return names.names.runtime("HTTP") + ".Headers" + (endpoint.mayReturnNothing ? "?" : "")
  }

  /// The expression for the format of a response.
  var responseForm: String {
    guard endpoint.method == .head else {
      return endpoint.returns.map(names.bodyForm) ?? ".none"
    }
    return endpoint.mayReturnNothing ? ".optional(.headers)" : ".headers"
  }

  var bodyMediaType: String {
    switch endpoint.bodyFormat {
    case .json:
      return endpoint.body.map { PayloadTypeContext(type: $0, names: names).mediaType }
        ?? "application/json"
    case .form: return "application/x-www-form-urlencoded"
    case .multipart: return "multipart/form-data"
    case .bytes, .file: return endpoint.contentType ?? "application/octet-stream"
    }
  }

  var secretKeys: [String] {
    let types = endpoint.inlineTypes.flatMap(\.withNested)
    var fields = endpoint.query + types.flatMap(\.fields)
    if endpoint.bodyFormat == .multipart, case .inline(let parts)? = endpoint.body {
      fields += parts.fields
    }
    return Set(fields.filter(\.isSecret).compactMap(\.remote.keys.last)).sorted()
  }
}

extension InlineType {
  /// The type with bytes as in multipart bodies, where they are not Base64.
  var withBinaryParts: InlineType {
    var copy = self
    for index in copy.fields.indices where copy.fields[index].type == .scalar(.data) {
      copy.fields[index].type = .file
    }
    return copy
  }
}

/// The contract for the endpoint and others with the same method and path, which are one operation
/// there.
extension EndpointContext {
  var operation: [EndpointModel] { [endpoint] + alternatives }

  var requestSchema: String? {
    let format = bodyMediaType
    let bodies = operation.filter {
      EndpointContext(endpoint: $0, names: names).bodyMediaType == format
    }
    return JSONSchemas.any(
      of: bodies.compactMap { RequestBody(endpoint: $0, names: names).schema?.text(.source) })
  }

  var isBodyRequired: Bool {
    operation.allSatisfy { RequestBody(endpoint: $0, names: names).isRequired }
  }

  /// The bodies of responses in the media type of the endpoint's own.
  var response: MediaContentContext? { responseContents.first }

  /// The bodies of all requests, one for each media type.
  var requestContents: [MediaContentContext] {
    MediaContentContext.merged(
      operation.compactMap { endpoint in
        let context = EndpointContext(endpoint: endpoint, names: names)
        return RequestBody(endpoint: endpoint, names: names).schema.map {
          MediaContentContext(mediaType: context.bodyMediaType, schema: $0.text(.source))
        }
      })
  }

  /// The bodies of all responses, one for each media type.
  var responseContents: [MediaContentContext] {
    MediaContentContext.merged(
      operation.compactMap { endpoint in
        JSONSchemas(names: names).response(of: endpoint).map {
          MediaContentContext(mediaType: mediaType(of: endpoint.returns), schema: $0.text(.source))
        }
      })
  }

  private func mediaType(of returned: PayloadType?) -> String {
    returned.map { PayloadTypeContext(type: $0, names: names, isReturned: true).mediaType }
      ?? "application/json"
  }

  /// Single statuses first, then ranges, each of them once.
  var errors: [EndpointErrorContext] {
    var found: [EndpointErrorContext] = []
    for error in operation.flatMap(\.errors) {
      if let known = found.firstIndex(where: { $0.error.key == error.key }) {
        found[known].alternatives.append(error)
      } else {
        found.append(EndpointErrorContext(error: error, names: names))
      }
    }
    return found.sorted {
      ($0.error.statuses.count, $0.error.key) < ($1.error.statuses.count, $1.error.key)
    }
  }
}

/// The content of a request or a response in one media type, as exposed to templates.
struct MediaContentContext: ContextSubject {
  let mediaType: String
  let schema: String

  static let type = ContextType<Self>(
    "media content",
    "The content of requests or responses in one media type, for a contract.",
    [
      .text("mediaType", "The media type, e.g. `application/json`.") { $0.mediaType },
      .text("schema", "The JSON Schema of the body, in one line.") { $0.schema },
    ])

  /// The contents with one for each media type, which matches all bodies of this type.
  static func merged(_ contents: [MediaContentContext]) -> [MediaContentContext] {
    var types: [String] = []
    for content in contents where !types.contains(content.mediaType) {
      types.append(content.mediaType)
    }
    return types.map { type in
      let schemas = contents.filter { $0.mediaType == type }.map(\.schema)
      return MediaContentContext(mediaType: type, schema: JSONSchemas.any(of: schemas) ?? "{}")
    }
  }
}

/// A parameter of a query that is the same in every request, as exposed to templates.
struct QueryConstantContext: ContextSubject {
  let constant: QueryConstant

  static let type = ContextType<Self>(
    "query constant", "A parameter of a query that has the same value in every request.",
    [
      .text("name", "The name in the schema.") { $0.constant.field.name.name },
      .text("remote", "The name in the query.") { $0.constant.remote },
      .text("value", "The value.") { $0.constant.value },
      .optionalText("documentation", "The text under `doc:`.") { $0.constant.field.documentation },
    ])
}

/// A header field as exposed to templates.
struct HeaderContext: ContextSubject {
  let header: EndpointHeader
  let names: PayloadNames

  static let type = ContextType<Self>(
    "header field", "A header field of requests.",
    [
      .text("name", "The name of the field.") { $0.header.name },
      .optionalText("value", "The value of a constant.") { $0.header.constant },
      .optionalObject("parameter", "The parameter whose value it has.") { context in
        context.header.parameter.map {
          ParameterContext(
            parameter: EndpointParameter($0, .header, context.names, isOptional: $0.isOptional),
            names: context.names)
        }
      },
    ])
}

/// The formats of responses with certain statuses, as exposed to templates.
struct EndpointErrorContext: ContextSubject {
  let error: EndpointError
  let names: PayloadNames
  /// In a contract, the formats of the status by other endpoints with the same method and path.
  var alternatives: [EndpointError] = []

  static let type = ContextType<Self>(
    "endpoint error", "The type of responses with a status other than 200 to 299.",
    [
      .text("key", "As the schema writes it, e.g. `404`, `4xx` or `default`.") { $0.error.key },
      .number("first", "The first of the statuses.") { $0.error.statuses.lowerBound },
      .number("last", "The last of the statuses.") { $0.error.statuses.upperBound },
      .optionalObject(
        "type", "The type of the body; null for a problem of RFC 9457, and if nothing is returned."
      ) { $0.bodyType },
      .text("mediaType", "The media type of the body.") { $0.mediaType },
      .text("schema", "The JSON Schema of the body, in one line.") { $0.schema },
      .objects(
        "contents",
        "The bodies by media type, also of other endpoints with the same method and path."
      ) { $0.contents },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .optionalText(
      "type", "The type of the body in Swift; nothing if there is nothing to return."
    ) { $0.swift },
    .text("form", "The expression for its JSON form.") { $0.form },
  ]

  private var contents: [MediaContentContext] {
    let bodies = ([error] + alternatives).filter { $0.body != .none }
    return MediaContentContext.merged(
      bodies.map {
        MediaContentContext(mediaType: mediaType(of: $0), schema: schema(of: $0))
      })
  }

  private var bodyType: PayloadTypeContext? {
    guard case .type(let type) = error.body else { return nil }
    return PayloadTypeContext(type: type, names: names)
  }

  private var swift: String? {
    switch error.body {
    case .none: nil
    case .problem: names.names.runtime("Problem")
    case .type(let type): names.type(type)
    }
  }

  private var form: String {
    switch error.body {
    case .none: ".none"
    case .problem: ".object()"
    case .type(let type): names.form(type)
    }
  }

  private var mediaType: String { mediaType(of: error) }

  private func mediaType(of error: EndpointError) -> String {
    error.body == .problem ? "application/problem+json" : "application/json"
  }

  private var schema: String {
    JSONSchemas.any(of: ([error] + alternatives).map(schema)) ?? "{}"
  }

  private func schema(of error: EndpointError) -> String {
    switch error.body {
    case .none: "{}"
    case .problem:
      """
      { "type": "object", "properties": { "type": { "type": "string", "format": "uri-reference" }, \
      "title": { "type": "string" }, "status": { "type": "integer" }, "detail": { "type": "string" }, \
      "instance": { "type": "string", "format": "uri-reference" } } }
      """
    case .type(let type):
      JSONSchemas(names: names)
        .of(type, dates: names.names.schema.conventions.dates(of: type)).text(.source)
    }
  }
}

/// `fails` of an endpoint as exposed to templates.
struct EndpointFailureContext: ContextSubject {
  let failure: EndpointFailure

  static let type = ContextType<Self>(
    "endpoint failure",
    "How a response with a status from 200 to 299 indicates that the request failed.",
    [
      .text("flag", "The dotted path of the flag that is true unless the request failed.") {
        $0.failure.flag.dotted
      },
      .optionalText("code", "The dotted path of the code of the error.") {
        $0.failure.code?.dotted
      },
    ])
}

import SyncGenDiagnostics
import SyncGenSchema

/// Writes what the endpoints of a schema accept and return as the JSON that a simulated backend
/// reads, with a line for each endpoint.
struct EndpointDescriptionWriter {
  let names: PayloadNames

  private var api: API { names.api }
  private var schema: Schema { names.names.schema }
  private var finder: RowPlaceFinder { RowPlaceFinder(schema: schema, types: api.types) }

  var text: String {
    let endpoints = api.endpoints.indices.map { line(endpoint(at: $0)) }
    let uploads = api.uploads.map { line(upload($0)) }
    return "{\"endpoints\":\(list(endpoints)),\n\"uploads\":\(list(uploads))}"
  }

  private func list(_ lines: [String]) -> String {
    lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]"
  }

  private func line(_ object: JSONObject) -> String {
    JSONDocument.object(object).text(.metadata)
  }

  private func upload(_ upload: UploadEndpoint) -> JSONObject {
    let entities = upload.entities.map { id in
      JSONDocument.texts([
        schema[id].name.name, UploadContext(id: id, names: names).key,
      ])
    }
    return [
      ("name", .text(upload.name.name)), ("method", .text(upload.method.rawValue.uppercased())),
      ("path", .text(upload.path)),
      ("route", .text(api.route(upload.path, version: upload.version))),
      ("protocol", .text(upload.wireProtocol.rawValue)), ("entities", .array(entities)),
    ]
  }

  private func endpoint(at position: Int) -> JSONObject {
    let endpoint = api.endpoints[position]
    var object: JSONObject = [
      ("name", .text(endpoint.name.name)),
      ("method", .text(endpoint.method.rawValue.uppercased())), ("path", .text(endpoint.path)),
      ("route", .text(api.route(endpoint.path, version: endpoint.version))),
    ]
    let found = EndpointRoleFinder(
      endpoint: endpoint, position: position, api: api, schema: schema
    ).finding
    if let found { add(found, of: endpoint, to: &object) }
    if let failure = endpoint.failure {
      object.add(named: "flag", .texts(failure.flag.keys))
      if let code = failure.code { object.add(named: "code", .texts(code.keys)) }
    }
    if !endpoint.errors.isEmpty {
      object.add(named: "errors", .array(endpoint.errors.map(error)))
    }
    if let key = idempotencyHeader(position) { object.add(named: "idempotency", .text(key)) }
    return object
  }

  private func add(
    _ found: EndpointRoleFinder.Finding, of endpoint: EndpointModel, to object: inout JSONObject
  ) {
    object.add(named: "role", .text(found.role.rawValue))
    if let sent = found.sent { object.add(named: "sent", place(sent)) }
    if !found.returned.isEmpty {
      object.add(named: "returned", .array(found.returned.map(place)))
    }
    guard let id = found.entity else { return }
    object.add(named: "entity", .text(schema[id].name.name))
    let members = EndpointMembers(entity: schema[id], schema: schema)
    if !endpoint.pathParameters.isEmpty {
      object.add(
        named: "placeholders",
        .array(
          endpoint.pathParameters.map {
            .row([.text($0.name), .optional(members.member(ofPlaceholder: $0.name))])
          }))
    }
    let filters = (endpoint.query + endpoint.constants.map(\.field)).filter {
      !endpoint.setsQuery($0.remote.dotted)
    }
    if !filters.isEmpty {
      object.add(
        named: "query",
        .array(
          filters.map {
            .row(
              [.text($0.remote.dotted), .optional(members.member(ofParameter: $0))]
                + ($0.separator.map { [.text($0)] } ?? []))
          }))
    }
    addList(endpoint, to: &object)
  }

  private func addList(_ endpoint: EndpointModel, to object: inout JSONObject) {
    if endpoint.stores != nil { object.add(named: "stores", .bool(true)) }
    if let since = endpoint.stores?.since { object.add(named: "since", .text(since)) }
    if let page = endpoint.paging {
      object.add(named: "page", EndpointPageDescription(page, of: endpoint, finder).document)
    }
  }

  private func place(_ place: RowPlace) -> JSONDocument {
    var object: JSONObject = [
      ("entity", .text(schema[place.entity].name.name)), ("form", .text(place.form.rawValue)),
      ("keys", .texts(place.keys)),
    ]
    if place.isPatch { object.add(named: "patch", .bool(true)) }
    if let tag = place.tag {
      object.add(
        named: "tag", .object([("keys", .texts(tag.keys)), ("value", value(of: tag))]))
    }
    if !place.others.isEmpty {
      object.add(named: "others", .array(place.others.map { .texts($0) }))
    }
    return .object(object)
  }

  private func value(of tag: RowPlace.Tag) -> JSONDocument {
    switch tag.value {
    case .string(let text): .text(text)
    case .int(let number): .integer(Int(number))
    }
  }

  /// The header field of `idempotency-key`, if an upload creates rows with the endpoint.
  private func idempotencyHeader(_ position: Int) -> String? {
    api.rowUploads.lazy.compactMap { upload -> String? in
      let creates = upload.entities.contains { $0.create?.endpoint == position }
      return creates ? upload.idempotencyKey?.header : nil
    }.first
  }

  // MARK: - Errors

  private func error(_ error: EndpointError) -> JSONDocument {
    .object([
      ("first", .integer(error.statuses.lowerBound)), ("last", .integer(error.statuses.upperBound)),
      ("body", body(of: error)),
    ])
  }

  private func body(of error: EndpointError) -> JSONDocument {
    switch error.body {
    case .none: .text("none")
    case .problem: .text("problem")
    case .type(let type): shape(of: type)
    }
  }

  /// The shape of a type, as far as it consists of text.
  private func shape(of type: PayloadType, _ outer: Set<Int> = []) -> JSONDocument {
    switch type {
    case .scalar(.string): return .text("string")
    case .array(let element): return .object([("list", shape(of: element, outer))])
    case .dictionary(let element): return .object([("dictionary", shape(of: element, outer))])
    case .optional(let wrapped): return shape(of: wrapped, outer)
    case .inline(let inline): return shape(of: inline, outer)
    case .named(let index):
      guard api.types.indices.contains(index), !outer.contains(index) else { return .text("other") }
      return shape(of: api.types[index], outer.union([index]))
    case .scalar, .enumeration, .value, .money, .file, .tagged, .entity, .patch:
      return .text("other")
    }
  }

  private func shape(of type: InlineType, _ outer: Set<Int>) -> JSONDocument {
    let fields = type.fields.filter(\.needsValue).map { field in
      JSONDocument.object([
        ("keys", .texts(field.remote.keys)), ("shape", shape(of: field.type, outer)),
      ])
    }
    return .object([("fields", .array(fields))])
  }
}

/// The pages of an endpoint for a simulated backend.
struct EndpointPageDescription {
  private let page: EndpointPaging
  private let endpoint: EndpointModel
  private let finder: RowPlaceFinder

  init(_ page: EndpointPaging, of endpoint: EndpointModel, _ finder: RowPlaceFinder) {
    self.page = page
    self.endpoint = endpoint
    self.finder = finder
  }

  var document: JSONDocument {
    var object = style
    if let parameter = page.parameter {
      object.add(named: "parameter", self.parameter(parameter))
    }
    if let size = page.size { object.add(named: "size", parameter(size)) }
    if let value = page.sizeValue { object.add(named: "sizeValue", .integer(value)) }
    let ends = [
      ("more", page.end.more), ("total", page.end.total), ("totalPages", page.end.totalPages),
    ]
    for (name, path) in ends {
      if let path { object.add(named: name, .texts(path.keys)) }
    }
    if page.end.isNotFound { object.add(named: "notFound", .bool(true)) }
    return .object(object)
  }

  private var style: JSONObject {
    switch page.style {
    case .number(let from): [("style", .text("number")), ("from", .integer(from))]
    case .offset: [("style", .text("offset"))]
    case .cursor(let next): following("cursor", next)
    case .nextURL(let next): following("nextURL", next)
    case .lastRow(let last): [("style", .text("lastRow")), ("last", .text(last.name))]
    case .linkHeader(let relation):
      [("style", .text("linkHeader")), ("relation", .text(relation))]
    }
  }

  /// A style whose responses contain what follows.
  private func following(_ style: String, _ next: RemotePath) -> JSONObject {
    var object: JSONObject = [("style", .text(style)), ("next", .texts(next.keys))]
    let field = endpoint.returns.flatMap { finder.field(at: next.keys, in: $0) }
    if field?.needsValue ?? false { object.add(named: "nextIsRequired", .bool(true)) }
    return object
  }

  private func parameter(_ parameter: EndpointPaging.Parameter) -> JSONDocument {
    .object([("name", .text(parameter.name)), ("inBody", .bool(parameter.isInBody))])
  }
}

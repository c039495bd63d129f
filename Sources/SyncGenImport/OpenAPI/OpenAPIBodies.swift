import SyncGenSchema
import SyncGenYAML

/// The bodies of requests and responses.
extension OpenAPISchemaMaker {
  /// A media type with its schema.
  private struct Content {
    let type: String
    let schema: YAMLNode?

    var isForm: Bool {
      type == "application/x-www-form-urlencoded" || type == "multipart/form-data"
    }

    /// Whether clients send and accept it without a header field.
    var isPlainJSON: Bool { ["application/json", "*/*"].contains(type) }

    var isJSON: Bool { type.hasSuffix("/json") || type.hasSuffix("+json") || type == "*/*" }

    /// Whether a body of another status is read in the same way.
    func isSame(as other: Content) -> Bool {
      guard isJSON, other.isJSON else { return isJSON == other.isJSON }
      switch (schema, other.schema) {
      case (nil, nil): return true
      case (let own?, let other?): return own.hasContent(of: other)
      default: return false
      }
    }
  }

  private func contents(_ node: YAMLNode) -> [Content] {
    (node["content"]?.pairs ?? []).map { pair in
      let type = pair.key.split(separator: ";").first.map(String.init) ?? pair.key
      return Content(type: type.lowercased(), schema: pair.value["schema"])
    }
  }

  /// The content that is imported: JSON, preferably without a type of its own.
  private func preferred(_ contents: [Content]) -> Content? {
    contents.first(where: \.isPlainJSON) ?? contents.first(where: \.isJSON) ?? contents.first
  }

  /// States a JSON type that clients would not send or accept otherwise.
  private func addType(_ content: Content, as field: String, to endpoint: inout ImportedEndpoint) {
    guard content.isJSON, !content.isPlainJSON else { return }
    // Endpoints with 'envelope: json-api' send this type by themselves.
    if roles.resources != nil, content.type == "application/vnd.api+json" { return }
    var header = ImportedHeader(field)
    header.value = content.type
    endpoint.headers.append(header)
  }

  // MARK: Requests

  mutating func addBody(
    of operation: OpenAPIOperation, _ title: String, to endpoint: inout ImportedEndpoint
  ) {
    guard let body = operation.node["requestBody"].map(document.resolved) else { return }
    let contents = contents(body)
    guard let content = preferred(contents) else { return }
    if let reason = omission(of: body, content, endpoint.method) {
      return remark(body, of: title, "the body is not imported, because \(reason)")
    }
    for other in contents where other.type != content.type {
      remark(body, of: title, "the body as \(other.type) is not imported")
    }
    if content.isJSON {
      guard let schema = content.schema else { return }
      addType(content, as: "Content-Type", to: &endpoint)
      let type = row(document.shape(schema), &endpoint) ?? json(schema, endpoint, isBody: true)
      endpoint.body = .json(body["required"]?.text == "false" ? optional(type, &endpoint) : type)
      noteLimits(of: schema, type, in: &endpoint)
    } else if content.type == "application/x-www-form-urlencoded" {
      endpoint.body = .form(fields(content.schema, endpoint, isMultipart: false))
    } else if content.type == "multipart/form-data" {
      endpoint.body = .multipart(fields(content.schema, endpoint, isMultipart: true))
    } else {
      endpoint.body = .data
      if content.type != "application/octet-stream", !content.type.contains("*") {
        endpoint.contentType = content.type
      }
    }
  }

  /// Notes how many keys a body has, unless that is at its type.
  private func noteLimits(
    of schema: YAMLNode, _ type: ImportedTypeName, in endpoint: inout ImportedEndpoint
  ) {
    switch type {
    case .fields, .patch:
      let limits = document.expanded(document.shape(schema)).limits
      endpoint.notes += limits.map { ImportNote("the body has \($0)") }
    case .scalar, .money, .named, .list, .dictionary, .optional, .taggedRows: break
    }
  }

  /// The type of a body that a request may lack, which fields in place cannot be.
  private func optional(
    _ type: ImportedTypeName, _ endpoint: inout ImportedEndpoint
  ) -> ImportedTypeName {
    guard case .fields = type else { return .optional(type) }
    endpoint.notes.append("the body may be left out")
    return type
  }

  /// The schema of a request's JSON or form.
  func bodySchema(of operation: OpenAPIOperation) -> YAMLNode? {
    guard let body = operation.node["requestBody"].map(document.resolved) else { return nil }
    let contents = contents(body)
    return (contents.first(where: \.isJSON) ?? contents.first(where: \.isForm))?.schema
  }

  /// Why a request can do without its body; `nil` if it cannot.
  private func omission(
    of body: YAMLNode, _ content: Content, _ method: ImportedEndpoint.Method
  ) -> String? {
    if isEmpty(content) { return "it has no members" }
    guard method == .get, body["required"]?.isTrue != true else { return nil }
    return "it is optional, and a GET has none"
  }

  /// Whether a body has no members. A JSON object without stated members may have any.
  private func isEmpty(_ content: Content) -> Bool {
    guard let schema = content.schema else { return false }
    let shape = document.expanded(document.shape(schema))
    guard shape.types == ["object"], shape.properties.isEmpty, shape.additional == nil,
      shape.alternatives.isEmpty
    else { return false }
    return content.isForm || shape.node["properties"] != nil
  }

  /// The type of a body, with inline fields if it is an object without a name.
  private mutating func json(
    _ node: YAMLNode, _ endpoint: ImportedEndpoint, isBody: Bool
  ) -> ImportedTypeName {
    if let type = resourceType(node) {
      if isBody, endpoint.method == .patch, case .named(let entity) = type { return .patch(entity) }
      return type
    }
    let shape = document.shape(node)
    let place = isBody ? bodyPlace(endpoint, "body") : Place(owner: endpoint.name, key: "response")
    if shape.component == nil, shape.alternatives.isEmpty, !shape.properties.isEmpty,
      shape.discriminator == nil
    {
      return .fields(inline(shape, place))
    }
    if isBody, let login = document.secretForm(shape) { return .fields(inline(login, place)) }
    let typed = type(shape, in: place)
    return typed.isOptional && !isBody ? .optional(typed.type) : typed.type
  }

  private func bodyPlace(_ endpoint: ImportedEndpoint, _ key: String) -> Place {
    Place(
      owner: endpoint.name, key: key, isBody: true,
      use: endpoint.method == .patch ? .patches : .requests)
  }

  /// Fields that are written in place, which have neither defaults nor deprecations.
  private mutating func inline(_ shape: OpenAPIShape, _ place: Place) -> [ImportedAttribute] {
    let fields = members(of: shape, place.owner, place.use, isWhole: true).map { property in
      var field = field(property, of: shape, in: place.inner(property.key))
      if field.defaultValue != nil {
        let isRequired = shape.required.contains(property.key)
        if !isRequired { field.isOptional = true }
        field.notes += Self.defaultNotes(
          document.shape(property.node), isRequired: isRequired || !place.isBody)
      }
      field.defaultValue = nil
      field.deprecation = nil
      if document.isSecret(property.node) { field.makeSecret() }
      return field
    }
    return fields + undeclaredMembers(of: shape, place.owner, place.use)
  }

  private mutating func fields(
    _ schema: YAMLNode?, _ endpoint: ImportedEndpoint, isMultipart: Bool
  ) -> [ImportedAttribute] {
    guard let shape = schema.map({ document.expanded(document.shape($0)) }) else { return [] }
    let place = bodyPlace(endpoint, "")
    let nodes = Dictionary(shape.properties.map { ($0.key, $0.node) }) { first, _ in first }
    return inline(shape, place).map { field in
      guard let node = nodes[field.name] else { return field }
      var field = field
      let own = document.expanded(document.shape(node))
      let element = own.items.map { document.expanded(document.shape($0)) }
      if own.isFile || field.type == .scalar(.data) {
        field.type = isMultipart ? .named("file") : .string
      } else if element?.isFile == true || field.type == .list(.scalar(.data)) {
        field.type = .list(isMultipart ? .named("file") : .string)
      }
      return field
    }
  }

  // MARK: Responses

  mutating func addResponses(
    of operation: OpenAPIOperation, _ title: String, to endpoint: inout ImportedEndpoint
  ) {
    var result: Content?
    for response in operation.responses {
      let contents = contents(response.node)
      guard let content = preferred(contents) else { continue }
      for other in contents where other.type != content.type {
        remark(response.node, of: title, "the response as \(other.type) is not imported")
      }
      if !response.isSuccess {
        addError(response, content, title, to: &endpoint)
      } else if let result {
        if content.isSame(as: result) { continue }
        remark(
          response.node, of: title, "the response with status \(response.status) is not imported")
      } else {
        result = content
        addResult(content, to: &endpoint)
      }
    }
    if result == nil { noteUnknownBody(of: operation) }
  }

  private mutating func addResult(_ content: Content, to endpoint: inout ImportedEndpoint) {
    guard content.isJSON else {
      endpoint.returnsBytes = "data"
      return
    }
    addType(content, as: "Accept", to: &endpoint)
    guard let schema = content.schema else {
      endpoint.returns = .json
      return
    }
    endpoint.returns = json(schema, endpoint, isBody: false)
    if let note = noteOnNull(in: document.shape(schema)) { endpoint.notes.append(note) }
  }

  /// Makes a response optional if another status means success without a body.
  mutating func allowEmptyBody(
    of operation: OpenAPIOperation, in endpoint: inout ImportedEndpoint
  ) {
    guard operation.responses.contains(where: \.isEmpty), endpoint.page == nil else { return }
    switch endpoint.returns {
    case .named?, .list?, .dictionary?: endpoint.returns = endpoint.returns.map { .optional($0) }
    case .fields(let fields)?:
      endpoint.returns = .optional(named(fields, operation, endpoint))
    case .scalar?, .money?, .patch?, .optional?, .taggedRows?, nil: break
    }
  }

  /// Notes that the body of a `GET` is ignored, because nothing describes it.
  private mutating func noteUnknownBody(of operation: OpenAPIOperation) {
    let isSilent = operation.responses.contains { $0.isSuccess && !$0.isEmpty }
    guard operation.method == "get", isSilent else { return }
    remark(
      operation.node, of: operation.title,
      "the response has no schema, so its body is ignored")
  }

  private mutating func addError(
    _ response: OpenAPIOperation.Response, _ content: Content, _ title: String,
    to endpoint: inout ImportedEndpoint
  ) {
    let isProblem = content.type == "application/problem+json"
    let place = Place(owner: "error", key: "response")
    var found = content.schema.map { type(document.shape($0), in: place) }?.type
    if isProblem, found == nil || content.schema?["$ref"] == nil { found = .named("Problem") }
    guard content.isJSON, let type = found else {
      return remark(
        response.node, of: title, "the body of status \(response.status) is not imported")
    }
    var failure = ImportedEndpoint.Failure(response.status.lowercased(), type)
    failure.isUnderstood = content.schema.map(document.isValidationOfFastAPI) ?? false
    endpoint.errors.append(failure)
  }

  /// Notes the header fields of responses that the endpoint does not use for its pages.
  mutating func noteHeaders(
    of operation: OpenAPIOperation, _ title: String, _ endpoint: ImportedEndpoint
  ) {
    var names: [String] = []
    for response in operation.responses {
      for pair in response.node["headers"]?.pairs ?? [] {
        let name = pair.key.lowercased()
        let isUsed = name == "link" && endpoint.hasLinkedPages || name == "content-type"
        if !isUsed, !names.contains(pair.key) { names.append(pair.key) }
      }
    }
    guard !names.isEmpty else { return }
    remark(
      operation.node, of: title,
      "response headers are not in the type: \(names.joined(separator: ", "))")
  }
}

extension OpenAPIDocument {
  func isSecret(_ node: YAMLNode) -> Bool { expanded(shape(node)).format == "password" }

  /// Whether a body lists invalid values as FastAPI does, in a form that `fieldErrors` reads.
  fileprivate func isValidationOfFastAPI(_ node: YAMLNode) -> Bool {
    let detail = expanded(shape(node)).properties.first { $0.key == "detail" }
    let item = detail.flatMap { expanded(shape($0.node)).items }
    let keys = item.map { expanded(shape($0)).properties.map(\.key) } ?? []
    return Set(keys).isSuperset(of: ["loc", "msg", "type"])
  }

  /// The object of a body with a secret, which only fields in place can state.
  fileprivate func secretForm(_ shape: OpenAPIShape) -> OpenAPIShape? {
    guard shape.component != nil else { return nil }
    let object = expanded(shape)
    guard object.alternatives.isEmpty, object.properties.contains(where: { isSecret($0.node) })
    else { return nil }
    return object
  }
}

extension ImportedEndpoint {
  /// Whether the next page is a URL in the `Link` header.
  fileprivate var hasLinkedPages: Bool {
    guard case .mapping(let entries)? = page else { return false }
    return entries.contains { $0.key == "link" }
  }
}

extension ImportedAttribute {
  /// Hides the value of a parameter or a field in place.
  mutating func makeSecret() {
    settings.isSecret = true
    notes.removeAll { $0.text == "format password" }
  }
}

import SyncGenSchema
import SyncGenYAML

/// The bodies of requests and responses.
extension OpenAPISchemaMaker {
  /// A media type with its schema.
  private struct Content {
    let type: String
    let schema: YAMLNode?

    var isJSON: Bool { type.hasSuffix("/json") || type.hasSuffix("+json") || type == "*/*" }
  }

  private func contents(_ node: YAMLNode) -> [Content] {
    (node["content"]?.pairs ?? []).map { pair in
      let type = pair.key.split(separator: ";").first.map(String.init) ?? pair.key
      return Content(type: type.lowercased(), schema: pair.value["schema"])
    }
  }

  // MARK: Requests

  mutating func addBody(
    of operation: OpenAPIOperation, _ title: String, to endpoint: inout ImportedEndpoint
  ) {
    guard let body = operation.node["requestBody"].map(document.resolved) else { return }
    let contents = contents(body)
    guard let content = contents.first(where: \.isJSON) ?? contents.first else { return }
    for other in contents where other.type != content.type {
      remark(body, of: title, "the body as \(other.type) is not imported")
    }
    if content.isJSON {
      endpoint.body = content.schema.map { .json(json($0, endpoint, isBody: true)) }
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

  /// The type of a body, with inline fields if it is an object without a name.
  private mutating func json(
    _ node: YAMLNode, _ endpoint: ImportedEndpoint, isBody: Bool
  ) -> ImportedTypeName {
    if let type = resourceType(node) {
      if isBody, endpoint.method == .patch, case .named(let entity) = type { return .patch(entity) }
      return type
    }
    let shape = document.shape(node)
    let place = Place(owner: endpoint.name, key: isBody ? "body" : "response", isStored: false)
    if shape.component == nil, shape.alternatives.isEmpty, !shape.properties.isEmpty,
      shape.discriminator == nil
    {
      return .fields(
        shape.properties.map { property in
          var field = field(
            property, of: shape, in: Place(owner: endpoint.name, key: property.key, isStored: false)
          )
          // Inline fields have neither.
          if field.defaultValue != nil { field.isOptional = true }
          field.defaultValue = nil
          field.deprecated = nil
          return field
        })
    }
    let typed = type(shape, in: place)
    if isBody, endpoint.method == .patch || endpoint.method == .put,
      let entity = patched(shape, isPartial: endpoint.method == .patch)
    {
      return .patch(entity)
    }
    return typed.isOptional && !isBody ? .optional(typed.type) : typed.type
  }

  /// The entity whose keys, none of them required, a body partly contains.
  private func patched(_ shape: OpenAPIShape, isPartial: Bool) -> String? {
    guard isPartial, let component = shape.component else { return nil }
    if let entity = roles.entity(component) { return entity }
    guard roles.roles[component] == .value, let own = document.shape(ofComponent: component),
      own.required.isEmpty
    else { return nil }
    let keys = Set(own.properties.map(\.key))
    return roles.sources.first { source in
      guard component.lowercased().contains(source.name.lowercased()),
        let row = document.shape(ofComponent: source.component).map(document.expanded)
      else { return false }
      return keys.isSubset(of: row.properties.map(\.key))
    }?.name
  }

  private mutating func fields(
    _ schema: YAMLNode?, _ endpoint: ImportedEndpoint, isMultipart: Bool
  ) -> [ImportedAttribute] {
    guard let shape = schema.map({ document.expanded(document.shape($0)) }) else { return [] }
    return shape.properties.map { property in
      var field = field(
        property, of: shape, in: Place(owner: endpoint.name, key: property.key, isStored: false))
      if field.type == .scalar(.data) {
        field.type = isMultipart ? .named("file") : .string
      } else if field.type == .list(.scalar(.data)) {
        field.type = .list(isMultipart ? .named("file") : .string)
      }
      field.defaultValue = nil
      field.deprecated = nil
      return field
    }
  }

  // MARK: Responses

  mutating func addResponses(
    of operation: OpenAPIOperation, _ title: String, to endpoint: inout ImportedEndpoint
  ) {
    var hasResult = false
    for response in operation.responses {
      let contents = contents(response.node)
      guard let content = contents.first(where: \.isJSON) ?? contents.first else { continue }
      for other in contents where other.type != content.type {
        remark(response.node, of: title, "the response as \(other.type) is not imported")
      }
      if !response.isSuccess {
        addError(response, content, title, to: &endpoint)
      } else if hasResult {
        remark(
          response.node, of: title, "the response with status \(response.status) is not imported")
      } else {
        hasResult = true
        if content.isJSON {
          endpoint.returns = content.schema.map { json($0, endpoint, isBody: false) } ?? .json
        } else {
          endpoint.returnsBytes = "data"
        }
      }
    }
    noteHeaders(of: operation, title)
  }

  private mutating func addError(
    _ response: OpenAPIOperation.Response, _ content: Content, _ title: String,
    to endpoint: inout ImportedEndpoint
  ) {
    let isProblem = content.type == "application/problem+json"
    let place = Place(owner: "error", key: "response", isStored: false)
    var found = content.schema.map { type(document.shape($0), in: place) }?.type
    if isProblem, found == nil || content.schema?["$ref"] == nil { found = .named("Problem") }
    guard content.isJSON, let type = found else {
      return remark(
        response.node, of: title, "the body of status \(response.status) is not imported")
    }
    endpoint.errors.append(.init(response.status.lowercased(), type))
  }

  private mutating func noteHeaders(of operation: OpenAPIOperation, _ title: String) {
    var names: [String] = []
    for response in operation.responses {
      for pair in response.node["headers"]?.pairs ?? [] {
        let name = pair.key.lowercased()
        if name != "link", name != "content-type", !names.contains(pair.key) {
          names.append(pair.key)
        }
      }
    }
    guard !names.isEmpty else { return }
    remark(
      operation.node, of: title,
      "response headers are not in the type: \(names.joined(separator: ", "))")
  }
}

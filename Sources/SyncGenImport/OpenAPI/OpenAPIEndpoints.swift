import SyncGenSchema
import SyncGenYAML

/// Operations, servers and security schemes.
extension OpenAPISchemaMaker {
  mutating func addAPI() {
    var api = ImportedAPI()
    addServers(to: &api)
    addSecurity(to: &api)
    let operations = OpenAPIOperations.all(of: document)
    let names = OpenAPINames.names(of: operations)
    sharedTexts = OpenAPIProse.shared(by: operations)
    for (operation, name) in zip(operations, names) { add(operation, named: name, to: &api) }
    addOperationRemarks()
    noteDependentRows(in: &api)
    applyWrites()
    noteNewRows(in: &api)
    for key in ["webhooks"] where document.root[key] != nil {
      for pair in document.root[key]?.pairs ?? [] {
        remark(pair.value, "webhook '\(pair.key)' is not imported")
      }
    }
    if !api.endpoints.isEmpty || api.uploads != nil { result.api = api }
    dropUnusedBodies()
    if !document.isOwn {
      DeletionMarks.find(in: &result)
      ClockMarks.find(in: &result)
    }
  }

  // MARK: Servers

  private mutating func addServers(to api: inout ImportedAPI) {
    let servers = document.root["servers"]?.elements ?? []
    guard let server = servers.first, var url = server["url"]?.text else { return }
    for variable in server["variables"]?.pairs ?? [] {
      guard let value = variable.value["default"]?.text,
        let place = Self.range(of: "{\(variable.key)}", in: url)
      else { continue }
      url.replaceSubrange(place, with: value)
    }
    let parts = url.split(separator: "/", omittingEmptySubsequences: false)
    let isAbsolute = parts.count > 2 && parts[0].hasSuffix(":") && parts[1].isEmpty
    if isAbsolute { api.notes = ["at \(parts[0...2].joined(separator: "/"))"] }
    let steps = (isAbsolute ? parts.dropFirst(3) : parts[...]).filter { !$0.isEmpty }
    if !steps.isEmpty { api.base = "/" + steps.joined(separator: "/") }
    for other in servers.dropFirst() {
      remark(other, "server '\(other["url"]?.text ?? "")' is not imported")
    }
  }

  static func range(of part: String, in text: String) -> Range<String.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(part) {
        return start..<text.index(start, offsetBy: part.count)
      }
      start = text.index(after: start)
    }
    return nil
  }

  // MARK: Operations

  private mutating func add(
    _ operation: OpenAPIOperation, named name: String, to api: inout ImportedAPI
  ) {
    let title = operation.title
    if let uploads = ownUploads(operation) {
      api.uploads = uploads
      return
    }
    guard let method = ImportedEndpoint.Method(rawValue: operation.method) else {
      return remark(
        operation.node,
        "\(title) is left out: only GET, HEAD, POST, PUT, PATCH and DELETE are endpoints")
    }
    var endpoint = ImportedEndpoint(
      name, method, operation.path, at: document.place(operation.node))
    let text = OpenAPIProse.documentation(of: operation.node, shared: sharedTexts)
    endpoint.documentation = text.flatMap { text in
      OpenAPIProse.letters(text) == OpenAPIProse.letters(name) ? nil : text
    }
    addParameters(of: operation, title, to: &endpoint, globals: api.headers)
    if method == .head {
      addStatuses(ofHead: operation, to: &endpoint)
    } else {
      addContents(of: operation, title, to: &endpoint)
    }
    for key in ["callbacks", "servers"] where operation.node[key] != nil {
      remark(operation.node, of: title, "'\(key)' is not imported")
    }
    noteSecurity(of: operation, title, api)
    if operation.node["deprecated"]?.isTrue ?? false {
      endpoint.settings.add("deprecated", prose: "The API deprecates it.")
    }
    api.endpoints.append(endpoint)
  }

  private mutating func addContents(
    of operation: OpenAPIOperation, _ title: String, to endpoint: inout ImportedEndpoint
  ) {
    addBody(of: operation, title, to: &endpoint)
    addResponses(of: operation, title, to: &endpoint)
    addStores(of: operation, to: &endpoint)
    addResourcePages(of: operation, to: &endpoint)
    allowEmptyBody(of: operation, in: &endpoint)
    noteHeaders(of: operation, title, endpoint)
    noteRows(of: operation, endpoint)
  }

  /// The requests and responses of a `HEAD` have no body. A 404 says that nothing is at the path.
  private func addStatuses(
    ofHead operation: OpenAPIOperation, to endpoint: inout ImportedEndpoint
  ) {
    guard operation.responses.contains(where: { $0.status == "404" }) else { return }
    endpoint.errors.append(.init("404", nil))
  }

  private mutating func addParameters(
    of operation: OpenAPIOperation, _ title: String, to endpoint: inout ImportedEndpoint,
    globals: [ImportedHeader]
  ) {
    for parameter in operation.parameters {
      guard let name = parameter["name"]?.text, let place = parameter["in"]?.text else { continue }
      switch place {
      case "path": addPlaceholder(name, parameter, to: &endpoint)
      case "query": addQuery(name, parameter, title, to: &endpoint)
      case "header":
        let ignored = ["accept", "content-type", "authorization"]
        if ignored.contains(name.lowercased())
          || globals.contains(where: { $0.name.lowercased() == name.lowercased() })
        {
          continue
        }
        addHeader(name, parameter, to: &endpoint)
      default: remark(parameter, of: title, "parameter '\(name)' in \(place) is not imported")
      }
    }
  }

  // MARK: Uploads of our own documents

  /// What `generate` writes before the name of a protocol, now and in earlier releases.
  private static let uploadDescriptions = [
    "Receives pushed changes (`", "Uploads local changes in the protocol ",
  ]

  /// The batch of local changes, as described by `generate`.
  private func ownUploads(_ operation: OpenAPIOperation) -> YAMLValue? {
    guard document.isOwn, let text = operation.node["description"]?.text,
      let start = Self.uploadDescriptions.first(where: text.hasPrefix),
      let body = operation.node["requestBody"]
    else { return nil }
    let name = String(text.dropFirst(start.count).prefix { $0 != "`" && $0 != "." })
    var entities: [String] = []
    for component in document.mentions(in: body) {
      guard let entity = roles.entity(component), !entities.contains(entity) else { continue }
      entities.append(entity)
    }
    return .mapping([
      YAMLEntry(operation.method, .text(operation.path)), YAMLEntry("protocol", .text(name)),
      YAMLEntry("entities", .texts(entities)),
    ])
  }
}

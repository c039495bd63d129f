import SyncGenSchema

/// `api:` as text for people.
enum APIDump {
  static func lines(of api: API, _ schema: Schema) -> [String] {
    var lines = ["", "api base '\(api.base)' version \(api.version.map(String.init) ?? "-")"]
    lines += api.types.flatMap { type($0, api, schema) }
    for endpoint in api.endpoints { lines += self.endpoint(endpoint, api, schema) }
    for endpoint in api.uploads {
      let entities = endpoint.entities.map { schema[$0].name.name }.joined(separator: ", ")
      lines.append(
        "  upload \(endpoint.name.name) \(endpoint.method.rawValue) \(endpoint.path)"
          + " \(endpoint.wireProtocol.rawValue) [\(entities)]"
          + " version \(endpoint.version.map(String.init) ?? "-")")
    }
    return lines
  }

  private static func type(_ type: InlineType, _ api: API, _ schema: Schema) -> [String] {
    ["  type \(type.name)"] + type.fields.map { "    \(field($0, api, schema))" }
  }

  private static func endpoint(_ endpoint: Endpoint, _ api: API, _ schema: Schema) -> [String] {
    let parameters = endpoint.pathParameters.map(\.name).joined(separator: ", ")
    var lines = [
      "  endpoint \(endpoint.name.name) \(endpoint.method.rawValue) \(endpoint.path) (\(parameters))"
        + " version \(endpoint.version.map(String.init) ?? "-")"
    ]
    if let documentation = endpoint.documentation { lines.append("    doc \(documentation)") }
    lines += endpoint.query.map { "    query \(field($0, api, schema))" }
    if let body = endpoint.body { lines.append("    body \(text(body, api, schema))") }
    if let returns = endpoint.returns { lines.append("    returns \(text(returns, api, schema))") }
    if let document = endpoint.storedDocument {
      lines.append("    stores \(api.types[document].name)")
    }
    if let stores = endpoint.stores { lines.append("    stores \(text(stores, schema))") }
    return lines
  }

  private static func text(_ stores: EndpointStores, _ schema: Schema) -> String {
    var parts = [schema[stores.entity].name.name]
    if let scope = stores.scope { parts.append("scope \(schema[scope].name.name)") }
    if let root = stores.root { parts.append("root \(root.dotted)") }
    if let rows = stores.missingRows { parts.append("missing \(rows.rawValue)") }
    parts.append("operations \(stores.operations.map(\.rawValue).joined(separator: ","))")
    if let since = stores.since { parts.append("since \(since)") }
    if let page = stores.page { parts.append("page \(page)") }
    return parts.joined(separator: " ")
  }

  private static func field(_ field: InlineField, _ api: API, _ schema: Schema) -> String {
    "\(field.name.name): \(text(field.type, api, schema))" + (field.isOptional ? "?" : "")
      + " remote \(field.remote.dotted) dates \(field.remoteDates.text)"
      + (field.missingRows.map { " missing \($0.rawValue)" } ?? "")
      + (field.documentation.map { " doc '\($0)'" } ?? "")
  }

  private static func text(_ rows: TaggedRows, _ schema: Schema) -> String {
    let cases = rows.cases.map { "\(schema[$0.entity].name.name): \($0.value)" }
    return
      "\(rows.name) by \(rows.tag.dotted) (\(cases.joined(separator: ", "))) \(rows.unknownRows.rawValue)"
  }

  private static func text(_ type: PayloadType, _ api: API, _ schema: Schema) -> String {
    switch type {
    case .entity(let id): schema[id].name.name
    case .patch(let id): schema[id].name.name + ".Patch"
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id): schema[id].name.name
    case .value(let id): schema[id].name.name
    case .money: "money"
    case .dictionary(let element): "[string: \(text(element, api, schema))]"
    case .named(let index): api.types[index].name
    case .inline(let inline):
      "\(inline.name) { " + inline.fields.map { field($0, api, schema) }.joined(separator: "; ")
        + " }"
    case .tagged(let rows): text(rows, schema)
    case .array(let element): "[\(text(element, api, schema))]"
    case .optional(let base): text(base, api, schema) + "?"
    }
  }
}

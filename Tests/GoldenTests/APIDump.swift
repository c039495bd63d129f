import SyncGenSchema

/// `api:` as readable text.
enum APIDump {
  static func lines(of api: API, _ schema: Schema) -> [String] {
    let base = api.baseURL ?? api.base
    var lines = ["", "api base '\(base)' version \(api.version.map(String.init) ?? "-")"]
    if !api.pulls.isEmpty {
      let names = api.pulls.map { api.endpoints[$0].name.name }
      lines.append("  pulls \(names.joined(separator: ", "))")
    }
    lines += api.headers.map { "  \(header($0, api, schema))" }
    lines += api.types.flatMap { type($0, api, schema) }
    for endpoint in api.endpoints { lines += self.endpoint(endpoint, api, schema) }
    for endpoint in api.uploads {
      let entities = endpoint.entities.map { schema[$0].name.name }.joined(separator: ", ")
      lines.append(
        "  upload \(endpoint.name.name) \(endpoint.method.rawValue) \(endpoint.path)"
          + " \(endpoint.wireProtocol.rawValue) [\(entities)]"
          + " version \(endpoint.version.map(String.init) ?? "-")")
    }
    lines += api.rowUploads.flatMap { upload($0, api, schema) }
    return lines + api.resources.map { resource($0, schema) }
  }

  private static func upload(_ upload: RowUpload, _ api: API, _ schema: Schema) -> [String] {
    ["  upload \(upload.name.name) rest"]
      + upload.entities.map { routes in
        let roles = [
          ("create", routes.create), ("update", routes.update), ("delete", routes.delete),
          ("fetch", routes.fetch),
        ]
        let texts = roles.compactMap { role, route in
          route.map { "\(role) \(api.endpoints[$0.endpoint].name.name)" }
        }
        return "    \(schema[routes.entity].name.name): \(texts.joined(separator: ", "))"
      }
  }

  private static func resource(_ resource: Resource, _ schema: Schema) -> String {
    let endpoints = resource.endpoints.map {
      "\($0.part.rawValue) \($0.name)" + ($0.isWrittenOut ? " (written out)" : "")
    }
    return "  resource \(schema[resource.entity].name.name): \(endpoints.joined(separator: ", "))"
      + (resource.upload.map { " upload \($0)" } ?? "")
  }

  private static func type(_ type: InlineType, _ api: API, _ schema: Schema) -> [String] {
    ["  type \(type.name)"] + type.fields.map { "    \(field($0, api, schema))" }
  }

  private static func endpoint(
    _ endpoint: EndpointModel, _ api: API, _ schema: Schema
  ) -> [String] {
    let parameters = endpoint.pathParameters.map(\.name).joined(separator: ", ")
    var lines = [
      "  endpoint \(endpoint.name.name) \(endpoint.method.rawValue) \(endpoint.path) (\(parameters))"
        + " version \(endpoint.version.map(String.init) ?? "-")"
    ]
    if let documentation = endpoint.documentation { lines.append("    doc \(documentation)") }
    lines += endpoint.query.map { "    query \(field($0, api, schema))" }
    lines += endpoint.headers.map { "    \(header($0, api, schema))" }
    if let body = endpoint.body {
      let format = endpoint.bodyFormat == .json ? "" : " \(endpoint.bodyFormat.rawValue)"
      let type = endpoint.contentType.map { " \($0)" } ?? ""
      lines.append("    body\(format)\(type) \(text(body, api, schema))")
    }
    lines += endpoint.errors.map { "    error \($0.key) \(text($0.body, api, schema))" }
    if let returns = endpoint.returns { lines.append("    returns \(text(returns, api, schema))") }
    if let document = endpoint.storedDocument {
      lines.append("    stores \(api.types[document].name)")
    }
    if let stores = endpoint.stores { lines.append("    stores \(text(stores, schema))") }
    if let paging = endpoint.paging { lines.append("    \(text(paging))") }
    if case .ofParent(let parent) = endpoint.pulling {
      lines.append("    pulled for each \(schema[parent].name.name)")
    }
    return lines
  }

  private static func header(_ header: EndpointHeader, _ api: API, _ schema: Schema) -> String {
    switch header.content {
    case .constant(let text): "header \(header.name) '\(text)'"
    case .parameter(let parameter): "header \(field(parameter, api, schema))"
    }
  }

  private static func text(_ body: EndpointError.Body, _ api: API, _ schema: Schema) -> String {
    switch body {
    case .none: "none"
    case .problem: "Problem"
    case .type(let type): text(type, api, schema)
    }
  }

  private static func text(_ stores: EndpointStores, _ schema: Schema) -> String {
    var parts = [schema[stores.entity].name.name]
    if let scope = stores.scope { parts.append("scope \(schema[scope].name.name)") }
    if let root = stores.root { parts.append("root \(root.dotted)") }
    if stores.missingRows.kind != "keep" { parts.append("missing \(stores.missingRows.words)") }
    parts.append("operations \(stores.operations.map(\.rawValue).joined(separator: ","))")
    if let since = stores.since { parts.append("since \(since)") }
    if stores.relationOperations.count < EndpointStores.Operation.allCases.count {
      let operations = stores.relationOperations.map(\.rawValue)
      parts.append("relation operations \(operations.joined(separator: ","))")
    }
    if let limit = stores.deletionLimit { parts.append("deletion limit \(limit)") }
    if let conflict = stores.conflict { parts.append("conflict \(conflict.rawValue)") }
    if stores.isStrict { parts.append("strict") }
    return parts.joined(separator: " ")
  }

  private static func text(_ paging: EndpointPaging) -> String {
    var parts = ["page \(paging.parameter?.text ?? "-")"]
    switch paging.style {
    case .number(let from): if from != 1 { parts.append("from \(from)") }
    case .offset: parts.append("counts rows")
    case .cursor(let next): parts.append("cursor \(next.dotted)")
    case .lastRow(let last): parts.append("last \(last.name)")
    case .nextURL(let next): parts.append("URL \(next.dotted)")
    case .linkHeader(let relation): parts.append("link \(relation)")
    }
    if let size = paging.size { parts.append("size \(size.text)=\(paging.sizeValue ?? 0)") }
    if let more = paging.end.more { parts.append("more \(more.dotted)") }
    if let total = paging.end.total { parts.append("total \(total.dotted)") }
    if let totalPages = paging.end.totalPages { parts.append("total pages \(totalPages.dotted)") }
    if paging.end.isShortPage { parts.append("ends short") }
    if paging.end.isNotFound { parts.append("ends with not-found") }
    parts += paging.origins.map { "origin \($0)" }
    if paging.maxPages != EndpointPaging.defaultMaxPages { parts.append("max \(paging.maxPages)") }
    if paging.isStable { parts.append("stable") }
    return parts.joined(separator: " ")
  }

  private static func field(_ field: InlineField, _ api: API, _ schema: Schema) -> String {
    "\(field.name.name): \(text(field.type, api, schema))" + (field.isOptional ? "?" : "")
      + " remote \(field.remote.dotted) dates \(field.remoteDates.text)"
      + (field.defaultValue.map { " default \(ValueDump.text(of: .constant($0), schema))" } ?? "")
      + (field.isSecret ? " secret" : "")
      + (field.missingRows.kind == "keep" ? "" : " missing \(field.missingRows.words)")
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
    case .file: "file"
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

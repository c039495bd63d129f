import SyncGenSchema

/// Endpoints.
extension SchemaTreeMaker {
  func entries(of api: ImportedAPI) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    entries.add("base", text: api.base)
    if !api.headers.isEmpty { entries.append(YAMLEntry("headers", value(of: api.headers))) }
    let stored = StoredResponses(schema)
    let resources = api.resources.enumerated().map { resource -> YAMLEntry in
      var entry = self.entry(resource.element)
      entry.mark = .resource(resource.offset)
      return entry
    }
    if !resources.isEmpty { entries.append(SharedComments.section("resources", resources)) }
    let written = api.endpoints.enumerated().filter { $0.element.resource == nil }
    let endpoints = written.map { endpoint -> YAMLEntry in
      var entry = self.entry(endpoint.element, stored)
      entry.mark = .endpoint(endpoint.offset)
      return entry
    }
    if !endpoints.isEmpty { entries.append(SharedComments.section("endpoints", endpoints)) }
    if let uploads = api.uploads {
      var entry = YAMLEntry("uploads", uploads)
      entry.mark = .uploads
      entries.append(entry)
    }
    if var first = entries.first {
      first.comments = api.notes + first.comments
      entries[0] = first
    }
    return entries
  }

  private func entry(_ endpoint: ImportedEndpoint, _ stored: StoredResponses) -> YAMLEntry {
    var entries: [YAMLEntry] = []
    entries.add("doc", prose: endpoint.documentation)
    entries.append(YAMLEntry(endpoint.method.rawValue, .text(endpoint.path)))
    if !endpoint.query.isEmpty {
      entries.append(YAMLEntry("query", .mapping(endpoint.query.map(entry))))
    }
    if !endpoint.headers.isEmpty {
      entries.append(YAMLEntry("headers", value(of: endpoint.headers)))
    }
    if let body = endpoint.body { entries.append(YAMLEntry("body", value(of: body))) }
    entries.add("content-type", text: endpoint.contentType)
    if let type = endpoint.returns { entries.append(YAMLEntry("returns", value(of: type))) }
    entries.add("returns", text: endpoint.returnsBytes)
    if !endpoint.errors.isEmpty {
      let errors = endpoint.errors.map {
        YAMLEntry($0.status, $0.type.map(value) ?? .word("none"))
      }
      entries.append(YAMLEntry("errors", .mapping(errors)))
    }
    if endpoint.keepsMissingRows { entries.append(YAMLEntry("missing-rows", .word("keep"))) }
    if let page = endpoint.page { entries.append(YAMLEntry("page", page)) }
    if let stores = stores(of: endpoint, stored) { entries.append(YAMLEntry("stores", stores)) }
    if endpoint.isNotPulled { entries.append(YAMLEntry("pulls", .flag(false))) }
    return noted(YAMLEntry(endpoint.name, .mapping(entries + endpoint.settings)), endpoint.notes)
  }

  /// Places the comments of an endpoint or a resource: a guess about missing rows after its key, unless
  /// everything is on one line.
  func noted(_ entry: YAMLEntry, _ notes: [ImportNote]) -> YAMLEntry {
    var entry = entry
    let stored = notes.filter { $0.guess == .completeness }
    let room = YAMLPrinter.width - Self.endpointIndentation - entry.inOneLine.count
    let isShort =
      !entry.inOneLine.isEmpty && stored.count == notes.count
      && stored.allSatisfy { $0.comment.count + 3 <= room }
    guard !stored.isEmpty, !isShort, case .mapping(var entries) = entry.value,
      let index = entries.firstIndex(where: { $0.key == "missing-rows" })
    else {
      entry.setNotes(notes)
      return entry
    }
    entries[index].setNotes(stored)
    entry.value = .mapping(entries)
    entry.setNotes(notes.filter { $0.guess != .completeness })
    return entry
  }

  private static let endpointIndentation = 4

  /// `nil` if the language has this default.
  private func stores(of endpoint: ImportedEndpoint, _ stored: StoredResponses) -> YAMLValue? {
    let isDefault = stored.areDefault(of: endpoint)
    guard let entries = endpoint.stores else { return isDefault ? .flag(false) : nil }
    if entries.isEmpty { return isDefault ? nil : .flag(true) }
    return .mapping(entries)
  }

  private func value(of body: ImportedEndpoint.Body) -> YAMLValue {
    switch body {
    case .json(let type): value(of: type)
    case .form(let fields): .mapping([YAMLEntry("form", .mapping(fields.map(entry)))])
    case .multipart(let fields): .mapping([YAMLEntry("multipart", .mapping(fields.map(entry)))])
    case .data: .word("data")
    case .file: .word("file")
    }
  }

  /// A type of an endpoint, whose fields may be inline.
  private func value(of type: ImportedTypeName) -> YAMLValue {
    if case .fields(let fields) = type { return .mapping(fields.map(entry)) }
    return type.value(isOptional: false)
  }

  private func value(of headers: [ImportedHeader]) -> YAMLValue { .mapping(headers.map(entry)) }

  private func entry(_ header: ImportedHeader) -> YAMLEntry {
    if let value = header.value {
      return YAMLEntry(header.name, .mapping([YAMLEntry("value", .text(value))]))
    }
    var settings: [YAMLEntry] = []
    if header.isSecret { settings.append(YAMLEntry("secret", .flag(true))) }
    settings.add("doc", prose: header.documentation)
    let type = header.type.value(isOptional: header.isOptional)
    var entry = YAMLEntry(
      header.name, settings.isEmpty ? type : .mapping([YAMLEntry("type", type)] + settings))
    entry.setNotes(header.notes)
    return entry
  }
}

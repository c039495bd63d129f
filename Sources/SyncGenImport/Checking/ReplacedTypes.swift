import SyncGenSchema

extension ImportedSchema {
  /// The enums and value types to which nothing refers.
  var unusedTypes: Set<String> {
    var fields = entities.flatMap(\.attributes)
    var mentioned: Set<String> = Set(answers.map(\.target))
    for endpoint in api?.endpoints ?? [] {
      fields += endpoint.query
      mentioned.formUnion(endpoint.headers.flatMap(\.type.allMentioned))
      switch endpoint.body {
      case .json(let type)?: mentioned.formUnion(type.allMentioned)
      case .form(let own)?, .multipart(let own)?: fields += own
      case .data?, .file?, nil: break
      }
      mentioned.formUnion(endpoint.returns?.allMentioned ?? [])
      for failure in endpoint.errors { mentioned.formUnion(failure.type?.allMentioned ?? []) }
    }
    mentioned.formUnion(fields.flatMap(\.type.allMentioned))
    let declared = Dictionary(types.map { ($0.name, $0) }) { first, _ in first }
    var rest = Array(mentioned)
    while let name = rest.popLast() {
      guard let type = declared[name] else { continue }
      var inner = type.content.fields.flatMap(\.type.allMentioned)
      if case .tagged(let tagged) = type.content { inner += tagged.cases.compactMap(\.type) }
      rest += inner.filter { mentioned.insert($0).inserted }
    }
    return Set(types.map(\.name) + enums.map(\.name)).subtracting(mentioned)
  }

  mutating func dropTypes(_ names: Set<String>) {
    types.removeAll { names.contains($0.name) }
    enums.removeAll { names.contains($0.name) }
  }

  /// Replaces types with others, and removes their declarations.
  mutating func replace(_ substitutes: [String: ImportedTypeName]) {
    enums.removeAll { substitutes[$0.name] != nil }
    types.removeAll { substitutes[$0.name] != nil }
    scalars.removeAll { substitutes[$0.name] != nil }
    for index in entities.indices {
      entities[index].attributes = entities[index].attributes.map { $0.replacing(substitutes) }
    }
    for index in types.indices {
      switch types[index].content {
      case .fields(let fields):
        types[index].content = .fields(fields.map { $0.replacing(substitutes) })
      case .tagged(var tagged):
        for one in tagged.cases.indices {
          tagged.cases[one].fields = tagged.cases[one].fields.map { $0.replacing(substitutes) }
          if let type = tagged.cases[one].type, substitutes[type] != nil {
            tagged.cases[one].type = nil
          }
        }
        types[index].content = .tagged(tagged)
      }
    }
    if var api {
      api.endpoints = api.endpoints.map { $0.replacing(substitutes) }
      self.api = api
    }
  }
}

extension ImportedEndpoint {
  fileprivate func replacing(_ substitutes: [String: ImportedTypeName]) -> ImportedEndpoint {
    var endpoint = self
    endpoint.query = query.map { $0.replacing(substitutes) }
    endpoint.headers = headers.map { header in
      var header = header
      let type = header.type.replacing(substitutes)
      // A header is a string or a list of strings.
      header.type = type == .json ? .string : type
      return header
    }
    switch body {
    case .json(let type): endpoint.body = .json(type.replacing(substitutes))
    case .form(let fields): endpoint.body = .form(fields.map { $0.replacing(substitutes) })
    case .multipart(let fields):
      endpoint.body = .multipart(fields.map { $0.replacing(substitutes) })
    case .data, .file, nil: break
    }
    endpoint.returns = returns?.replacing(substitutes)
    endpoint.errors = errors.map { Failure($0.status, $0.type?.replacing(substitutes)) }
    if endpoint.returns != returns {
      endpoint.removeStores()
    }
    return endpoint
  }
}

extension ImportedAttribute {
  fileprivate func replacing(_ substitutes: [String: ImportedTypeName]) -> ImportedAttribute {
    var attribute = self
    attribute.type = type.replacing(substitutes)
    if attribute.type != type { attribute.defaultValue = nil }
    return attribute
  }
}

extension ImportedTypeName {
  /// All names in the type.
  fileprivate var allMentioned: [String] {
    switch self {
    case .named(let name), .patch(let name): [name]
    case .list(let element), .dictionary(let element), .optional(let element):
      element.allMentioned
    case .fields(let fields): fields.flatMap(\.type.allMentioned)
    case .taggedRows(_, let cases): cases.map(\.name)
    case .scalar, .money: []
    }
  }

  fileprivate func replacing(_ substitutes: [String: ImportedTypeName]) -> ImportedTypeName {
    switch self {
    case .named(let name): substitutes[name] ?? self
    case .patch(let name): substitutes[name] ?? self
    case .list(let element): .list(element.replacing(substitutes))
    case .dictionary(let element): .dictionary(element.replacing(substitutes))
    case .optional(let element): .optional(element.replacing(substitutes))
    case .fields(let fields): .fields(fields.map { $0.replacing(substitutes) })
    case .scalar, .money, .taggedRows: self
    }
  }
}

import SyncGenSchema

extension ImportedSchema {
  /// Replaces types with others, and removes their declarations.
  mutating func replace(_ substitutes: [String: ImportedTypeName]) {
    enums.removeAll { substitutes[$0.name] != nil }
    types.removeAll { substitutes[$0.name] != nil }
    scalars.removeAll { substitutes[$0.name] != nil }
    changeAttributes { $0 = $0.replacing(substitutes) }
    for index in types.indices {
      guard case .tagged(var tagged) = types[index].content else { continue }
      for one in tagged.cases.indices {
        if let type = tagged.cases[one].type, substitutes[type] != nil {
          tagged.cases[one].type = nil
        }
      }
      types[index].content = .tagged(tagged)
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
    endpoint.errors = errors.map { $0.with($0.type?.replacing(substitutes)) }
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

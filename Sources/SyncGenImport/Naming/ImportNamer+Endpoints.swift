import SyncGenSchema

/// An endpoint that cannot have the name that follows from its source.
struct EndpointRename {
  let old: String
  let new: String
  let reason: String

  var note: ImportNote { ImportNote("not '\(old)': \(reason)") }

  func remark(at place: String) -> ImportRemark {
    ImportRemark(at: place, "endpoint '\(old)' is named '\(new)': \(reason)")
  }
}

extension ImportNamer {
  /// The names of the endpoints. The generated code declares types after them, whose names must
  /// differ from those under `types:`.
  mutating func endpointNames(_ endpoints: [ImportedEndpoint]) -> [String] {
    var taken = TakenNames()
    var types = TakenNames()
    for type in schema.types { types.take(type.name) }
    return endpoints.map { endpoint in
      let stated = ImportNames.member(endpoint.name, style)
      var name = Self.unreserved(stated, kind: "endpoint")
      var reason = ReservedNames.reason(againstMember: stated, of: "endpoint")
      func declared(_ name: String) -> [String] {
        let type = name.prefix(1).uppercased() + name.dropFirst()
        return [type + "Endpoint"] + (endpoint.hasInlineTypes ? [type] : [])
      }
      if declared(name).contains(where: types.has) {
        reason = "a type has that name in Swift"
        let method = endpoint.method.rawValue
        if !name.hasPrefix(method) {
          name = method + name.prefix(1).uppercased() + name.dropFirst()
        }
      }
      let plain = name
      var count = 2
      while taken.has(name) || declared(name).contains(where: types.has) {
        reason = reason ?? "another endpoint has that name"
        name = "\(plain)\(count)"
        count += 1
      }
      taken.take(name)
      declared(name).forEach { types.take($0) }
      if name != stated, let reason {
        endpointRenames[name] = EndpointRename(old: stated, new: name, reason: reason)
      }
      return name
    }
  }
}

extension ImportedEndpoint {
  /// Whether the generated code declares a type for its response or its body.
  fileprivate var hasInlineTypes: Bool {
    if returns?.isInline == true { return true }
    switch body {
    case .json(let type)?: return type.isInline
    case .form?: return true
    case .multipart?, .data?, .file?, nil: return false
    }
  }
}

extension ImportedTypeName {
  fileprivate var isInline: Bool {
    switch self {
    case .fields: true
    case .list(let element), .dictionary(let element), .optional(let element): element.isInline
    case .scalar, .money, .named, .patch, .taggedRows: false
    }
  }
}

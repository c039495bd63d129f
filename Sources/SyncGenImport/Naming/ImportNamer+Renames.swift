import SyncGenSchema

/// A declaration that cannot have the name that follows from its source.
struct ImportRename {
  let old: String
  let new: String
  let reason: String

  var note: ImportNote { ImportNote("instead of '\(old)': \(reason)") }

  func remark(_ kind: String, at place: String) -> ImportRemark {
    ImportRemark(at: place, "\(kind) '\(old)' is called '\(new)': \(reason)")
  }
}

extension ImportNamer {
  /// Notes and lists the declarations that have another name than in the source.
  mutating func noteRenames(of source: ImportedSchema) {
    for (index, entity) in source.entities.enumerated() {
      guard let rename = renames[entity.name] else { continue }
      schema.remarks.append(rename.remark("entity", at: entity.place))
      // The names in the stores of a source have comments of their own.
      if !source.hasStoresToCopy { schema.entities[index].notes.append(rename.note) }
    }
    for (index, model) in source.enums.enumerated() {
      guard let rename = renames[model.name] else { continue }
      schema.remarks.append(rename.remark("enum", at: model.place))
      schema.enums[index].notes.append(rename.note)
    }
    for (index, type) in source.types.enumerated() {
      guard let rename = renames[type.name] else { continue }
      schema.remarks.append(rename.remark("type", at: type.place))
      schema.types[index].notes.append(rename.note)
    }
    for (index, scalar) in source.scalars.enumerated() {
      guard let rename = renames[scalar.name] else { continue }
      schema.remarks.append(rename.remark("scalar", at: scalar.place))
      schema.scalars[index].notes.append(rename.note)
    }
  }

  /// The names of the endpoints. The generated code declares types after them, whose names must
  /// differ from those under `types:`.
  mutating func endpointNames(_ endpoints: [ImportedEndpoint]) -> [String] {
    var taken = TakenNames()
    var types = TakenNames()
    for type in schema.types { types.take(type.name) }
    return endpoints.map { endpoint in
      let stated = ImportNames.member(endpoint.name, style)
      var name = Self.unreserved(stated)
      var reason = ReservedNames.reason(againstMember: stated)
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
        endpointRenames[name] = ImportRename(old: stated, new: name, reason: reason)
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

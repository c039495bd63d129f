import SyncGenDiagnostics

/// The schema of an object while it is composed, with the objects on the way to values.
struct ObjectSchema {
  private var properties: [(key: String, value: Member)] = []
  private var required: [String] = []
  /// For each list, at least one path must exist.
  private var alternatives: [[[String]]] = []

  private indirect enum Member {
    case value(JSONDocument)
    case object(ObjectSchema)
    /// A value that is also an object on the way to others.
    case both(JSONDocument, ObjectSchema)
  }

  mutating func add(_ path: [String], _ value: JSONDocument, isRequired: Bool) {
    add(path[...], value, isRequired: isRequired)
  }

  /// Requires that at least one of several paths exists.
  mutating func require(oneOf paths: [[String]]) {
    if paths.count == 1 {
      require(paths[0][...])
    } else if !alternatives.contains(paths) {
      alternatives.append(paths)
    }
  }

  private mutating func require(_ path: ArraySlice<String>) {
    guard let key = path.first else { return }
    if !required.contains(key) { required.append(key) }
    guard let index = properties.firstIndex(where: { $0.key == key }) else { return }
    switch properties[index].value {
    case .value: break
    case .object(var shape):
      shape.require(path.dropFirst())
      properties[index].value = .object(shape)
    case .both(let value, var shape):
      shape.require(path.dropFirst())
      properties[index].value = .both(value, shape)
    }
  }

  private mutating func add(_ path: ArraySlice<String>, _ value: JSONDocument, isRequired: Bool) {
    guard let key = path.first else { return }
    if isRequired, !required.contains(key) { required.append(key) }
    let rest = path.dropFirst()
    guard let index = properties.firstIndex(where: { $0.key == key }) else {
      return properties.append((key, Self.member(rest, value, isRequired: isRequired)))
    }
    switch properties[index].value {
    case .value(let known):
      if rest.isEmpty {
        // At most one of two members with the same key writes it, and that one defines it.
        if case .object(let object) = known, object["readOnly"] != nil {
          properties[index].value = .value(value)
        }
        return
      }
      var shape = ObjectSchema()
      shape.add(rest, value, isRequired: isRequired)
      properties[index].value = .both(known, shape)
    case .object(var shape):
      if rest.isEmpty {
        properties[index].value = .both(value, shape)
        return
      }
      shape.add(rest, value, isRequired: isRequired)
      properties[index].value = .object(shape)
    case .both(let known, var shape):
      guard !rest.isEmpty else { return }
      shape.add(rest, value, isRequired: isRequired)
      properties[index].value = .both(known, shape)
    }
  }

  private static func member(
    _ path: ArraySlice<String>, _ value: JSONDocument, isRequired: Bool
  ) -> Member {
    if path.isEmpty { return .value(value) }
    var shape = ObjectSchema()
    shape.add(path, value, isRequired: isRequired)
    return .object(shape)
  }

  func schema(_ documentation: String?) -> JSONDocument {
    var schema = JSONDocument.object([("type", .text("object"))])
    if let documentation { schema.set(["description"], .text(documentation)) }
    return extended(schema)
  }

  /// A schema extended by further knowledge about the object.
  private func extended(_ schema: JSONDocument) -> JSONDocument {
    var schema = schema
    let members = properties.map { member -> JSONObject.Member in
      switch member.value {
      case .value(let value): (member.key, value)
      case .object(let shape): (member.key, shape.schema(nil))
      case .both(let value, let shape):
        (member.key, .object([("allOf", .array([value, shape.extended(.empty)]))]))
      }
    }
    schema.set(["properties"], .object(JSONObject(members)))
    if !required.isEmpty { schema.set(["required"], .texts(required)) }
    if !alternatives.isEmpty {
      schema.set(
        ["allOf"], .array(alternatives.map { .object([("anyOf", .array($0.map(Self.has)))]) }))
    }
    return schema
  }

  /// The schema of an object that contains a path.
  private static func has(_ path: [String]) -> JSONDocument {
    guard let key = path.first else { return .empty }
    var schema = JSONDocument.object([("required", .texts([key]))])
    if path.count > 1 {
      schema.set(["properties"], .object([(key, has(Array(path.dropFirst())))]))
    }
    return schema
  }
}

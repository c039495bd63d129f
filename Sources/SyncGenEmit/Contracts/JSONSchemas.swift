import SyncGenSchema

/// JSON Schemas (2020-12) of what payloads carry.
struct JSONSchemas {
  let names: PayloadNames

  private var schema: Schema { names.names.schema }

  /// The object of an entity's row. Keys that a server gives and never takes are read-only.
  func row(_ id: EntityID) -> ContractJSON {
    var shape = ObjectShape()
    let entity = schema[id]
    for (index, attribute) in entity.attributes.enumerated() where attribute.direction != .local {
      let isPart = entity.identity.parts.contains(.attribute(index: index))
      let isRequired =
        attribute.direction.isImported
        && (isPart || (!attribute.isOptional && attribute.defaultValue == nil))
      add(attribute, isRequired: isRequired, to: &shape)
    }
    for relation in entity.relations where relation.direction != .local {
      add(relation, isRequired: true, to: &shape)
    }
    return shape.schema(entity.documentation)
  }

  /// The object of an entity's patch: everything may be missing.
  func patch(_ id: EntityID) -> ContractJSON {
    var shape = ObjectShape()
    for attribute in schema[id].attributes where attribute.direction.isExported {
      add(attribute, isRequired: false, to: &shape)
    }
    for relation in schema[id].relations where relation.direction.isExported {
      add(relation, isRequired: false, to: &shape)
    }
    return shape.schema("What is to change of a `\(schema[id].name.name)`.")
  }

  /// The object that uploads what was written to a row: its identity and whatever else is sent.
  func upload(_ id: EntityID) -> ContractJSON {
    var shape = ObjectShape()
    let entity = schema[id]
    for (index, attribute) in entity.attributes.enumerated() {
      let isPart = entity.identity.parts.contains(.attribute(index: index))
      let isTombstone = index == entity.sync.tombstone?.attribute
      if isPart || isTombstone {
        // Sent whatever its direction is.
        guard case .paths(let paths) = attribute.remote, let path = paths.first else { continue }
        let value = of(attribute.type, dates: attribute.remoteDates)
        let isNullable = attribute.isOptional && !isPart
        shape.add(path.keys, isNullable ? Self.nullable(value) : value, isRequired: isPart)
      } else if attribute.direction.isExported {
        add(attribute, isRequired: false, to: &shape)
      }
    }
    for relation in entity.relations where relation.direction.isExported {
      add(relation, isRequired: false, to: &shape)
    }
    return shape.schema(
      "What was written to a `\(entity.name.name)`: of a new one everything, of another the identity and what has changed."
    )
  }

  func object(_ type: InlineType) -> ContractJSON {
    var shape = ObjectShape()
    for field in type.fields {
      var value = of(field.type, dates: field.remoteDates)
      if field.isOptional { value = Self.nullable(value) }
      if let text = field.documentation { value.set(["description"], .text(text)) }
      shape.add(field.remote.keys, value, isRequired: !field.isOptional)
    }
    return shape.schema(nil)
  }

  func of(_ type: PayloadType, dates: RemoteDateFormat) -> ContractJSON {
    switch type {
    case .entity(let id): Self.reference(schema[id].name.name)
    case .patch(let id): Self.reference(schema[id].name.name + "Patch")
    case .scalar(let scalar): Self.scalar(scalar, dates)
    case .enumeration(let id): Self.values(of: schema[id])
    case .named(let position): Self.reference(names.api.types[position].name)
    case .inline(let inline): object(inline)
    case .array(let element): Self.list(of(element, dates: dates))
    case .optional(let element): Self.nullable(of(element, dates: dates))
    }
  }

  /// The type of a placeholder or an attribute.
  func of(_ type: AttributeType, dates: RemoteDateFormat) -> ContractJSON {
    switch type {
    case .scalar(let scalar): Self.scalar(scalar, dates)
    case .enumeration(let id): Self.values(of: schema[id])
    case .array(.scalar(let scalar)): Self.list(Self.scalar(scalar, dates))
    case .array(.enumeration(let id)): Self.list(Self.values(of: schema[id]))
    case .dictionary(.scalar(let scalar)): Self.dictionary(Self.scalar(scalar, dates))
    case .dictionary(.enumeration(let id)): Self.dictionary(Self.values(of: schema[id]))
    case .money: Self.type("integer")
    }
  }

  /// The attribute that says how new a row of an entity is.
  func clockAttribute(of id: EntityID) -> Attribute? {
    schema[id].sync.clock.map { schema[id].attributes[$0] }
  }

  /// The values of the clock of an entity's rows.
  func clock(of id: EntityID) -> ContractJSON? {
    clockAttribute(of: id).map { of($0.type, dates: $0.remoteDates) }
  }

  /// The members that tell a row of an entity from others, but for parents.
  func identity(of id: EntityID) -> [(key: String, value: ContractJSON)] {
    schema[id].attributes.enumerated().compactMap { index, attribute in
      guard schema[id].identity.parts.contains(.attribute(index: index)),
        case .paths(let paths) = attribute.remote, let key = paths.first?.keys.first
      else { return nil }
      return (key, of(attribute.type, dates: attribute.remoteDates))
    }
  }

  private func add(_ attribute: Attribute, isRequired: Bool, to shape: inout ObjectShape) {
    switch attribute.remote {
    case .paths(let paths):
      guard let path = paths.first else { return }
      let value = of(attribute.type, dates: attribute.remoteDates)
      shape.add(path.keys, described(value, attribute), isRequired: isRequired)
    case .money(let minor, let currency):
      shape.add(minor.keys, described(Self.type("integer"), attribute), isRequired: isRequired)
      shape.add(currency.keys, described(Self.type("string"), attribute), isRequired: isRequired)
    }
  }

  private func described(_ value: ContractJSON, _ attribute: Attribute) -> ContractJSON {
    var value = attribute.isOptional ? Self.nullable(value) : value
    if let text = attribute.documentation { value.set(["description"], .text(text)) }
    mark(attribute.direction, &value)
    if attribute.deprecation != nil { value.set(["deprecated"], .word("true")) }
    return value
  }

  private func mark(_ direction: SyncDirection, _ value: inout ContractJSON) {
    if !direction.isExported { value.set(["readOnly"], .word("true")) }
    if !direction.isImported { value.set(["writeOnly"], .word("true")) }
  }

  /// Ids; a list says nothing of rows if it is missing (A3).
  private func add(_ relation: Relation, isRequired: Bool, to shape: inout ObjectShape) {
    guard let path = relation.remote.ids.first else { return }
    var value = Self.empty(
      names.names.identityAttribute(relation.target).map { of($0.type, dates: $0.remoteDates) })
    var isStated = false
    switch relation.kind {
    case .toOne(let reference):
      isStated = isRequired && !reference.isOptional && relation.direction.isImported
      if reference.isOptional { value = Self.nullable(value) }
    case .toOneInverse: value = Self.nullable(value)
    case .toMany, .manyToMany: value = Self.list(value)
    }
    mark(relation.direction, &value)
    shape.add(path.keys, value, isRequired: isStated && !isTakenByScope(relation))
  }

  /// A list of one parent's rows need not repeat the parent.
  private func isTakenByScope(_ relation: Relation) -> Bool {
    names.api.endpoints.contains { endpoint in
      endpoint.syncs?.scope.map { schema[$0] === relation } ?? false
    }
  }

  /// Of an identity of several parts, anything.
  private static func empty(_ value: ContractJSON?) -> ContractJSON { value ?? .empty }
}

extension JSONSchemas {
  static func reference(_ name: String) -> ContractJSON {
    .object([("$ref", .text("#/components/schemas/\(name)"))])
  }

  private static func type(_ name: String, _ more: [(String, String)] = []) -> ContractJSON {
    .object([("type", .text(name))] + more.map { ($0.0, .text($0.1)) })
  }

  private static func list(_ element: ContractJSON) -> ContractJSON {
    .object([("type", .text("array")), ("items", element)])
  }

  private static func dictionary(_ element: ContractJSON) -> ContractJSON {
    .object([("type", .text("object")), ("additionalProperties", element)])
  }

  static func nullable(_ value: ContractJSON) -> ContractJSON {
    guard case .object(let members) = value, !members.isEmpty else { return value }
    var copy = value
    if case .text(let name)? = members.first(where: { $0.key == "type" })?.value,
      !members.contains(where: { $0.key == "enum" })
    {
      copy.set(["type"], .texts([name, "null"]))
      return copy
    }
    return .object([("anyOf", .array([value, type("null")]))])
  }

  private static func scalar(_ scalar: ScalarType, _ dates: RemoteDateFormat) -> ContractJSON {
    switch scalar {
    case .string: type("string")
    case .int: type("integer", [("format", "int64")])
    case .double: type("number", [("format", "double")])
    case .decimal: .object([("type", .texts(["string", "number"]))])
    case .bool: type("boolean")
    case .date: date(dates)
    case .day: type("string", [("format", "date")])
    case .uuid: type("string", [("format", "uuid")])
    case .url: type("string", [("format", "uri")])
    case .data: type("string", [("contentEncoding", "base64")])
    case .json: .empty
    }
  }

  private static func date(_ dates: RemoteDateFormat) -> ContractJSON {
    switch dates {
    case .auto, .iso8601: type("string", [("format", "date-time")])
    case .unix: type("number", [("description", "Seconds since 1970-01-01T00:00:00Z.")])
    case .unixMilliseconds:
      type("number", [("description", "Milliseconds since 1970-01-01T00:00:00Z.")])
    }
  }

  /// The known values; where others are kept, they are examples.
  private static func values(of model: EnumModel) -> ContractJSON {
    var value = type(model.hasIntegerValues ? "integer" : "string")
    let key = model.unknownValues == .reject ? "enum" : "examples"
    value.set([key], .array(model.cases.map { $0.rawValue.json }))
    return value
  }
}

extension EnumModel.RawValue {
  var json: ContractJSON {
    switch self {
    case .string(let text): .text(text)
    case .int(let number): .word(String(number))
    }
  }
}

/// The schema of an object while it is put together, with the objects that paths lead through.
private struct ObjectShape {
  private var properties: [(key: String, value: Member)] = []
  private var required: [String] = []

  private indirect enum Member {
    case value(ContractJSON)
    case object(ObjectShape)
  }

  mutating func add(_ path: [String], _ value: ContractJSON, isRequired: Bool) {
    add(path[...], value, isRequired: isRequired)
  }

  private mutating func add(_ path: ArraySlice<String>, _ value: ContractJSON, isRequired: Bool) {
    guard let key = path.first else { return }
    if isRequired, !required.contains(key) { required.append(key) }
    let index = properties.firstIndex { $0.key == key }
    guard path.count > 1 else {
      if index == nil { properties.append((key, .value(value))) }
      return
    }
    var inner = ObjectShape()
    if let index, case .object(let known) = properties[index].value { inner = known }
    inner.add(path.dropFirst(), value, isRequired: isRequired)
    guard let index else { return properties.append((key, .object(inner))) }
    properties[index].value = .object(inner)
  }

  func schema(_ documentation: String?) -> ContractJSON {
    var schema = ContractJSON.object([("type", .text("object"))])
    if let documentation { schema.set(["description"], .text(documentation)) }
    let members = properties.map { member -> (key: String, value: ContractJSON) in
      switch member.value {
      case .value(let value): (member.key, value)
      case .object(let shape): (member.key, shape.schema(nil))
      }
    }
    schema.set(["properties"], .object(members))
    if !required.isEmpty { schema.set(["required"], .texts(required)) }
    return schema
  }
}

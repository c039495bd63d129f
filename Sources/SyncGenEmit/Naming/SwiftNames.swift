import SyncGenSchema

/// Types in generated Swift code, qualified where a name in the schema would hide the short form.
final class SwiftNames: Sendable {
  /// The names that every entity's struct or every value type declares or inherits, and that
  /// therefore have another meaning inside.
  static let nested: Set<String> = [
    "Patch", "QueriedMembers", "Columns", "Entity", "Identity", "CodingKeys", "ID", "Fields",
  ]

  /// The runtime's types whose names apps use for types of their own. A type in the module of the
  /// generated code takes precedence over an imported one, and the tool does not know the app's
  /// types, so generated code always qualifies these.
  static let common: Set<String> = [
    "APIClient", "APIError", "APIResponse", "ApplyOptions", "ApplyReport", "CalendarDay",
    "DownloadProgress", "Endpoint", "EndpointRequest", "ErrorFormat", "Fixtures", "HTTP",
    "JSONValue",
    "Middleware", "MigrationPlan", "MigrationStep", "Money", "OrderedList", "Patch", "Problem",
    "SyncSession", "SyncStore", "TargetID", "TemporaryID", "Transport",
    "URLSessionTransport", "UploadFile", "ValueType", "WireFormat",
  ]

  let schema: Schema
  /// Names that refer, or may refer, to other types than those of Swift and the runtime in generated
  /// code.
  let captured: Set<String>
  /// Names that hide a schema's own name in the generated code.
  private let hiding: Set<String>
  /// The module that the generated code imports.
  let runtimeModule: String
  let keys: ConventionalKeys
  /// The attributes with the identity of a row of one of several entities.
  private let targetIDs: Set<ObjectIdentifier>
  let sampleChecks: SampleChecks

  /// - Parameters:
  ///   - newest: For an older version, whose code is generated together with the newest one's.
  ///   - hiding: Names that the scope of the code declares.
  init(
    _ schema: Schema, beside newest: Schema? = nil, hiding: Set<String> = SwiftNames.nested,
    sampleChecks: SampleChecks = SampleChecks()
  ) {
    self.schema = schema
    self.sampleChecks = sampleChecks
    self.hiding = hiding
    keys = ConventionalKeys(schema.conventions)
    targetIDs = Set(
      schema.entities.flatMap { entity in
        entity.taggedReferences.map { ObjectIdentifier(entity.attributes[$0.idAttribute]) }
      })
    let types = [schema, newest ?? schema].reduce(into: Set<String>()) { types, version in
      types.formUnion(version.entities.map(\.name.name))
      types.formUnion(version.enums.map(\.name.name))
      types.formUnion(version.valueTypes.map(\.shortName))
      types.formUnion(version.patchNames)
      types.formUnion(Self.documentNames(of: version))
      types.formUnion(["Schema", "API", "MigrationPlan"].map { version.name.name + $0 })
    }
    runtimeModule = Self.runtimeModule(of: newest ?? schema)
    let taken = Self.common.union(hiding).union(types)
    captured = [schema, newest ?? schema].reduce(into: taken) { captured, version in
      captured.formUnion(version.payloads.map(APITypeNames.names) ?? [])
    }
  }

  /// The names of the types under `types:` that the module declares, or that have an alias in it.
  private static func documentNames(of schema: Schema) -> [String] {
    guard let payloads = schema.payloads else { return [] }
    return (schema.api == nil ? payloads.types : payloads.documents).map(\.name)
  }

  /// The smallest module that has what the generated code uses.
  private static func runtimeModule(of schema: Schema) -> String {
    if !schema.hasStore {
      let hasPages = schema.api?.endpoints.contains { $0.paging != nil } ?? false
      return hasPages ? "SwiftSyncRuntime" : "SwiftSyncREST"
    }
    return schema.payloads == nil ? "SwiftSyncStore" : "SwiftSyncRuntime"
  }

  /// The newest version's name, `TrackerSchema`.
  var currentSchema: String { schema.name.name + "Schema" }
  /// The client of the schema's endpoints, `TrackerAPI`.
  var client: String { schema.name.name + "API" }
  /// The name of this version, `TrackerSchemaV1`.
  var versionedSchema: String { currentSchema + "V\(schema.version)" }

  func standard(_ name: String) -> String { qualified(name, module: "Swift") }
  func foundation(_ name: String) -> String { qualified(name, module: "Foundation") }
  func runtime(_ name: String) -> String { qualified(name, module: runtimeModule) }
  /// The runtime's `Patch`; each entity's struct declares another type with that name.
  var patch: String { runtime("Patch") }

  /// An entity in code inside an entity's struct.
  func type(_ id: EntityID) -> String {
    let entity = schema[id]
    // If it is deprecated, the name itself is a deprecated alias, whose use would cause a warning.
    guard entity.deprecation != nil else { return declared(entity.name) }
    return entity.name.isMetatype
      ? versionedSchema + entity.name.name : "\(versionedSchema).\(entity.name.source)"
  }

  /// The struct that changes an entity.
  func patchType(_ id: EntityID) -> String {
    let name = schema.patchNames[id.index]
    return schema[id].deprecation == nil ? name : "\(versionedSchema).\(name)"
  }

  /// An enum in code inside an entity's struct.
  func type(_ id: EnumID) -> String { declared(schema[id].name) }

  /// A value type in code inside an entity's struct.
  func type(_ id: ValueTypeID) -> String { declared(schema[id].name) }

  func type(_ scalar: ScalarType) -> String {
    switch scalar {
    case .string: standard("String")
    case .int: standard("Int")
    case .double: standard("Double")
    case .bool: standard("Bool")
    case .decimal: foundation("Decimal")
    case .date: foundation("Date")
    case .uuid: foundation("UUID")
    case .url: foundation("URL")
    case .data: foundation("Data")
    case .day: runtime("CalendarDay")
    case .json: runtime("JSONValue")
    }
  }

  /// - Parameter named: The scalar of the schema that the type names, or that of its elements.
  func type(_ type: AttributeType, _ named: NamedScalar? = nil) -> String {
    switch type {
    case .scalar(let scalar): named?.appType?.name ?? self.type(scalar)
    case .enumeration(let id): self.type(id)
    case .money: runtime("Money")
    case .value(let id): self.type(id)
    case .array(let element): "[\(self.type(element, named))]"
    case .dictionary(let element): "[\(standard("String")): \(self.type(element, named))]"
    }
  }

  func type(_ element: ElementType, _ named: NamedScalar? = nil) -> String {
    switch element {
    case .scalar(let scalar): named?.appType?.name ?? type(scalar)
    case .enumeration(let id): type(id)
    case .value(let id): type(id)
    }
  }

  func type(of attribute: Attribute) -> String {
    let type = type(attribute.type, attribute.scalar)
    return isTargetID(attribute) ? "\(runtime("TargetID"))<\(type)>" : type
  }

  /// Whether an attribute is a `TargetID` in Swift.
  func isTargetID(_ attribute: Attribute) -> Bool {
    holdsTargetID(attribute) && hasTypedIDs(attribute)
  }

  /// Whether an attribute holds the identity of a row of one of several entities, or the id of a
  /// row of another type.
  func holdsTargetID(_ attribute: Attribute) -> Bool {
    targetIDs.contains(ObjectIdentifier(attribute))
  }

  /// Whether not every string is a value of the attribute.
  func hasTypedIDs(_ attribute: Attribute) -> Bool {
    attribute.type != .scalar(.string) || attribute.scalar?.appType != nil
  }

  func type(of field: ValueField) -> String { type(field.type, field.scalar) }

  /// The name, or its alias if each entity's struct declares another type with that name.
  func declared(_ name: SwiftIdentifier) -> String {
    hiding.contains(name.name) ? versionedSchema + name.name : name.source
  }

  private func qualified(_ name: String, module: String) -> String {
    captured.contains(name) ? "\(module).\(name)" : name
  }
}

extension ScalarType {
  /// The name as part of a longer name, as in `optionalUUID`.
  var capitalizedName: String {
    switch self {
    case .string: "String"
    case .int: "Int"
    case .double: "Double"
    case .decimal: "Decimal"
    case .bool: "Bool"
    case .date: "Date"
    case .day: "Day"
    case .uuid: "UUID"
    case .url: "URL"
    case .data: "Data"
    case .json: "JSON"
    }
  }

  /// Whether the type comes from Foundation.
  var isFromFoundation: Bool {
    switch self {
    case .decimal, .date, .uuid, .url, .data: true
    case .string, .int, .double, .bool, .day, .json: false
    }
  }
}

extension AttributeType {
  /// Whether the type, or that of its elements, comes from Foundation.
  ///
  /// - Parameter named: The scalar of the schema that the type names, or that of its elements.
  func isFromFoundation(_ named: NamedScalar?) -> Bool {
    switch self {
    case .scalar(let scalar), .array(of: .scalar(let scalar)), .dictionary(of: .scalar(let scalar)):
      named?.appType == nil && scalar.isFromFoundation
    case .enumeration, .money, .value, .array, .dictionary: false
    }
  }
}

extension Attribute {
  /// Whether the type, or that of its elements, comes from Foundation.
  var isFromFoundation: Bool { type.isFromFoundation(scalar) }
}

extension ScalarType {
  /// Whether SQLite sorts stored values in the order of their values.
  var isOrdered: Bool {
    switch self {
    case .string, .int, .double, .bool, .date, .day, .uuid, .url: true
    case .decimal, .data, .json: false
    }
  }
}

extension SwiftNames {
  /// The attribute that is an entity's identity, even if the identity is a reference to it; `nil`
  /// for composite identities.
  func identityAttribute(_ id: EntityID) -> Attribute? {
    let entity = schema[id]
    guard !entity.identity.isComposite, let part = entity.identity.parts.first else { return nil }
    switch part {
    case .attribute(let index): return entity.attributes[index]
    case .reference(let index): return identityAttribute(entity.relations[index].target)
    }
  }

  /// The type of an entity's identity, which references to it hold.
  func identityType(_ id: EntityID) -> String {
    identityAttribute(id).map { type(of: $0) } ?? "\(type(id)).Identity"
  }

  /// The type of an id by which a relationship names a row of its target.
  ///
  /// If the parent scopes the target's identity, a list of that parent names the other part. `nil`
  /// if that consists of several values.
  func listedType(_ relation: Relation) -> String? {
    if let attribute = identityAttribute(relation.target) { return type(of: attribute) }
    let target = schema[relation.target]
    let others = target.identity.parts.filter { part in
      guard case .reference(let index) = part else { return true }
      return relation.inverse?.index != index
    }
    guard others.count == 1 else { return nil }
    switch others[0] {
    case .attribute(let index): return type(of: target.attributes[index])
    case .reference(let index): return identityType(target.relations[index].target)
    }
  }

  /// The paths, in nested objects of an entity, of the identity part other than the parent.
  func identityPaths(_ id: EntityID) -> [String] {
    let entity = schema[id]
    for case .attribute(let index) in entity.identity.parts {
      guard entity.attributes[index].type != .money else { continue }
      return entity.attributes[index].remote.paths.map(\.dotted)
    }
    guard case .reference(let index)? = entity.identity.parts.first else { return [] }
    return entity.relations[index].remote.ids.map(\.dotted)
  }
}

import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// The contract of an API with a backend, as exposed to templates.
struct ContractContext: ContextSubject {
  let names: PayloadNames

  static let type = ContextType<Self>(
    "contract", "The endpoints' part of the contract with a backend.",
    [
      .objects(
        "schemas",
        "The JSON Schemas of entities, patches and types that endpoints send "
          + "or return."
      ) {
        $0.schemas
      },
      .objects("routes", "The paths, each with its endpoints.") { $0.routes },
    ])

  private var schema: Schema { names.names.schema }
  private var schemas: [NamedSchemaContext] {
    let makers = JSONSchemas(names: names)
    let used = PayloadUse(names.api, in: schema)
    let rows = schema.entityIDs.filter(used.entities.contains).map {
      NamedSchemaContext(name: schema[$0].name.name, schema: makers.row($0))
    }
    let nested = schema.entityIDs.filter(used.nested.contains).map {
      NamedSchemaContext(name: schema[$0].name.name + "Nested", schema: makers.nested($0))
    }
    let patches = schema.entityIDs.filter(used.patches.contains).map {
      NamedSchemaContext(name: schema.patchNames[$0.index], schema: makers.patch($0))
    }
    let uploads = schema.entityIDs.filter(used.uploads.contains).map {
      NamedSchemaContext(name: schema[$0].name.name + "Upload", schema: makers.upload($0))
    }
    let values = schema.valueTypeIDs.filter(used.values.contains).map {
      NamedSchemaContext(name: schema[$0].name.name, schema: makers.value($0))
    }
    let types = names.api.types.map {
      NamedSchemaContext(name: $0.name, schema: makers.object($0))
    }
    return rows + nested + patches + uploads + values + types
  }

  /// The routes in the order of their first endpoints; those of uploads come last.
  private var routes: [RouteContext] {
    let api = names.api
    var routes: [RouteContext] = []
    func position(_ path: String) -> Int {
      if let known = routes.firstIndex(where: { $0.path == path }) { return known }
      routes.append(RouteContext(path: path))
      return routes.endIndex - 1
    }
    for endpoint in api.endpoints {
      routes[position(api.route(endpoint.path, version: endpoint.version))]
        .add(EndpointContext(endpoint: endpoint, names: names))
    }
    for endpoint in api.uploads {
      routes[position(api.route(endpoint.path, version: endpoint.version))].uploads
        .append(UploadEndpointContext(endpoint: endpoint, names: names))
    }
    return routes
  }
}

/// A path with its endpoints as exposed to templates.
struct RouteContext: ContextSubject {
  let path: String
  var endpoints: [EndpointContext] = []
  var uploads: [UploadEndpointContext] = []

  static let type = ContextType<Self>(
    "route", "A path after base and version, with its endpoints.",
    [
      .text("path", "The path with its `{placeholders}`.") { $0.path },
      .objects("endpoints", "One for each method; endpoints of the same method are one here.") {
        $0.endpoints
      }
      .byName(),
      .objects("uploads", "Endpoints that upload local changes, one for each method.") {
        $0.uploads
      },
    ])

  mutating func add(_ endpoint: EndpointContext) {
    if let known = endpoints.firstIndex(where: { $0.endpoint.method == endpoint.endpoint.method }) {
      endpoints[known].alternatives.append(endpoint.endpoint)
    } else {
      endpoints.append(endpoint)
    }
  }
}

/// A JSON Schema with its name as exposed to templates.
struct NamedSchemaContext: ContextSubject {
  let name: String
  let schema: JSONDocument

  static let type = ContextType<Self>(
    "named schema", "A JSON Schema of an object in payloads.",
    [
      .text("name", "The name of the entity, its patch, or the type.") { $0.name },
      .text("json", "The schema, as JSON in one line.") { $0.schema.text(.source) },
      .text("yaml", "The schema as YAML, with a line for each member and each property.") {
        $0.yaml
      },
    ])

  private var yaml: String {
    guard case .object(let object) = schema, !object.members.isEmpty else {
      return schema.text(.source)
    }
    return object.members.flatMap(Self.lines).joined(separator: "\n")
  }

  /// A member of the schema, with its properties on lines of their own: Git can then merge two
  /// changes of different properties.
  private static func lines(of member: JSONObject.Member) -> [String] {
    guard member.key == "properties", case .object(let object) = member.value,
      !object.members.isEmpty
    else { return ["\(member.key): \(member.value.text(.source))"] }
    return ["properties:"]
      + object.members.map { property in
        let key = JSONDocument.text(property.key).text(.source)
        return "  \(key): \(property.value.text(.source))"
      }
  }
}

/// The entities in the requests and responses of an API's endpoints and types.
struct PayloadUse {
  private(set) var entities: Set<EntityID> = []
  /// The entities whose rows may be nested in the rows of others.
  private(set) var nested: Set<EntityID> = []
  private(set) var patches: Set<EntityID> = []
  /// The entities whose local writes are uploaded.
  private(set) var uploads: Set<EntityID> = []
  /// The value types that they and the attributes of these entities contain.
  private(set) var values: Set<ValueTypeID> = []

  init(_ api: API, in schema: Schema) {
    for endpoint in api.uploads {
      entities.formUnion(endpoint.entities)
      uploads.formUnion(endpoint.entities)
    }
    for type in api.types { add(type) }
    for endpoint in api.endpoints {
      for type in endpoint.contractTypes { add(type) }
    }
    addNested(in: schema)
    addValues(in: schema)
  }

  private mutating func addValues(in schema: Schema) {
    let ids = entities.union(nested).union(patches).union(uploads)
    let types = ids.flatMap { schema[$0].attributes.map(\.type) } + values.map { .value($0) }
    let all = schema.valueTypeIDs
    values = Set(schema.valueTypes(reachedBy: types).map { all[$0] })
  }

  private mutating func addNested(in schema: Schema) {
    var open = Array(entities)
    while let id = open.popLast() {
      for relation in schema[id].relations where schema.isNested(relation) {
        if nested.insert(relation.target).inserted { open.append(relation.target) }
      }
    }
  }

  private mutating func add(_ type: PayloadType) {
    switch type {
    case .entity(let id): entities.insert(id)
    case .patch(let id): patches.insert(id)
    case .tagged(let rows): entities.formUnion(rows.cases.map(\.entity))
    case .inline(let inline): add(inline)
    case .array(let element), .dictionary(let element), .optional(let element): add(element)
    case .value(let id): values.insert(id)
    case .scalar, .enumeration, .money, .file, .named: break
    }
  }

  private mutating func add(_ type: InlineType) {
    for field in type.fields { add(field.type) }
  }
}

extension EndpointModel {
  /// The types that the contract describes: those of bodies, responses, errors and parameters.
  fileprivate var contractTypes: [PayloadType] {
    let errors = errors.compactMap { error -> PayloadType? in
      if case .type(let type) = error.body { type } else { nil }
    }
    let parameters = query + headers.compactMap(\.parameter)
    return [body, returns].compactMap { $0 } + errors + parameters.map(\.type)
  }
}

import SyncGenSchema

/// Simplifies what the compiler refused: first without optional settings, then with a simpler type,
/// then by leaving it out.
struct SchemaWeakener {
  private var schema: ImportedSchema
  private var remarks: [ImportRemark] = []
  private var goneAttributes: [Int: Set<Int>] = [:]
  private var goneRelations: [Int: Set<Int>] = [:]
  private var goneEntities: Set<Int> = []
  private var goneFields: [Int: Set<Int>] = [:]
  private var goneEndpoints: Set<Int> = []
  private var goneSettings: Set<Int> = []
  /// The substitutes of removed types.
  private var substitutes: [String: ImportedTypeName] = [:]

  init(_ schema: ImportedSchema) {
    self.schema = schema
  }

  mutating func weaken(_ mark: ImportMark, because message: String) {
    switch mark {
    case .conventions: schema.conventions.dates = []
    case .scalar(let index):
      substitutes[schema.scalars[index].name] = .scalar(schema.scalars[index].base)
    case .enumeration(let index):
      let model = schema.enums[index]
      substitutes[model.name] = model.isInteger ? .int : .string
      note(
        model.place, "enum '\(model.name)' is a \(model.isInteger ? "number" : "text"): \(message)")
    case .type(let index):
      let type = schema.types[index]
      substitutes[type.name] = .json
      note(type.place, "type '\(type.name)' is left as JSON: \(message)")
    case .field(let type, let index): weaken(field: index, of: type, message)
    case .entity(let index): weaken(entity: index, message)
    case .attribute(let entity, let index): weaken(attribute: index, of: entity, message)
    case .relation(let entity, let index): weaken(relation: index, of: entity, message)
    case .index(let entity, _):
      note(schema.entities[entity].place, "an index is left out: \(message)")
      schema.entities[entity].indexes = []
    case .check(let entity):
      note(schema.entities[entity].place, "a check is left out: \(message)")
      schema.entities[entity].check = nil
    case .sync(let entity):
      note(schema.entities[entity].place, "'sync' is left out: \(message)")
      schema.entities[entity].sync = []
    case .endpoint(let index): weaken(endpoint: index, message)
    case .uploads:
      note("uploads", "left out: \(message)")
      schema.api?.uploads = nil
    case .settings(let index): goneSettings.insert(index)
    }
  }

  private mutating func note(_ place: String, _ message: String) {
    remarks.append(ImportRemark(at: place, message))
  }

  private mutating func weaken(entity index: Int, _ message: String) {
    let entity = schema.entities[index]
    let isPlain =
      entity.settings.isEmpty && entity.table == nil && entity.wireName == nil
      && entity.plural == nil && entity.renamedFrom == nil
    if isPlain {
      goneEntities.insert(index)
      note(entity.place, "entity '\(entity.name)' is left out: \(message)")
      return
    }
    note(entity.place, "settings of entity '\(entity.name)' are left out: \(message)")
    schema.entities[index].settings = []
    schema.entities[index].table = nil
    schema.entities[index].wireName = nil
    schema.entities[index].plural = nil
    schema.entities[index].renamedFrom = nil
  }

  private mutating func weaken(attribute index: Int, of entity: Int, _ message: String) {
    let owner = schema.entities[entity]
    let attribute = owner.attributes[index]
    let title = "attribute '\(owner.name).\(attribute.name)'"
    if let simpler = attribute.simpler(isIdentity: owner.identity.contains(attribute.name)) {
      schema.entities[entity].attributes[index] = simpler
      note(owner.place, "\(title) is simpler than the source: \(message)")
    } else if owner.identity.contains(attribute.name) {
      goneEntities.insert(entity)
      note(owner.place, "entity '\(owner.name)' is left out: \(message)")
    } else {
      goneAttributes[entity, default: []].insert(index)
      note(owner.place, "\(title) is left out: \(message)")
    }
  }

  private mutating func weaken(field index: Int, of type: Int, _ message: String) {
    guard case .fields(var fields) = schema.types[type].content else { return }
    let title = "field '\(schema.types[type].name).\(fields[index].name)'"
    if let simpler = fields[index].simpler(isIdentity: false) {
      fields[index] = simpler
      schema.types[type].content = .fields(fields)
      note(schema.types[type].place, "\(title) is simpler than the source: \(message)")
    } else {
      goneFields[type, default: []].insert(index)
      note(schema.types[type].place, "\(title) is left out: \(message)")
    }
  }

  private mutating func weaken(relation index: Int, of entity: Int, _ message: String) {
    let owner = schema.entities[entity]
    let relation = owner.relations[index]
    let title = "relation '\(owner.name).\(relation.name)'"
    if let simpler = relation.simpler {
      schema.entities[entity].relations[index] = simpler
      note(owner.place, "\(title) is simpler than the source: \(message)")
    } else if owner.identity.contains(relation.name) {
      goneEntities.insert(entity)
      note(owner.place, "entity '\(owner.name)' is left out: \(message)")
    } else {
      goneRelations[entity, default: []].insert(index)
      note(owner.place, "\(title) is left out: \(message)")
    }
  }

  private mutating func weaken(endpoint index: Int, _ message: String) {
    guard let endpoint = schema.api?.endpoints[index] else { return }
    let title = "endpoint '\(endpoint.name)'"
    let isPlain =
      endpoint.stores == nil && endpoint.page == nil && endpoint.errors.isEmpty
      && endpoint.headers.isEmpty && endpoint.settings.isEmpty
    if isPlain {
      goneEndpoints.insert(index)
      note(endpoint.place, "\(title) is left out: \(message)")
      return
    }
    note(endpoint.place, "\(title) is simpler than the source: \(message)")
    if endpoint.page != nil {
      schema.api?.endpoints[index].page = nil
    } else if endpoint.stores != nil {
      schema.api?.endpoints[index].stores = nil
    } else {
      schema.api?.endpoints[index].errors = []
      schema.api?.endpoints[index].headers = []
      schema.api?.endpoints[index].settings = []
    }
  }

  // MARK: What is left

  /// The schema without removed declarations, and without those that mention them.
  var finished: ImportedSchema {
    var result = schema
    result.remarks += remarks.sorted { ($0.place, $0.message) < ($1.place, $1.message) }
    let lost = Set(goneEntities.map { schema.entities[$0].name })
    for index in result.entities.indices {
      result.entities[index].remove(
        attributes: goneAttributes[index] ?? [], relations: goneRelations[index] ?? [], lost: lost)
    }
    result.entities = result.entities.without(goneEntities)
    for (index, gone) in goneFields {
      guard case .fields(let fields) = result.types[index].content else { continue }
      result.types[index].content = .fields(fields.without(gone))
    }
    result.settings = result.settings.without(goneSettings)
    if var api = result.api {
      api.endpoints = api.endpoints.without(goneEndpoints)
      result.api = api.endpoints.isEmpty && api.uploads == nil ? nil : api
    }
    var substitutes = substitutes
    for name in lost { substitutes[name] = .json }
    if !substitutes.isEmpty { result.replace(substitutes) }
    return result
  }
}

extension Array {
  fileprivate func without(_ gone: Set<Int>) -> Self {
    gone.isEmpty ? self : indices.filter { !gone.contains($0) }.map { self[$0] }
  }
}

extension ImportedEntity {
  fileprivate mutating func remove(
    attributes goneAttributes: Set<Int>, relations goneRelations: Set<Int>, lost: Set<String>
  ) {
    let names = Set(
      goneAttributes.map { attributes[$0].name } + goneRelations.map { relations[$0].name })
    attributes = attributes.without(goneAttributes)
    relations = relations.without(goneRelations).filter { relation in
      let targets = relation.targets.map(\.name) + [relation.target, relation.through ?? ""]
      return !targets.contains(where: lost.contains)
    }
    let known = Set(attributes.map(\.name) + relations.map(\.name))
    indexes.removeAll { index in
      index.members.contains { member in
        names.contains(member) || !known.contains(member) && !member.contains(".")
      }
    }
    sync.removeAll { entry in
      if case .text(let name) = entry.value { !known.contains(name) } else { false }
    }
  }
}

extension ImportedAttribute {
  /// The simplified attribute; `nil` if it cannot be simplified further.
  fileprivate func simpler(isIdentity: Bool) -> ImportedAttribute? {
    var plain = ImportedAttribute(name, type, isOptional: isOptional)
    plain.remote = remote
    plain.column = column
    plain.direction = direction
    plain.documentation = documentation
    plain.notes = notes
    // Without its separator, the list is a text.
    if separator != nil { plain.type = .string }
    if plain != self { return plain }
    if column != nil {
      plain.column = nil
      return plain
    }
    switch type {
    case .scalar, .money: return nil
    case .named, .patch, .list, .dictionary, .optional, .fields, .taggedRows:
      plain.type = isIdentity ? .string : .json
      return plain
    }
  }
}

extension ImportedRelation {
  /// The simplified relationship; `nil` if it cannot be simplified further.
  fileprivate var simpler: ImportedRelation? {
    var plain = self
    plain.onDelete = nil
    plain.isEnforced = false
    plain.isOrdered = false
    plain.order = nil
    plain.settings = []
    plain.keyedBy = nil
    plain.partial = nil
    plain.renamedFrom = nil
    if plain != self { return plain }
    plain.inverse = isToMany ? .none : .inferred
    plain.through = nil
    plain.column = nil
    return plain == self ? nil : plain
  }
}

extension ImportedSchema {
  /// Replaces some types by others, after which they are no longer declared.
  fileprivate mutating func replace(_ substitutes: [String: ImportedTypeName]) {
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
      endpoint.stores = nil
      endpoint.page = nil
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

import SyncGenSchema

/// Simplifies what the compiler refused: first without optional settings, then with a simpler type,
/// then by leaving it out.
struct SchemaWeakener {
  private var schema: ImportedSchema
  private(set) var weakenings: Weakenings
  private var goneAttributes: [Int: Set<Int>] = [:]
  private var goneRelations: [Int: Set<Int>] = [:]
  private var goneEntities: Set<Int> = []
  private var goneFields: [Int: Set<Int>] = [:]
  private var goneEndpoints: Set<Int> = []
  private var goneSettings: Set<Int> = []
  /// The entities of resources that are written out.
  private var goneResources: Set<String> = []
  /// The substitutes of removed types.
  private var substitutes: [String: ImportedTypeName] = [:]

  init(_ schema: ImportedSchema, _ weakenings: Weakenings) {
    self.schema = schema
    self.weakenings = weakenings
  }

  mutating func weaken(_ mark: ImportMark, because message: String) {
    switch mark {
    case .conventions: schema.conventions.remoteDates = .auto
    case .scalar(let index):
      let scalar = schema.scalars[index]
      substitutes[scalar.name] = .scalar(scalar.base)
      note(scalar.place, "scalar '\(scalar.name)'", "is '\(scalar.base.rawValue)': \(message)")
    case .enumeration(let index):
      let model = schema.enums[index]
      substitutes[model.name] = model.isInteger ? .int : .string
      note(
        model.place, "enum '\(model.name)'",
        "is a \(model.isInteger ? "number" : "string"): \(message)")
    case .type(let index): weaken(type: index, message)
    case .field(let type, let index): weaken(field: index, of: type, message)
    case .entity(let index): weaken(entity: index, message)
    case .attribute(let entity, let index): weaken(attribute: index, of: entity, message)
    case .relation(let entity, let index): weaken(relation: index, of: entity, message)
    case .index(let entity, _):
      note(schema.entities[entity].place, "an index", "is left out: \(message)")
      schema.entities[entity].indexes = []
    case .check(let entity):
      note(schema.entities[entity].place, "a check", "is left out: \(message)")
      schema.entities[entity].check = nil
    case .sync(let entity):
      note(schema.entities[entity].place, "'sync'", "is left out: \(message)")
      schema.entities[entity].sync = []
    case .endpoint(let index): weaken(endpoint: index, message)
    case .resource(let index):
      if let resource = schema.api?.resources[index] { goneResources.insert(resource.entity) }
    case .uploads:
      note("api", "'uploads'", "is left out: \(message)")
      schema.api?.uploads = nil
    case .settings(let index): goneSettings.insert(index)
    }
  }

  private mutating func note(_ place: String, _ title: String, _ phrase: String) {
    weakenings.add(title, at: place, .other(phrase))
  }

  private mutating func note(
    _ place: String, _ title: String, without keys: [String], _ message: String
  ) {
    weakenings.add(title, at: place, .without(keys, message))
  }

  private mutating func weaken(type index: Int, _ message: String) {
    let type = schema.types[index]
    // If the fields are on one line, the error does not belong to one of them.
    if case .fields(let fields) = type.content {
      let recursive = fields.indices.filter { fields[$0].type == .named(type.name) }
      for field in recursive { weaken(field: field, of: index, message) }
      if !recursive.isEmpty { return }
    }
    substitutes[type.name] = .json
    note(type.place, "type '\(type.name)'", "is left as JSON: \(message)")
  }

  private mutating func weaken(entity index: Int, _ message: String) {
    let entity = schema.entities[index]
    let isPlain =
      entity.settings.isEmpty && entity.table == nil && entity.remoteName == nil
      && entity.plural == nil && entity.renamedFrom == nil
    if isPlain {
      goneEntities.insert(index)
      note(entity.place, "entity '\(entity.name)'", "is left out: \(message)")
      return
    }
    note(entity.place, "settings of entity '\(entity.name)'", "are left out: \(message)")
    schema.entities[index].settings = []
    schema.entities[index].table = nil
    schema.entities[index].remoteName = nil
    schema.entities[index].plural = nil
    schema.entities[index].renamedFrom = nil
  }

  private mutating func weaken(attribute index: Int, of entity: Int, _ message: String) {
    let owner = schema.entities[entity]
    let attribute = owner.attributes[index]
    let title = "attribute '\(owner.name).\(attribute.name)'"
    if let simpler = attribute.simpler(isIdentity: owner.identity.contains(attribute.name)) {
      schema.entities[entity].attributes[index] = simpler
      note(owner.place, title, without: simpler.lost(of: attribute), message)
    } else if owner.identity.contains(attribute.name) {
      goneEntities.insert(entity)
      note(owner.place, "entity '\(owner.name)'", "is left out: \(message)")
    } else {
      goneAttributes[entity, default: []].insert(index)
      note(owner.place, title, "is left out: \(message)")
    }
  }

  private mutating func weaken(field index: Int, of type: Int, _ message: String) {
    guard case .fields(var fields) = schema.types[type].content else { return }
    let title = "field '\(schema.types[type].name).\(fields[index].name)'"
    let field = fields[index]
    if let simpler = field.simpler(isIdentity: false) {
      fields[index] = simpler
      schema.types[type].content = .fields(fields)
      note(schema.types[type].place, title, without: simpler.lost(of: field), message)
    } else {
      goneFields[type, default: []].insert(index)
      note(schema.types[type].place, title, "is left out: \(message)")
    }
  }

  private mutating func weaken(relation index: Int, of entity: Int, _ message: String) {
    let owner = schema.entities[entity]
    let relation = owner.relations[index]
    let title = "relationship '\(owner.name).\(relation.name)'"
    if let simpler = relation.simpler {
      schema.entities[entity].relations[index] = simpler
      note(owner.place, title, without: simpler.lost(of: relation), message)
    } else if owner.identity.contains(relation.name) {
      goneEntities.insert(entity)
      note(owner.place, "entity '\(owner.name)'", "is left out: \(message)")
    } else {
      goneRelations[entity, default: []].insert(index)
      note(owner.place, title, "is left out: \(message)")
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
      note(endpoint.place, title, "is left out: \(message)")
      return
    }
    if endpoint.page != nil {
      note(endpoint.place, title, without: ["page"], message)
      schema.api?.endpoints[index].removePage()
    } else if endpoint.stores != nil {
      note(endpoint.place, title, without: ["stores"], message)
      schema.api?.endpoints[index].removeStores()
    } else {
      let keys =
        (endpoint.errors.isEmpty ? [] : ["errors"]) + (endpoint.headers.isEmpty ? [] : ["headers"])
      note(endpoint.place, title, without: keys + endpoint.settings.map(\.key), message)
      schema.api?.endpoints[index].errors = []
      schema.api?.endpoints[index].headers = []
      schema.api?.endpoints[index].settings = []
    }
  }

  // MARK: What is left

  /// Notes that the target of a relationship was removed.
  private mutating func noteTarget(
    of relation: ImportedRelation, of owner: ImportedEntity, _ lost: Set<String>
  ) {
    let names = relation.targets.map(\.name) + [relation.target, relation.through ?? ""]
    guard let name = names.first(where: lost.contains) else { return }
    let outcome = relation.canBeAttribute ? "an attribute" : "left out"
    note(
      owner.place, "relationship '\(owner.name).\(relation.name)'",
      "is \(outcome), because entity '\(name)' is left out")
  }

  /// The schema without removed declarations, and without those that mention them.
  mutating func finish() -> ImportedSchema {
    var result = schema
    let lost = Set(goneEntities.map { schema.entities[$0].name })
    for index in result.entities.indices where !goneEntities.contains(index) {
      for (at, relation) in schema.entities[index].relations.enumerated()
      where !(goneRelations[index]?.contains(at) ?? false) {
        noteTarget(of: relation, of: schema.entities[index], lost)
      }
      result.entities[index].keepReferences(to: schema.entities.filter { lost.contains($0.name) })
      result.entities[index].remove(
        attributes: goneAttributes[index] ?? [], relations: goneRelations[index] ?? [], lost: lost)
    }
    for name in lost.union(goneResources).sorted() { result.removeResource(of: name) }
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
    if !substitutes.isEmpty {
      let unused = result.unusedTypes
      result.replace(substitutes)
      result.dropTypes(result.unusedTypes.subtracting(unused))
    }
    return result
  }
}

extension Array {
  fileprivate func without(_ gone: Set<Int>) -> Self {
    gone.isEmpty ? self : indices.filter { !gone.contains($0) }.map { self[$0] }
  }
}

extension ImportedRelation {
  /// Whether it is a single column, so that an attribute can replace it.
  fileprivate var canBeAttribute: Bool { !isToMany && targets.isEmpty && through == nil }
}

extension ImportedEntity {
  /// Turns references to removed entities into attributes of the same name, so that their columns
  /// and indexes remain.
  fileprivate mutating func keepReferences(to lost: [ImportedEntity]) {
    for relation in relations where relation.canBeAttribute {
      guard let target = lost.first(where: { $0.name == relation.target }) else { continue }
      let key = target.attributes.first { [$0.name] == target.identity }
      var attribute = ImportedAttribute(
        relation.name, key?.type ?? .json, isOptional: relation.isOptional)
      attribute.column = relation.column
      if !relation.remote.isEmpty { attribute.remote = .paths(relation.remote) }
      attribute.direction = relation.direction
      attribute.documentation = relation.documentation
      attribute.deprecation = relation.deprecated
      attribute.notes = relation.notes
      attributes.append(attribute)
    }
  }

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

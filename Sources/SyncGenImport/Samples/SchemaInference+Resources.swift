import SwiftSyncValues
import SyncGenSchema

/// JSON:API documents, with an entity for each type of resource objects.
extension SchemaInference {
  /// The resource objects of one type, and the name of their entity.
  private struct Resource {
    let type: String
    let name: String
    /// `nil` for a type that others refer to but that no document contains.
    let object: ObjectShape?
  }

  /// - Parameter answers: The responses, all of which are documents.
  mutating func addResources(of answers: [(path: String, resources: ResourceShapes)]) {
    guard let first = answers.first else { return }
    let all = first.resources
    for answer in answers.dropFirst() { all.merge(answer.resources) }
    found.conventions.envelope = .jsonAPI
    let resources = Self.resources(of: all)
    findValueTypes(of: resources)
    for resource in resources { addEntity(resource, resources, at: first.path) }
    pairLists()
    renameLists()
    for answer in answers {
      guard let type = answer.resources.primary.first,
        let name = resources.first(where: { $0.type == type })?.name
      else { continue }
      found.answers.append(ImportedAnswer(answer.path, name, isDocument: false))
    }
  }

  private static func resources(of all: ResourceShapes) -> [Resource] {
    var taken = TakenNames()
    func resource(_ type: String, _ object: ObjectShape?) -> Resource {
      let name = Inflection.singular(ImportNames.snake(type, NameStyle()))
      return Resource(type: type, name: taken.unique(name.isEmpty ? "item" : name), object: object)
    }
    var resources = all.types.map { resource($0.type, $0.shape.object) }
    for object in resources.compactMap(\.object) {
      for relationship in object.member("relationships")?.place.object?.members ?? [] {
        for type in relationship.linkage?.types ?? []
        where !resources.contains(where: { $0.type == type }) {
          resources.append(resource(type, nil))
        }
      }
    }
    return resources
  }

  private func findValueTypes(of resources: [Resource]) {
    var places: [(place: Shape, key: String, owner: String)] = []
    for resource in resources {
      for member in resource.object?.attributes ?? [] {
        Dictionaries.find(in: member.place, key: member.key)
        places.append((member.place, member.key, resource.name))
      }
    }
    var types = ValueTypes()
    types.find(in: places, besides: Set(resources.map(\.name)))
  }

  // MARK: Entities

  private mutating func addEntity(
    _ resource: Resource, _ resources: [Resource], at place: String
  ) {
    var entity = ImportedEntity(resource.name, identity: ["id"], at: place)
    entity.remoteName = resource.type
    let texts = resource.object?.member("id")?.place.texts
    let isUUID = texts.map { $0.uuids == $0.count } ?? false
    var id = ImportedAttribute("id", isUUID ? .scalar(.uuid) : .string)
    id.remote = .key("id")
    entity.attributes = [id]
    if let object = resource.object {
      addAttributes(of: object, to: &entity)
      addRelations(of: object, resources, to: &entity)
      for key in ["meta", "lid"] where object.member(key) != nil {
        found.remarks.append(
          ImportRemark(
            at: place, "'\(key)' of resources of the type '\(resource.type)' is not imported"))
      }
    } else {
      entity.notes = ["only ids of '\(resource.type)' occur"]
    }
    found.entities.append(entity)
  }

  private mutating func addAttributes(of object: ObjectShape, to entity: inout ImportedEntity) {
    let (all, attributes) = (object.count, object.attributes)
    let money = object.member("attributes")?.place.object.map { MoneyFinder($0, hasMajor: true) }
    for member in attributes where money?.isCurrency(member) != true {
      let path: [PathStep] = [.key("attributes"), .key(member.key)]
      guard ValuePath.steps(ValuePath.text(path)) == path else {
        found.remarks.append(
          ImportRemark(
            at: entity.place, "key '\(member.key)' of \(entity.name) cannot be named"))
        continue
      }
      var attribute =
        money?.amount(member)
        ?? field(
          member, missing: all - member.count, of: all, entity.name, at: entity.place)
      if let separator = Self.separator(of: member.place, key: member.key) {
        attribute.type = .list(.string)
        attribute.separator = separator
        attribute.notes.insert(.guessed(.type, "from the commas"), at: 0)
      }
      attribute.remote = attribute.remote?.inAttributes
      // The identity is next to the attributes.
      if attribute.name == "id" { attribute.name = "id_value" }
      entity.attributes.append(attribute)
    }
  }

  private mutating func addRelations(
    of object: ObjectShape, _ resources: [Resource], to entity: inout ImportedEntity
  ) {
    for member in object.member("relationships")?.place.object?.members ?? [] {
      let path: [PathStep] = [.key("relationships"), .key(member.key), .key("data")]
      let remote = ValuePath.text(path)
      guard ValuePath.steps(remote) == path,
        var relation = Self.relation(member, of: object, resources)
      else {
        found.remarks.append(
          ImportRemark(
            at: entity.place,
            "'\(remote)' of \(entity.name) is not imported: no resource names its type"))
        continue
      }
      let names = Set(entity.attributes.map(\.name) + entity.relations.map(\.name))
      while names.contains(relation.name) { relation.name += "_reference" }
      relation.remote = [remote]
      entity.relations.append(relation)
    }
  }

  /// Returns `nil` if no type is known, or if a list contains rows of several.
  private static func relation(
    _ member: ObjectShape.Member, of owner: ObjectShape, _ resources: [Resource]
  ) -> ImportedRelation? {
    guard let linkage = member.linkage else { return nil }
    let targets = linkage.types.compactMap { type in resources.first { $0.type == type } }
    let snake = ImportNames.snake(member.key, NameStyle())
    let guess = resources.first { $0.name == snake || $0.name == Inflection.singular(snake) }
    if linkage.isList {
      guard targets.count < 2, let target = targets.first ?? guess else { return nil }
      var relation = ImportedRelation(member.key, toMany: target.name)
      relation.inverse = .none
      if targets.isEmpty { relation.notes = [.guessed(.relation, "from its name; always empty")] }
      return relation
    }
    guard let target = targets.first ?? guess else { return nil }
    let missing = owner.count - linkage.place.count
    var relation = ImportedRelation(
      member.key, toOne: target.name, isOptional: missing > 0 || linkage.place.nulls > 0)
    relation.notes = notes(linkage.place, missing: missing, of: owner.count, nil)
    guard targets.count > 1 else { return relation }
    relation.target = ""
    relation.targets = targets.map { .init($0.name, $0.type) }
    return relation
  }

  /// Pairs lists with the relationships that refer back to them: a to-one relationship or a list.
  private mutating func pairLists() {
    for entity in found.entities.indices {
      for index in found.entities[entity].relations.indices {
        let owner = found.entities[entity]
        let list = owner.relations[index]
        guard list.isToMany, case .none = list.inverse, list.target != owner.name,
          let target = found.entities.firstIndex(where: { $0.name == list.target }),
          owner.relations.count(where: { $0.target == list.target && $0.isToMany }) == 1
        else { continue }
        let back = found.entities[target].relations.indices.filter {
          found.entities[target].relations[$0].target == owner.name
        }
        guard let other = back.first, back.count == 1 else { continue }
        found.entities[entity].relations[index].inverse = .named(
          found.entities[target].relations[other].name)
        found.entities[target].relations[other].inverse = .inferred
      }
    }
  }
}

extension ObjectShape {
  /// The members of the attributes of resource objects.
  fileprivate var attributes: [Member] { member("attributes")?.place.object?.members ?? [] }
}

extension ObjectShape.Member {
  /// The resource identifiers of a relationship; `nil` if none has `data`.
  fileprivate var linkage: (place: Shape, types: [String], isList: Bool)? {
    guard let data = place.object?.member("data")?.place, data.scalars == 0 else { return nil }
    let identifiers = data.arrays > 0 ? data.element : data
    let types = identifiers?.object?.member("type")?.place.texts.distinct.listed ?? []
    return (data, types.map { String(decoding: $0.value, as: UTF8.self) }, data.arrays > 0)
  }
}

extension ImportedRemote {
  /// The path inside `attributes`.
  fileprivate var inAttributes: ImportedRemote {
    switch self {
    case .paths(let paths): .paths(paths.map { "attributes." + $0 })
    case .money(let amount, let isMajor, let currency, let code):
      .money(
        amount: "attributes." + amount, isMajor: isMajor,
        currency: currency.map { "attributes." + $0 }, code: code)
    }
  }
}

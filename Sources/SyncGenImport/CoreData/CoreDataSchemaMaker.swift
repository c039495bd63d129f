import SwiftSyncValues
import SyncGenSchema

/// Creates a schema from a version of a Core Data model.
struct CoreDataSchemaMaker {
  let model: CoreDataModel
  let before: CoreDataModel?
  var result = ImportedSchema()

  /// - Parameter before: The previous version, whose names those of this one continue.
  static func schema(_ model: CoreDataModel, after before: CoreDataModel?) -> ImportedSchema {
    var maker = CoreDataSchemaMaker(model: model, before: before)
    maker.make()
    return maker.result
  }

  private init(model: CoreDataModel, before: CoreDataModel?) {
    self.model = model
    self.before = before
  }

  mutating func remark(_ element: XMLElement, _ message: String) {
    result.remarks.append(ImportRemark(at: model.place(element), message))
  }

  private mutating func make() {
    for composite in model.root.children(named: "composite") { addType(composite) }
    for entity in model.entities {
      if entity.isAbstract { remark(abstract: entity) } else { addEntity(entity) }
    }
    ModelInverses.complete(
      &result, rules: [.cascade: "Cascade", .deny: "Deny", .keep: "No Action"])
    for element in model.root.children {
      switch element.name {
      case "entity", "composite", "elements": break
      case "fetchRequest", "configuration":
        remark(element, "\(element.name) '\(element["name"] ?? "")' is not imported")
      default: remark(element, "'\(element.name)' is not imported")
      }
    }
  }

  // MARK: Entities

  private mutating func remark(abstract entity: CoreDataModel.Entity) {
    let children = model.concreteChildren(of: entity.name).map(\.name)
    remark(
      entity.element,
      children.isEmpty
        ? "abstract entity '\(entity.name)' is left out: it has no subentities"
        : "abstract entity '\(entity.name)': its members are those of \(children.joined(separator: ", "))"
    )
  }

  private mutating func addEntity(_ source: CoreDataModel.Entity) {
    var entity = ImportedEntity(source.name, identity: [], at: model.place(source.element))
    let former = former(of: source)
    if let former, former.name != source.name { entity.renamedFrom = former.name }
    noteFamily(of: source, in: &entity)
    for element in model.members("attribute", of: source) {
      guard var attribute = attribute(element, of: source) else { continue }
      attribute.renamedFrom = formerName(element, "attribute", former)
      entity.attributes.append(attribute)
    }
    for element in model.members("relationship", of: source) {
      guard var relation = relation(element, of: source) else { continue }
      relation.renamedFrom = formerName(element, "relationship", former)
      entity.relations.append(relation)
    }
    setIdentity(of: &entity, source)
    addIndexes(to: &entity, source)
    addUserInfo(of: source.element, to: &entity.settings)
    for element in source.element.children(named: "fetchedProperty") {
      remark(element, "fetched property \(source.name).\(element["name"] ?? "") is not imported")
    }
    result.entities.append(entity)
  }

  private mutating func noteFamily(
    of source: CoreDataModel.Entity, in entity: inout ImportedEntity
  ) {
    let parents = model.chain(source).dropLast().map(\.name)
    if !parents.isEmpty {
      entity.notes.append("has the members of \(parents.joined(separator: ", "))")
    }
    let children = model.concreteChildren(of: source.name).map(\.name)
    if !children.isEmpty {
      remark(
        source.element,
        "subentities of '\(source.name)' are separate entities: \(children.joined(separator: ", "))"
      )
    }
  }

  /// The corresponding entity of the previous version, by the renaming identifiers.
  private func former(of entity: CoreDataModel.Entity) -> CoreDataModel.Entity? {
    before?.entities.first { !$0.isAbstract && $0.renamingID == entity.renamingID }
      ?? before?.entities.first { !$0.isAbstract && $0.name == entity.name }
  }

  private func formerName(
    _ element: XMLElement, _ kind: String, _ owner: CoreDataModel.Entity?
  ) -> String? {
    guard let before, let owner else { return nil }
    let members = before.members(kind, of: owner)
    if members.contains(where: { $0["name"] == element["name"] }),
      element["elementID"] == nil
    {
      return nil
    }
    let name = members.first { $0.renamingID == element.renamingID }?["name"]
    return name == element["name"] ? nil : name
  }

  // MARK: Relationships

  private static let rules: [String: DeleteRule] = [
    "Cascade": .cascade, "Deny": .deny, "No Action": .keep,
  ]

  private mutating func relation(
    _ element: XMLElement, of owner: CoreDataModel.Entity
  ) -> ImportedRelation? {
    let name = element["name"] ?? ""
    let title = "relationship \(owner.name).\(name)"
    if element.isTrue("transient") {
      remark(element, "\(title) is transient and not imported")
      return nil
    }
    let isToMany = element.isTrue("toMany")
    guard let stated = element["destinationEntity"],
      let target = target(stated, element, title, isToMany: isToMany)
    else { return nil }
    var relation =
      isToMany
      ? ImportedRelation(name, toMany: target)
      : ImportedRelation(name, toOne: target, isOptional: element.isTrue("optional"))
    relation.place = model.place(element)
    relation.isOrdered = isToMany && element.isTrue("ordered")
    relation.onDelete = element["deletionRule"].flatMap { Self.rules[$0] }
    relation.inverse = inverse(of: element, owner, target: target)
    if let key = element.sync("remoteKey") { relation.remote = [key] }
    if element.sync("nonExportable") != nil { relation.direction = .import }
    noteCounts(element, in: &relation)
    addUserInfo(of: element, to: &relation.settings)
    return relation
  }

  private func noteCounts(_ element: XMLElement, in relation: inout ImportedRelation) {
    guard relation.isToMany else { return }
    let counts = [("minCount", "at least"), ("maxCount", "at most")].compactMap { key, words in
      element[key].flatMap { $0 == "0" ? nil : "\(words) \($0) \($0 == "1" ? "row" : "rows")" }
    }
    if !counts.isEmpty { relation.notes.append(ImportNote(counts.joined(separator: ", "))) }
  }

  /// The entity of the referenced rows; nil if there are several.
  private mutating func target(
    _ name: String, _ element: XMLElement, _ title: String, isToMany: Bool
  ) -> String? {
    guard let entity = model.entity(name) else {
      remark(element, "\(title) is left out: there is no entity '\(name)'")
      return nil
    }
    if !entity.isAbstract { return name }
    let children = model.concreteChildren(of: name)
    if children.count == 1 { return children[0].name }
    remark(
      element,
      "\(title) is left out: '\(name)' is abstract, and its rows are those of \(children.count) entities"
    )
    return nil
  }

  /// The inverse, if both ends state it: an inherited end has more than one relationship that
  /// refers back.
  private func inverse(
    of element: XMLElement, _ owner: CoreDataModel.Entity, target: String
  ) -> ImportedRelation.Inverse {
    guard let name = element["inverseName"], let entity = model.entity(target),
      let back = model.members("relationship", of: entity).first(where: { $0["name"] == name }),
      back["destinationEntity"] == owner.name, back["inverseName"] == element["name"],
      !back.isTrue("transient")
    else { return .none }
    return .named(name)
  }

  // MARK: Identity

  private mutating func setIdentity(
    of entity: inout ImportedEntity, _ source: CoreDataModel.Entity
  ) {
    let elements = model.members("attribute", of: source)
    let marked = elements.first { element in
      ["YES", "true"].contains(element.sync("isPrimaryKey") ?? element.sync("primaryKey") ?? "")
    }?["name"]
    let stated = source.element.sync("primaryKey")
    let unique = constraints(of: source)
    let names = [marked, stated, "id", "remoteID", "remoteId"].compactMap(\.self)
    let single = unique.filter { $0.count == 1 }.flatMap(\.self) + ["uuid", "identifier"]
    let found = (names + single).first { name in
      entity.attributes.contains { $0.name == name && $0.type.canIdentify }
    }
    if let found, let index = entity.attributes.firstIndex(where: { $0.name == found }) {
      entity.identity = [found]
      complete(&entity.attributes[index], isSyncID: names.contains(found))
      return
    }
    if let parts = unique.first(where: { isIdentity($0, entity) }) {
      entity.identity = parts
      for index in entity.attributes.indices where parts.contains(entity.attributes[index].name) {
        complete(&entity.attributes[index], isSyncID: false)
      }
      return
    }
    var id = ImportedAttribute("id", .scalar(.uuid))
    id.defaultValue = .word("new")
    id.notes = ["added: the entity has no identity of its own"]
    if entity.attributes.contains(where: { $0.name == "id" }) { id.name = "rowID" }
    entity.attributes.insert(id, at: 0)
    entity.identity = [id.name]
  }

  private func isIdentity(_ names: [String], _ entity: ImportedEntity) -> Bool {
    names.count > 1
      && names.allSatisfy { name in
        entity.attributes.contains { $0.name == name && $0.type.canIdentify }
      }
  }

  private func complete(_ attribute: inout ImportedAttribute, isSyncID: Bool) {
    if attribute.isOptional {
      attribute.notes.append(.guessed(.identity, "identifies rows; optional in the model"))
    }
    attribute.isOptional = false
    attribute.defaultValue = nil
    attribute.isUnique = false
    attribute.isIndexed = false
    if isSyncID, attribute.name.lowercased() == "remoteid", attribute.remote == nil {
      attribute.remote = .key("id")
    }
  }

  /// The lists of names whose values no two rows share.
  private func constraints(of entity: CoreDataModel.Entity) -> [[String]] {
    model.chain(entity).flatMap { owner in
      owner.element.children(named: "uniquenessConstraints").flatMap { list in
        list.children(named: "uniquenessConstraint").map { constraint in
          constraint.children(named: "constraint").compactMap { $0["value"] }
        }
      }
    }.filter { !$0.isEmpty }
  }

  // MARK: Indexes

  private mutating func addIndexes(
    to entity: inout ImportedEntity, _ source: CoreDataModel.Entity
  ) {
    for names in constraints(of: source) where names != entity.identity {
      add(names, isUnique: true, source.element, to: &entity)
    }
    for owner in model.chain(source) {
      for index in owner.element.children(named: "fetchIndex") {
        add(index, of: source, to: &entity)
      }
      for index in owner.element.children(named: "compoundIndexes").flatMap({
        $0.children(named: "compoundIndex")
      }) {
        add(
          index.children(named: "index").compactMap { $0["value"] }, isUnique: false, index,
          to: &entity)
      }
    }
  }

  private mutating func add(
    _ index: XMLElement, of source: CoreDataModel.Entity, to entity: inout ImportedEntity
  ) {
    let title = "fetch index \(source.name).\(index["name"] ?? "")"
    let parts = index.children(named: "fetchIndexElement")
    let names = parts.compactMap { $0["property"] }
    if index["partialIndexPredicate"] != nil {
      return remark(index, "\(title) is left out: it has a predicate")
    }
    guard names.count == parts.count, parts.allSatisfy({ ($0["type"] ?? "Binary") == "Binary" })
    else { return remark(index, "\(title) is left out: it has expressions or is an R-tree") }
    if parts.contains(where: { $0["order"] == "descending" }) {
      remark(index, "\(title): descending order")
    }
    add(names, isUnique: false, index, to: &entity)
  }

  private mutating func add(
    _ names: [String], isUnique: Bool, _ element: XMLElement, to entity: inout ImportedEntity
  ) {
    let relations = entity.relations.filter { !$0.isToMany }.map(\.name)
    let members = Set(entity.attributes.map(\.name) + relations)
    guard !names.isEmpty, members.isSuperset(of: names), Set(names).count == names.count else {
      return remark(
        element, "an index of \(names.joined(separator: ", ")) is left out: not all are columns")
    }
    if names == entity.identity { return }
    if names.count == 1, let at = entity.attributes.firstIndex(where: { $0.name == names[0] }) {
      if isUnique {
        entity.attributes[at].isUnique = true
      } else {
        entity.attributes[at].isIndexed = true
      }
    } else if names.count > 1 || isUnique {
      entity.add(ImportedIndex(names, isUnique: isUnique))
    }
  }

  // MARK: User info

  private static let known: Set = [
    "isPrimaryKey", "primaryKey", "remoteKey", "nonExportable", "valueTransformer",
  ]

  /// Keeps other user info as annotations.
  func addUserInfo(of element: XMLElement, to settings: inout [YAMLEntry]) {
    for (key, value) in element.userInfo.sorted(by: { $0.key < $1.key }) {
      let name = key.split(separator: ".").last.map(String.init) ?? key
      let isSync = key.hasPrefix("sync.") || key.hasPrefix("hyper.")
      if isSync, Self.known.contains(name) { continue }
      let words = ImportNames.snake(key, NameStyle()).split(separator: "_")
      guard !words.isEmpty else { continue }
      let annotation = "x-" + words.joined(separator: "-")
      if !settings.contains(where: { $0.key == annotation }) {
        settings.append(YAMLEntry(annotation, .text(value)))
      }
    }
  }
}

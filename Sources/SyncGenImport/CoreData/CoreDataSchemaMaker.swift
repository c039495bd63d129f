import SwiftSyncValues
import SyncGenSchema

/// Creates a schema from a version of a Core Data model.
struct CoreDataSchemaMaker {
  let model: CoreDataModel
  private let before: CoreDataModel?
  var result = ImportedSchema()
  private var merged: [ModelReferences.Merged] = []
  /// The limits of attributes, by their entities and names.
  private var limits: [String: [String: ValueLimits]] = [:]

  /// - Parameters:
  ///   - before: The previous version, whose names those of this one continue.
  ///   - isCurrent: Whether it is the current version. The others do not contain scalars.
  static func schema(
    _ model: CoreDataModel, after before: CoreDataModel?, isCurrent: Bool
  ) -> (schema: ImportedSchema, merged: [ModelReferences.Merged]) {
    var maker = CoreDataSchemaMaker(model: model, before: before)
    maker.make()
    if isCurrent { maker.applyLimits() }
    return (maker.result, maker.merged)
  }

  /// Core Data checks limits whenever it saves, so that stored rows meet them.
  private mutating func applyLimits() {
    var scalars = LimitScalars(result)
    for (index, entity) in result.entities.enumerated() {
      for (at, attribute) in entity.attributes.enumerated()
      where !entity.identity.contains(attribute.name) {
        guard let limits = limits[entity.name]?[attribute.name],
          let note = attribute.notes.first(where: { $0 == Self.note(limits) })
        else { continue }
        var limited = attribute
        scalars.limit(
          &limited, of: entity.name, by: limits, note: note, rest: Self.lengthNotes(limits),
          at: entity.place, in: &result)
        result.entities[index].attributes[at] = limited
      }
    }
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
    checkTargets()
    merged = ModelReferences.merge(into: &result)
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
      limits[source.name, default: [:]][attribute.name] = Self.limits(of: element)
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

  // MARK: Identity

  private mutating func setIdentity(
    of entity: inout ImportedEntity, _ source: CoreDataModel.Entity
  ) {
    let marked =
      model.members("attribute", of: source).filter { element in
        ["YES", "true"].contains(element.sync("isPrimaryKey") ?? element.sync("primaryKey") ?? "")
      }.compactMap { $0["name"] }
      + [source.element.sync("primaryKey"), source.userInfo["relatedByAttribute"]].compactMap(
        \.self)
    let stated = StatedIdentity(
      marked: marked, usual: ["id", "remoteID", "remoteId"], unique: constraints(of: source),
      last: ["uuid", "identifier"], others: entity.ownIDs)
    func canIdentify(_ name: String) -> Bool {
      entity.attributes.contains { $0.name == name && $0.type.canIdentify }
    }
    guard let found = stated.choice(where: canIdentify) else {
      return entity.addIdentity("added: the entity has no identity of its own")
    }
    entity.setIdentity(found)
    for index in entity.attributes.indices
    where found.names.contains(entity.attributes[index].name) {
      dropDefault(of: &entity.attributes[index], source)
      setRemoteID(of: &entity.attributes[index], marked + stated.usual)
    }
  }

  /// Xcode writes the default 0 for each number.
  private mutating func dropDefault(
    of attribute: inout ImportedAttribute, _ source: CoreDataModel.Entity
  ) {
    guard let value = attribute.defaultValue else { return }
    attribute.defaultValue = nil
    if value != .number(0) {
      remark(source.element, "the default of '\(attribute.name)', which identifies rows")
    }
  }

  /// Sync reads `remoteID` from the key `id`.
  private func setRemoteID(of attribute: inout ImportedAttribute, _ names: [String]) {
    guard attribute.remote == nil, names.contains(attribute.name),
      attribute.name.lowercased() == "remoteid"
    else { return }
    attribute.remote = .key("id")
    if !model.usesSync { attribute.notes.append(.guessed(.key, "as the library Sync reads it")) }
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
    let descending = parts.map { $0["order"] == "descending" }
    let isDescending = !descending.contains(false)
    if !isDescending, descending.contains(true) {
      remark(index, "\(title): descending order")
    }
    add(names, isUnique: false, isDescending: isDescending, index, to: &entity)
  }

  private mutating func add(
    _ names: [String], isUnique: Bool, isDescending: Bool = false, _ element: XMLElement,
    to entity: inout ImportedEntity
  ) {
    let relations = entity.relations.filter { !$0.isToMany }.map(\.name)
    let members = Set(entity.attributes.map(\.name) + relations)
    guard !names.isEmpty, members.isSuperset(of: names), Set(names).count == names.count else {
      return remark(
        element, "an index of \(names.joined(separator: ", ")) is left out: not all are columns")
    }
    if names == entity.identity { return }
    var index = ImportedIndex(names, isUnique: isUnique)
    index.settings.isDescending = isDescending
    if entity.hasOpposite(of: index) {
      return remark(
        element,
        "an index of \(names.joined(separator: ", ")) is left out: another one has the same columns "
          + "in the other order")
    }
    if names.count == 1, !isDescending,
      let at = entity.attributes.firstIndex(where: { $0.name == names[0] })
    {
      if isUnique {
        entity.attributes[at].isUnique = true
      } else {
        entity.attributes[at].isIndexed = true
      }
    } else if names.count > 1 || isUnique || isDescending {
      entity.add(index)
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
      if isSync && Self.known.contains(name) || key.hasPrefix("mappedKeyName") { continue }
      let words = ImportNames.snake(key, NameStyle()).split(separator: "_")
      guard !words.isEmpty else { continue }
      let annotation = "x-" + words.joined(separator: "-")
      if !settings.contains(where: { $0.key == annotation }) {
        settings.append(YAMLEntry(annotation, .text(value)))
      }
    }
  }
}

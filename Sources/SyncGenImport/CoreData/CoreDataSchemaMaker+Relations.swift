import SwiftSyncValues
import SyncGenSchema

/// Relationships.
extension CoreDataSchemaMaker {
  private static let rules: [String: DeleteRule] = [
    "Cascade": .cascade, "Deny": .deny, "No Action": .keep,
  ]

  mutating func relation(
    _ element: XMLElement, of owner: CoreDataModel.Entity
  ) -> ImportedRelation? {
    let name = element["name"] ?? ""
    let title = "relationship \(owner.name).\(name)"
    if element.isTrue("transient") {
      remark(element, "\(title) is transient and not imported")
      return nil
    }
    let isToMany = element.isTrue("toMany")
    let targets = targets(of: element, title, isToMany: isToMany)
    guard let target = targets.first else { return nil }
    var relation =
      isToMany
      ? ImportedRelation(name, toMany: target)
      : ImportedRelation(name, toOne: target, isOptional: element.isTrue("optional"))
    relation.onDelete = element["deletionRule"].flatMap { Self.rules[$0] }
    if targets.count > 1 {
      setTargets(targets, of: &relation, element, title)
    } else {
      relation.inverse = inverse(of: element, owner, target: target)
    }
    relation.place = model.place(element)
    relation.isOrdered = isToMany && element.isTrue("ordered")
    relation.remote = element.sync("remoteKey").map { [$0] } ?? element.mappedKeys
    if element.sync("nonExportable") != nil { relation.direction = .pull }
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

  /// The entities of the referenced rows: several if the model states an abstract one.
  private mutating func targets(
    of element: XMLElement, _ title: String, isToMany: Bool
  ) -> [String] {
    guard let name = element["destinationEntity"] else { return [] }
    guard let entity = model.entity(name) else {
      remark(element, "\(title) is left out: there is no entity '\(name)'")
      return []
    }
    if !entity.isAbstract { return [name] }
    let children = model.concreteChildren(of: name).map(\.name)
    if children.isEmpty {
      remark(element, "\(title) is left out: '\(name)' is abstract and has no subentities")
    } else if children.count > 1, isToMany {
      remark(
        element,
        "\(title) is left out: '\(name)' is abstract, and a list has rows of one entity, not of "
          + children.joined(separator: ", "))
      return []
    }
    return children
  }

  private mutating func setTargets(
    _ names: [String], of relation: inout ImportedRelation, _ element: XMLElement, _ title: String
  ) {
    relation.target = ""
    // The model has no tags.
    relation.targets = names.map { .init($0, ImportNames.snake($0, NameStyle())) }
    relation.notes.append(
      .guessed(
        .relation,
        "'\(element["destinationEntity"] ?? "")' is abstract; the tags are the names of its entities"
      ))
    if let rule = relation.onDelete, rule != .keep {
      remark(
        element,
        "\(title): delete rule '\(element["deletionRule"] ?? "")' is left out, because "
          + ModelInverses.effect(of: rule))
    }
    relation.onDelete = nil
  }

  /// Leaves out relationships to several entities whose rows have different identities.
  mutating func checkTargets() {
    let keys = Dictionary(
      result.entities.map { ($0.name, $0.typesOfIdentity) }, uniquingKeysWith: { first, _ in first }
    )
    for index in result.entities.indices {
      let entity = result.entities[index]
      for relation in entity.relations where !relation.targets.isEmpty {
        let types = relation.targets.map { keys[$0.name] ?? [] }
        if types.allSatisfy({ $0 == types[0] && $0.count == 1 }) { continue }
        let names = relation.targets.map(\.name).joined(separator: ", ")
        result.entities[index].relations.removeAll { $0.name == relation.name }
        result.remarks.append(
          ImportRemark(
            at: entity.place,
            "relationship \(entity.name).\(relation.name) is left out: the identities of \(names) "
              + "have different types"))
      }
    }
  }

  /// The inverse, if both ends state it: an inherited end has more than one relationship that
  /// refers back.
  private func inverse(
    of element: XMLElement, _ owner: CoreDataModel.Entity, target: String
  ) -> ImportedRelation.Inverse {
    guard let name = element["inverseName"], let entity = model.entity(target),
      let back = model.members("relationship", of: entity).first(where: { $0["name"] == name }),
      let destination = back["destinationEntity"], back["inverseName"] == element["name"],
      !back.isTrue("transient")
    else { return .none }
    let isShared =
      element.isTrue("toMany") && !back.isTrue("toMany")
      && model.entity(destination)?.isAbstract == true
      && model.concreteChildren(of: destination).contains { $0.name == owner.name }
    return destination == owner.name || isShared ? .named(name) : .none
  }
}

extension ImportedEntity {
  fileprivate var typesOfIdentity: [ImportedTypeName?] {
    identity.map { name in attributes.first { $0.name == name }?.type }
  }
}

import SyncGenSchema

/// Identities and indexes.
extension SwiftSchemaMaker {
  mutating func setIdentity(
    of entity: inout ImportedEntity, _ chain: [SwiftModels.Located]
  ) {
    let marked = chain.flatMap(\.type.properties).first { property in
      property.macros.contains { $0.name == "PrimaryKey" }
    }
    let listed = chain.flatMap(\.type.freestanding).filter { $0.name == "#Unique" }
      .flatMap(\.lists).filter { $0.count == 1 }.flatMap(\.self)
    let unique = entity.attributes.filter { $0.isUnique || listed.contains($0.name) }
    let names = [marked?.name, "id", "remoteID", unique.count == 1 ? unique[0].name : nil]
    let found = names.compactMap(\.self).compactMap { name in
      entity.attributes.firstIndex { $0.name == name && $0.type.canIdentify }
    }.first
    if let found {
      entity.identity = [entity.attributes[found].name]
      entity.attributes[found].isOptional = false
      entity.attributes[found].isUnique = false
      if let value = entity.attributes[found].defaultValue, value != .word("new") {
        entity.attributes[found].defaultValue = nil
        remark(
          entity.place, "the default of '\(entity.attributes[found].name)', which identifies rows")
      }
      return
    }
    var id = ImportedAttribute("id", .scalar(.uuid))
    id.defaultValue = .word("new")
    id.notes = ["added: the model has no identity of its own"]
    if entity.attributes.contains(where: { $0.name == "id" }) { id.name = "rowID" }
    entity.attributes.insert(id, at: 0)
    entity.identity = [id.name]
  }

  mutating func addIndexes(to entity: inout ImportedEntity, _ model: SwiftModels.Located) {
    let members = Set(entity.attributes.map(\.name) + entity.relations.map(\.name))
    for macro in model.type.freestanding {
      let isUnique = macro.name == "#Unique"
      for names in macro.lists where !names.isEmpty {
        guard members.isSuperset(of: names) else {
          remark(
            model.place(macro.line), "\(macro.name) of \(names.joined(separator: ", ")) is left out"
          )
          continue
        }
        if isUnique, names == entity.identity { continue }
        if names.count == 1, let at = entity.attributes.firstIndex(where: { $0.name == names[0] }) {
          entity.attributes[at].isUnique = entity.attributes[at].isUnique || isUnique
          entity.attributes[at].isIndexed = true
        } else {
          entity.add(ImportedIndex(names, isUnique: isUnique))
        }
      }
    }
  }
}

import SyncGenSchema

/// Identities and indexes.
extension SwiftSchemaMaker {
  mutating func setIdentity(
    of entity: inout ImportedEntity, _ chain: [SwiftModels.Located]
  ) {
    let members = chain.flatMap(\.type.properties)
    let marked = members.filter { property in property.macros.contains { $0.name == "PrimaryKey" } }
    let lists = chain.flatMap(\.type.freestanding).filter { $0.name == "#Unique" }.flatMap(\.lists)
    let usual = ["id", "remoteID"]
    let alone = entity.attributes.filter { $0.isUnique || lists.contains([$0.name]) }.map(\.name)
    let stated = StatedIdentity(
      marked: marked.map(\.name), usual: usual,
      unique: alone.map { [$0] } + lists.filter { $0.count > 1 },
      others: ["uuid", "identifier"] + entity.ownIDs)
    let found = stated.choice { name in
      entity.attributes.contains { $0.name == name && $0.type.canIdentify }
        || entity.relations.contains { $0.name == name && !$0.isToMany && !$0.isOptional }
    }
    guard let found else {
      return entity.addIdentity("added: the model has no identity of its own")
    }
    entity.setIdentity(found)
    for index in entity.attributes.indices
    where found.names.contains(entity.attributes[index].name) {
      dropDefault(of: index, in: &entity)
    }
  }

  private mutating func dropDefault(of index: Int, in entity: inout ImportedEntity) {
    guard let value = entity.attributes[index].defaultValue, value != .word("new") else { return }
    entity.attributes[index].defaultValue = nil
    remark(
      entity.place, "the default of '\(entity.attributes[index].name)', which identifies rows")
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

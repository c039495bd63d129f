import TestHelpers

extension RandomSchema {
  /// The next version, with a few changes.
  func next(_ random: inout RandomSource) -> RandomSchema {
    var schema = self
    schema.beginVersion()
    for _ in 0..<(1 + random.below(6)) { schema.change(&random) }
    return schema
  }

  private mutating func change(_ random: inout RandomSource) {
    let entity = random.below(entities.count)
    switch random.below(22) {
    case 0, 1: addAttributeLater(to: entity, &random)
    case 2: dropAttribute(of: entity, &random)
    case 3, 4: renameAttribute(of: entity, &random)
    case 5: changeOptionality(of: entity, &random)
    case 6: changeDefault(of: entity, &random)
    case 7, 8: changeType(of: entity, &random)
    case 9: addEntity(&random)
    case 10: dropEntity(entity)
    case 11: renameEntity(entity, &random)
    case 12: entities[entity].table = random.once(in: 2) ? nil : "t" + letters(newKey())
    case 13: addRelationLater(to: entity, &random)
    case 14, 15: changeRelation(of: entity, &random)
    case 16: addIndex(to: entity, &random)
    case 17: changeLastIndex(of: entity)
    case 18: changeIdentity(of: entity, &random)
    case 19: changeSync(of: entity, &random)
    case 20: changeDirection(of: entity, &random)
    default: changeEnum(&random)
    }
  }

  /// Turns the order of the last index, or drops it.
  private mutating func changeLastIndex(of entity: Int) {
    guard let last = entities[entity].indexes.popLast(), !last.isDescending else { return }
    var turned = last
    turned.isDescending = true
    entities[entity].indexes.append(turned)
  }

  // MARK: Attributes

  private mutating func addAttributeLater(to entity: Int, _ random: inout RandomSource) {
    addAttribute(to: entity, &random)
    let last = entities[entity].attributes.count - 1
    let attribute = entities[entity].attributes[last]
    guard !attribute.isOptional, attribute.defaultValue == nil else { return }
    if ["string", "url"].contains(attribute.type) {
      entities[entity].attributes[last].member.backfill = "'made of ' || id"
    } else if attribute.type == "int" {
      entities[entity].attributes[last].member.backfill =
        "(SELECT count(*) FROM swiftsync_links) + 1"
    } else {
      entities[entity].attributes[last].isOptional = true
    }
  }

  private mutating func dropAttribute(of entity: Int, _ random: inout RandomSource) {
    let attributes = entities[entity].attributes
    guard attributes.count > 1, let attribute = random.element(of: attributes),
      attribute.member.key != entities[entity].identityPart
    else { return }
    let key = attribute.member.key
    entities[entity].attributes.removeAll { $0.member.key == key }
    entities[entity].indexes.removeAll { $0.attributes.contains(key) }
    if entities[entity].clock == key { entities[entity].clock = nil }
    if entities[entity].tombstone == key { entities[entity].tombstone = nil }
  }

  private mutating func changeDirection(of entity: Int, _ random: inout RandomSource) {
    let index = random.below(entities[entity].attributes.count)
    let attribute = entities[entity].attributes[index]
    guard entities[entity].clock != attribute.member.key, attribute.isLocal || attribute.isOptional
    else { return }
    entities[entity].attributes[index].isLocal.toggle()
  }

  private mutating func renameAttribute(of entity: Int, _ random: inout RandomSource) {
    let count = entities[entity].attributes.count
    guard count > 0 else { return }
    let index = random.below(count)
    let other = random.below(count)
    let name = entities[entity].attributes[index].member.name
    if random.once(in: 3), other != index {
      rename(entity, index, to: entities[entity].attributes[other].member.name)
      rename(entity, other, to: name)
    } else {
      rename(entity, index, to: "a" + letters(newKey()))
    }
  }

  private mutating func rename(_ entity: Int, _ attribute: Int, to name: String) {
    let member = entities[entity].attributes[attribute].member
    // A new member has no former name, and a member that is renamed twice has its first name.
    if member.key <= lastOldKey, member.renamedFrom == nil {
      entities[entity].attributes[attribute].member.renamedFrom = member.name
    }
    entities[entity].attributes[attribute].member.name = name
    if entities[entity].attributes[attribute].member.renamedFrom == name {
      entities[entity].attributes[attribute].member.renamedFrom = nil
    }
  }

  private mutating func changeOptionality(of entity: Int, _ random: inout RandomSource) {
    let index = random.below(entities[entity].attributes.count)
    guard entities[entity].attributes[index].member.key != entities[entity].identityPart else {
      return
    }
    guard entities[entity].tombstone != entities[entity].attributes[index].member.key else {
      return
    }
    entities[entity].attributes[index].isOptional.toggle()
    if !entities[entity].attributes[index].isOptional {
      entities[entity].attributes[index].isLocal = false
    }
    let type = entities[entity].attributes[index].type
    if !entities[entity].attributes[index].isOptional, !random.once(in: 4) {
      entities[entity].attributes[index].defaultValue = defaultValue(of: type, &random)
    }
  }

  private mutating func changeDefault(of entity: Int, _ random: inout RandomSource) {
    let index = random.below(entities[entity].attributes.count)
    guard entities[entity].attributes[index].member.key != entities[entity].identityPart else {
      return
    }
    let type = entities[entity].attributes[index].type
    let isNew = entities[entity].attributes[index].member.key > lastOldKey
    let value = random.once(in: 3) && !isNew ? nil : defaultValue(of: type, &random)
    entities[entity].attributes[index].defaultValue = value
  }

  private static let conversions: [(String, String)] = [
    ("int", "string"), ("int", "decimal"), ("bool", "int"), ("string", "int"), ("uuid", "string"),
    ("url", "string"), ("day", "date"), ("date", "string"), ("Kind", "string"), ("string", "Kind"),
    ("string", "[string]"), ("string", "json"), ("int", "bool"), ("int", "double"),
    ("double", "int"), ("decimal", "double"), ("date", "day"), ("string", "uuid"),
    ("string", "day"), ("bool", "string"), ("decimal", "int"), ("day", "string"),
    ("json", "string"), ("decimal", "string"),
  ]

  private mutating func changeType(of entity: Int, _ random: inout RandomSource) {
    let index = random.below(entities[entity].attributes.count)
    var attribute = entities[entity].attributes[index]
    guard attribute.member.key != entities[entity].identityPart,
      attribute.member.key <= lastOldKey,
      !entities[entity].indexes.contains(where: { $0.attributes.contains(attribute.member.key) })
    else { return }
    if ["date", "uuid"].contains(attribute.type), random.once(in: 2) {
      attribute.storage = Self.storage(of: attribute.type, &random)
    } else {
      guard let pair = random.element(of: Self.conversions.filter { $0.0 == attribute.type }),
        ![entities[entity].clock, entities[entity].tombstone].contains(attribute.member.key)
      else { return }
      attribute.isTouched = false
      attribute.type = pair.1
      attribute.storage = Self.storage(of: attribute.type, &random)
      // Most values are invalid for other types, so a required attribute would stop nearly every
      // step.
      attribute.isOptional = attribute.isOptional || !random.once(in: 4)
      attribute.defaultValue =
        random.once(in: 2) ? defaultValue(of: attribute.type, &random) : nil
    }
    entities[entity].attributes[index] = attribute
  }

  // MARK: Entities

  private mutating func dropEntity(_ index: Int) {
    guard entities.count > 2, entities[index].key <= lastOldKey else { return }
    let key = entities[index].key
    entities.remove(at: index)
    for index in entities.indices { entities[index].relations.removeAll { $0.target == key } }
  }

  private mutating func renameEntity(_ index: Int, _ random: inout RandomSource) {
    let other = random.below(entities.count)
    let name = entities[index].name
    if random.once(in: 3), other != index {
      renameEntity(index, to: entities[other].name)
      renameEntity(other, to: name)
    } else {
      renameEntity(index, to: "E" + letters(newKey()))
    }
  }

  private mutating func renameEntity(_ index: Int, to name: String) {
    if entities[index].key <= lastOldKey, entities[index].renamedFrom == nil {
      entities[index].renamedFrom = entities[index].name
    }
    entities[index].name = name
    if entities[index].renamedFrom == name { entities[index].renamedFrom = nil }
  }

  private mutating func changeIdentity(of entity: Int, _ random: inout RandomSource) {
    if entities[entity].identityPart != nil {
      entities[entity].identityPart = nil
    } else if random.once(in: 2) {
      widenIdentity(of: entity, &random)
    } else if entities[entity].idType != "string" {
      entities[entity].idType = "string"
    }
  }

  // MARK: Relationships and enums

  private mutating func addRelationLater(to entity: Int, _ random: inout RandomSource) {
    addRelation(to: entity, &random)
    guard let last = entities[entity].relations.indices.last else { return }
    guard entities[entity].relations[last].member.key > lastOldKey else { return }
    entities[entity].relations[last].isOptional = true
  }

  private mutating func changeRelation(of entity: Int, _ random: inout RandomSource) {
    let count = entities[entity].relations.count
    guard count > 0 else { return }
    let index = random.below(count)
    let relation = entities[entity].relations[index]
    guard relation.member.key <= lastOldKey else { return }
    switch random.below(7) {
    case 0: entities[entity].relations.remove(at: index)
    case 1, 2:
      let name = "r" + letters(newKey())
      if relation.member.renamedFrom == nil {
        entities[entity].relations[index].member.renamedFrom = relation.member.name
      }
      entities[entity].relations[index].member.name = name
    case 3: entities[entity].relations[index].isOptional.toggle()
    case 4: entities[entity].relations[index].hasForeignKey.toggle()
    case 5: entities[entity].relations[index].isOrdered.toggle()
    default:
      if entities[entity].identityPart == nil {
        entities[entity].relations[index].hasOrderedList.toggle()
      }
    }
  }

  private mutating func changeEnum(_ random: inout RandomSource) {
    let index = random.below(cases.count)
    switch random.below(4) {
    case 0: addCase()
    case 1 where cases.count > 2 && !isDefault(cases[index].name): cases.remove(at: index)
    case 2: rejectsUnknown.toggle()
    default: cases[index].value = "w\(newKey())"
    }
  }

  private func isDefault(_ name: String) -> Bool {
    entities.contains { entity in
      entity.attributes.contains { $0.defaultValue?.contains(name) == true }
    }
  }
}

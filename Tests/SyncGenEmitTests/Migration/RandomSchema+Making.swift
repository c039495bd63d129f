import TestHelpers

extension RandomSchema {
  /// A first version with two to four entities.
  static func first(_ random: inout RandomSource) -> RandomSchema {
    var schema = RandomSchema()
    for _ in 0..<3 { schema.addCase() }
    schema.rejectsUnknown = random.once(in: 3)
    for _ in 0..<(2 + random.below(3)) { schema.addEntity(&random) }
    for index in schema.entities.indices {
      for _ in 0..<random.below(3) { schema.addRelation(to: index, &random) }
      if random.once(in: 2) { schema.addIndex(to: index, &random) }
      if random.once(in: 5) { schema.widenIdentity(of: index, &random) }
    }
    return schema
  }

  mutating func addCase() {
    let key = newKey()
    cases.append(EnumCase(key: key, name: "c" + letters(key), value: "v\(key)"))
  }

  mutating func addEntity(_ random: inout RandomSource) {
    let key = newKey()
    entities.append(
      Entity(
        key: key, name: "E" + letters(key),
        idType: random.element(of: ["uuid", "int", "string"]) ?? "int",
        attributes: [], relations: [], indexes: []))
    for _ in 0..<(1 + random.below(5)) { addAttribute(to: entities.count - 1, &random) }
    changeSync(of: entities.count - 1, &random)
  }

  /// The settings for local writes to the entity.
  mutating func changeSync(of entity: Int, _ random: inout RandomSource) {
    let attributes = entities[entity].attributes.filter { !$0.isLocal }
    entities[entity].isPushed = random.once(in: 2)
    entities[entity].clock =
      random.once(in: 2)
      ? random.element(of: attributes.filter { ["date", "int"].contains($0.type) })?.member.key
      : nil
    entities[entity].tombstone =
      random.once(in: 2)
      ? random.element(of: attributes.filter { $0.type == "date" && $0.isOptional })?.member.key
      : nil
  }

  mutating func addAttribute(to entity: Int, _ random: inout RandomSource) {
    var attribute = Attribute(
      member: newMember("a"), type: random.element(of: Self.types) ?? "string",
      isOptional: random.once(in: 2))
    if random.once(in: 2) { attribute.defaultValue = defaultValue(of: attribute.type, &random) }
    attribute.storage = Self.storage(of: attribute.type, &random)
    attribute.isTouched = attribute.type == "date" && random.once(in: 3)
    attribute.isLocal =
      random.once(in: 8) && (attribute.isOptional || attribute.defaultValue != nil)
    entities[entity].attributes.append(attribute)
  }

  /// A storage form for columns of the type; `nil` for text.
  static func storage(of type: String, _ random: inout RandomSource) -> String? {
    let forms: [String] =
      switch type {
      case "date": ["text", "integer", "seconds", "reference-date"]
      case "uuid": ["text", "blob"]
      default: []
      }
    return random.element(of: forms).flatMap { $0 == "text" ? nil : $0 }
  }

  mutating func addRelation(to entity: Int, _ random: inout RandomSource) {
    // A row with a composite identity cannot be referred to.
    let targets = entities.filter { $0.identityPart == nil }
    guard let target = random.element(of: targets) else { return }
    var relation = Relation(member: newMember("r"), target: target.key)
    relation.isMany = random.once(in: 3) && entities[entity].identityPart == nil
    relation.isOrdered = random.once(in: 2)
    relation.isOptional = !random.once(in: 3)
    relation.hasForeignKey = random.once(in: 3)
    relation.hasOrderedList = random.once(in: 4) && entities[entity].identityPart == nil
    entities[entity].relations.append(relation)
  }

  mutating func addIndex(to entity: Int, _ random: inout RandomSource) {
    let comparable = entities[entity].attributes.filter { attribute in
      attribute.type != "json" && attribute.type != "money" && !attribute.type.hasPrefix("[")
    }
    guard let first = random.element(of: comparable) else { return }
    let index = Index(
      attributes: [first.member.key], isUnique: random.once(in: 3), isPartial: random.once(in: 3))
    guard !entities[entity].indexes.contains(where: { $0.attributes == index.attributes }) else {
      return
    }
    entities[entity].indexes.append(index)
  }

  mutating func widenIdentity(of entity: Int, _ random: inout RandomSource) {
    let isFree =
      !isReferredTo(entities[entity].key)
      && !entities[entity].relations.contains { $0.isMany || $0.hasOrderedList }
    let parts = entities[entity].attributes.filter {
      !$0.isOptional && $0.defaultValue == nil && ["string", "int", "day"].contains($0.type)
    }
    guard isFree, let part = random.element(of: parts) else { return }
    entities[entity].identityPart = part.member.key
  }

  func defaultValue(of type: String, _ random: inout RandomSource) -> String? {
    switch type {
    case "string": random.element(of: ["\"\"", "\"it's\"", "\"ä\""])
    case "int": random.element(of: ["0", "-7"])
    case "double": random.element(of: ["0.5", "1e20"])
    case "decimal": "\"1.25\""
    case "bool": random.element(of: ["true", "false"])
    case "date": "\"2026-01-02T03:04:05Z\""
    case "day": "\"2026-01-02\""
    case "uuid": "\"00000000-0000-4000-8000-0000000000ff\""
    case "url": "\"https://example.com\""
    case "data": "\"AP8=\""
    case "json": "{ a: [1, null] }"
    case "money": "{ minor: 5, currency: EUR }"
    case "Kind": random.element(of: cases).map(\.name)
    case "[string]": "[]"
    case "[Kind]": random.element(of: cases).map { "[\($0.name)]" }
    case "[string: int]": "{ a: 1 }"
    default: nil
    }
  }
}

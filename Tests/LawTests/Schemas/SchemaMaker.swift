import TestHelpers

/// Creates random schemas: a few small entities that are linked in every way that the language
/// allows.
struct SchemaMaker {
  /// An entity in progress.
  private struct Draft {
    let name: String
    var attributes: [String] = []
    var relations: [String] = []
    var identity: String?
    var sync: [String] = []
    /// Whether the entity is the join table of a relationship, with one reference to each side.
    var isThrough = false
    var isReferable: Bool { identity == nil }
  }

  /// The document that every schema has.
  static let documentName = "Everything"

  private static let entityNames = ["Alpha", "Bravo", "Castle", "Delta"]
  private static let toOneNames = [
    "owner", "leader", "folder", "origin", "mentor", "keeper", "sponsor", "captain", "editor",
  ]
  private static let toManyNames = [
    "pages", "marks", "stones", "boxes", "cards", "rivers", "lamps", "wheels", "ropes", "bells",
    "gates",
  ]
  private static let types = [
    "string", "int", "double", "decimal", "bool", "date", "day", "uuid", "url", "data", "json",
    "money", "Open", "Closed", "Level", "[string]", "[int]", "[Open]", "[date]", "[string: int]",
    "[string: decimal]",
  ]
  private static let valueTypes = [
    "Spot", "[Spot]", "[string: Spot]", "Block", "[Block]", "[string: Block]",
  ]
  private static let defaults = [
    "string": "none", "int": "7", "double": "0.5", "decimal": "\"1.50\"", "bool": "true",
    "day": "\"2026-02-28\"", "date": "\"2026-01-02T03:04:05Z\"", "Open": "red",
    "Closed": "left", "Level": "low", "[string]": "[]", "[int]": "[1]", "[string: int]": "{ a: 1 }",
    "url": "\"https://example.com\"", "json": "{ a: 1 }", "data": "\"AP8=\"",
    "money": "{ minor: 5, currency: EUR }",
  ]

  private var random: Randomness
  private let features: SchemaFeatures
  private var entities: [Draft] = []
  private var toOneNames = Self.toOneNames
  private var toManyNames = Self.toManyNames

  init(seed: Int, _ features: SchemaFeatures) {
    random = Randomness(seed: seed)
    self.features = features
  }

  mutating func text() -> String {
    entities = Self.entityNames.prefix(random.number(1...3)).map { Draft(name: $0) }
    for index in entities.indices { addAttributes(to: index) }
    for _ in 0..<random.number(1...3) { addRelation() }
    if has(.toAny, 30) { addReferenceToAny() }
    if has(.composite, 60) { addCompositeReference() }
    return head + entities.map(text).joined()
  }

  private mutating func has(_ feature: SchemaFeatures, _ percent: Int) -> Bool {
    random.chance(percent) && features.contains(feature)
  }

  // MARK: - Text

  private var head: String {
    mutating get {
      let keys = random.pick(["snake_case", "snake_case", "camelCase", "either", "verbatim"])
      let remote = random.pick(["auto", "iso8601", "unix", "unix-ms"])
      let storage = random.pick(["text", "integer"])
      let coercion = random.pick(["lenient", "lenient", "strict"])
      return """
        swiftsync: 1
        name: Law
        version: 1
        conventions:
          remote-keys: \(keys)
          dates: { remote: \(remote), storage: \(storage) }
          coercion: \(coercion)
        enums:
          Open: { cases: [red, darkGreen] }
          Closed: { cases: [left, right], unknown: reject }
          Level: { cases: { low: 1, high: 2 } }
        types:
          Spot:
            count: int?
            kind: { type: Open, default: red }
            price: "money?"
            seenAt: { type: "date?", remote: seen.at }
            soft: { type: "int?", invalid: null }
            share: { type: decimal, default: "0.50" }
            within: { type: [Spot], default: [] }
            block: "Block?"
          Block:
            tag: type
            cases:
              picture: { width: int, note: "string?" }
              spot: { type: Spot, value: the_spot }
              rule: {}
        \(document)
        entities:

        """
    }
  }

  /// A document that has a list of each entity, some of them complete.
  private var document: String {
    // A copy, so that the rest of the schema does not depend on the document.
    var random = random
    let fields = entities.map { entity in
      let isComplete = random.chance(40)
      let list = "[\(entity.name)]"
      return "    \(entity.name.lowercased()): "
        + (isComplete ? "{ type: \(list), missing-rows: delete }" : list)
    }
    return (["  \(Self.documentName):"] + fields).joined(separator: "\n")
  }

  private func text(of entity: Draft) -> String {
    var lines = ["  \(entity.name):", "    attributes:"]
    lines += entity.attributes.map { "      \($0)" }
    if !entity.relations.isEmpty { lines.append("    relations:") }
    lines += entity.relations.map { "      \($0)" }
    if let identity = entity.identity { lines.append("    identity: \(identity)") }
    if !entity.sync.isEmpty {
      lines.append("    sync: { \(entity.sync.joined(separator: ", ")) }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Attributes

  private mutating func addAttributes(to index: Int) {
    entities[index].attributes.append("id: \(random.pick(["uuid", "string", "int"]))")
    for number in 0..<random.number(1...4) {
      entities[index].attributes.append(attribute(number))
    }
    if has(.clock, 40) {
      let optional = random.chance(30) ? "?" : ""
      entities[index].attributes.append("revision: \(random.pick(["int", "date"]))\(optional)")
      entities[index].sync.append("clock: revision")
    }
    if has(.tombstone, 40) {
      entities[index].attributes.append("deletedAt: date?")
      entities[index].sync.append("tombstone: deletedAt")
    }
  }

  private mutating func attribute(_ number: Int) -> String {
    let type = has(.values, 25) ? random.pick(Self.valueTypes) : random.pick(Self.types)
    let isOptional = random.chance(50)
    var settings = ["type: \"\(type)\(isOptional ? "?" : "")\""]
    var isFilled = isOptional
    if !isOptional, random.chance(60), let value = Self.defaults[type] {
      settings.append("default: \(value)")
      isFilled = true
    }
    if isFilled, has(.directions, 20) {
      settings.append("direction: \(random.pick(["pull", "push", "local"]))")
    }
    settings += remote(of: type, number)
    if type == "date" {
      if random.chance(30) { settings.append("dates: \(random.pick(["auto", "unix", "iso8601"]))") }
      if random.chance(50) {
        let forms = ["text", "integer", "seconds", "reference-date"]
        settings.append("storage: \(random.pick(forms))")
      }
    }
    if type == "uuid", random.chance(50) { settings.append("storage: blob") }
    if isOptional, random.chance(20) { settings.append("empty-is-null: true") }
    if random.chance(15) { settings.append("invalid: \(isOptional ? "null" : "keep")") }
    if type == "[int]" || type == "[date]", random.chance(30) {
      settings.append("separator: \",\"")
    }
    let isUnique = ["string", "int", "uuid", "day"].contains(type) && isOptional
    if isUnique, has(.uniques, 40) { settings.append("unique: true") }
    return "field\(number): { \(settings.joined(separator: ", ")) }"
  }

  private mutating func remote(of type: String, _ number: Int) -> [String] {
    guard type != "money" else {
      guard random.chance(50) else { return [] }
      let currency = random.pick(["cost\(number).code", "shared_code"])
      return ["remote: { minor: cost\(number).cents, currency: \(currency) }"]
    }
    switch random.number(0...9) {
    case 0: return ["remote: nest.inner\(number)"]
    case 1: return ["remote: nest\(number).deep.value"]
    case 2: return ["remote: [alias\(number), other\(number)]"]
    case 3: return ["remote: [nest.alias\(number), other\(number)]"]
    default: return []
    }
  }

  // MARK: - Relationships

  private mutating func addRelation() {
    let targets = entities.indices.filter { entities[$0].isReferable }
    guard !targets.isEmpty else { return }
    let target = random.pick(targets)
    let source = random.number(0...entities.count - 1)
    switch random.number(0...9) {
    case 0: addToOne(from: source, to: target)
    case 1, 2, 3: addChildren(of: target, from: source)
    case 4: if features.contains(.oneToOne) { addOneToOne(from: source, to: target) }
    case 5, 6, 7: addManyToMany(from: source, to: target)
    case 8: if features.contains(.through) { addThrough(from: source, to: target) }
    default: if features.contains(.scoped) { addScope(to: source, by: target) }
    }
  }

  private mutating func addToOne(from source: Int, to target: Int) {
    guard !entities[source].isThrough else { return }
    entities[source].relations.append(
      reference(to: target, isRequired: canBeRequired(source, target)))
  }

  /// A reference to a row that is scoped by a parent, possibly with its inverse list.
  private mutating func addCompositeReference() {
    let targets = entities.indices.filter { !entities[$0].isReferable && !entities[$0].isThrough }
    let source = random.number(0...entities.count - 1)
    guard let target = targets.first, source != target, !entities[source].isThrough,
      entities[source].isReferable
    else { return }
    let name = toOneNames.removeFirst()
    var settings = ["to: \"\(entities[target].name)?\""]
    if random.chance(50) {
      settings.append("on-delete: \(random.pick(["nullify", "keep", "cascade"]))")
    }
    entities[source].relations.append("\(name): { \(settings.joined(separator: ", ")) }")
    guard random.chance(50) else { return }
    let list = "to: [\(entities[source].name)], inverse: \(name)"
    let ordered = has(.ordered, 30) ? ", ordered: true" : ""
    entities[target].relations.append("\(toManyNames.removeFirst()): { \(list)\(ordered) }")
  }

  /// A reference to a row of one of several entities, whose identities have the same type as that
  /// of the first one.
  private mutating func addReferenceToAny() {
    let targets = entities.filter {
      $0.isReferable && !$0.isThrough && $0.attributes.first == entities[0].attributes.first
    }
    let source = random.number(0...entities.count - 1)
    guard !targets.isEmpty, !entities[source].isThrough else { return }
    let tags = targets.map { "\($0.name): \($0.name.lowercased())" }.joined(separator: ", ")
    var settings = ["to-any: { \(tags) }"]
    let name = toOneNames.removeFirst()
    if random.chance(30) {
      settings.append("tag: kind_of_it")
    } else if random.chance(30) {
      // The reference is written as an object.
      settings.append("tag: \(name).kind")
    }
    if random.chance(50) {
      settings.append("on-delete: \(random.pick(["nullify", "keep", "cascade"]))")
    }
    entities[source].relations.append(
      "\(name): { \(settings.joined(separator: ", ")) }")
  }

  /// A row cannot require another row of its own entity, or there could not be a first row.
  private mutating func canBeRequired(_ source: Int, _ target: Int) -> Bool {
    source > target && random.chance(40)
  }

  private mutating func reference(to target: Int, isRequired: Bool, deletion: Bool = true) -> String
  {
    let hasForeignKey = has(.foreignKey, 25)
    var settings = ["to: \"\(entities[target].name)\(isRequired ? "" : "?")\""]
    if hasForeignKey { settings.append("foreign-key: true") }
    if deletion { settings += self.deletion(isRequired: isRequired, hasForeignKey: hasForeignKey) }
    // One key for ids and objects.
    if random.chance(20) { settings.append("remote: ref\(toOneNames.count)") }
    return "\(toOneNames.removeFirst()): { \(settings.joined(separator: ", ")) }"
  }

  private mutating func deletion(isRequired: Bool, hasForeignKey: Bool) -> [String] {
    var rules: [String] = []
    if !isRequired { rules.append("nullify") }
    if !hasForeignKey { rules.append("keep") }
    if features.contains(.cascade) { rules += ["cascade", "cascade"] }
    if has(.deny, 30) { rules.append("deny") }
    guard random.chance(60), !rules.isEmpty else {
      // Without `on-delete`, a required reference with a foreign key has `deny`.
      return isRequired && hasForeignKey && !features.contains(.deny) ? ["on-delete: cascade"] : []
    }
    return ["on-delete: \(random.pick(rules))"]
  }

  private mutating func addChildren(of target: Int, from source: Int) {
    guard entities[source].isReferable else { return }
    let isRequired = canBeRequired(source, target)
    let isOnParent = random.chance(30)
    let reference = reference(to: target, isRequired: isRequired, deletion: !isOnParent)
    let name = reference.prefix { $0 != ":" }
    entities[source].relations.append(reference)
    var settings = ["to: [\(entities[source].name)]", "inverse: \(name)"]
    if isOnParent {
      let hasForeignKey = reference.contains("foreign-key")
      settings += deletion(isRequired: isRequired, hasForeignKey: hasForeignKey)
    }
    if has(.ordered, 30) { settings.append("ordered: true") }
    if has(.partial, 15) { settings.append("missing-rows: keep") }
    if random.chance(20) { settings.append("remote: list\(toManyNames.count)") }
    entities[target].relations.append(
      "\(toManyNames.removeFirst()): { \(settings.joined(separator: ", ")) }")
  }

  private mutating func addOneToOne(from source: Int, to target: Int) {
    guard entities[source].isReferable, source != target else { return }
    let (here, back) = (toOneNames.removeFirst(), toOneNames.removeFirst())
    let (from, to) = (entities[source].name, entities[target].name)
    entities[source].relations.append("\(here): { to: \"\(to)?\", inverse: \(back) }")
    entities[target].relations.append("\(back): { to: \"\(from)?\" }")
  }

  private mutating func addManyToMany(from source: Int, to target: Int) {
    guard entities[source].isReferable else { return }
    let here = toManyNames.removeFirst()
    let ordered = has(.ordered, 30) ? ", ordered: true" : ""
    let (from, to) = (entities[source].name, entities[target].name)
    guard random.chance(60), source != target else {
      entities[source].relations.append("\(here): { to: [\(to)], inverse: none\(ordered) }")
      return
    }
    let back = toManyNames.removeFirst()
    entities[source].relations.append("\(here): { to: [\(to)], inverse: \(back)\(ordered) }")
    entities[target].relations.append("\(back): { to: [\(from)] }")
  }

  private mutating func addThrough(from source: Int, to target: Int) {
    guard entities[source].isReferable, source != target, entities.count < 4 else { return }
    let (here, back) = (toManyNames.removeFirst(), toManyNames.removeFirst())
    let (left, right) = (toOneNames.removeFirst(), toOneNames.removeFirst())
    let (from, to) = (entities[source].name, entities[target].name)
    let name = Self.entityNames[entities.count]
    entities[source].relations.append(
      "\(here): { to: [\(to)], inverse: \(back), through: \(name) }")
    entities[target].relations.append("\(back): { to: [\(from)] }")
    entities.append(
      Draft(
        name: name, attributes: ["grade: \"int?\"", "active: { type: bool, default: true }"],
        relations: ["\(left): \(from)", "\(right): \(to)"], identity: "[\(left), \(right)]",
        isThrough: true))
  }

  /// Scopes the identity of an entity, to which nothing refers, by a parent.
  private mutating func addScope(to source: Int, by target: Int) {
    guard source != target, entities[source].isReferable, !isReferred(to: source) else { return }
    let (parent, list) = (toOneNames.removeFirst(), toManyNames.removeFirst())
    let rule = features.contains(.cascade) && random.chance(50) ? ", on-delete: cascade" : ""
    let ordered = has(.ordered, 30) ? ", ordered: true" : ""
    entities[source].relations.append("\(parent): { to: \(entities[target].name)\(rule) }")
    entities[target].relations.append(
      "\(list): { to: [\(entities[source].name)], inverse: \(parent)\(ordered) }")
    entities[source].identity = "[\(parent), id]"
  }

  private func isReferred(to entity: Int) -> Bool {
    let name = entities[entity].name
    let ends = ["\"\(name)\"", "\"\(name)?\"", "[\(name)]"]
    return entities.contains { other in
      other.relations.contains { relation in ends.contains { relation.contains("to: \($0)") } }
    } || entities[entity].relations.contains { $0.contains("to: [") }
  }
}

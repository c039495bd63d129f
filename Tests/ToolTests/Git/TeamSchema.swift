import TestHelpers

/// A schema that a team changes. Keys say what is the same in different versions: what a device has
/// written for a key must not be read as something else.
struct TeamSchema: Hashable {
  struct Attribute: Hashable {
    var key: Int
    var name: String
    var renamedFrom: String?
    /// Whether it is an `int` rather than a `string`.
    var isNumber: Bool
  }

  struct Case: Hashable {
    var key: Int
    var name: String
    var value: String
  }

  static let entityNames = ["Alpha", "Beta"]
  private static let names = ["red", "green", "blue", "white"]

  var version = 1
  /// The attributes of each entity, which Git merges as a whole.
  var entities: [[Attribute]] = [[], []]
  var cases: [Case] = []
  /// Lines under `migrations:` for this version.
  var permissions: [String] = []

  // MARK: Text

  var yaml: String {
    var lines = ["swiftsync: 1", "name: App", "version: \(version)", "enums:", "  Kind:"]
    lines.append("    cases:")
    lines += cases.map { "      \($0.name): \($0.value)" }
    lines.append("entities:")
    for (name, attributes) in zip(Self.entityNames, entities) {
      lines += ["  \(name):", "    attributes:", "      id: int", "      kind: Kind?"]
      lines += attributes.map { attribute in
        let former = attribute.renamedFrom.map { ", renamed-from: \($0)" } ?? ""
        let type = attribute.isNumber ? "int?" : "string?"
        return "      \(attribute.name): { type: \"\(type)\"\(former) }"
      }
    }
    if !permissions.isEmpty {
      lines += ["migrations:", "  \(version):"] + permissions.map { "    - \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Changes

  /// Begins the version after a frozen one.
  mutating func raise(to number: Int) {
    version = number
    permissions = []
    for entity in entities.indices {
      for index in entities[entity].indices { entities[entity][index].renamedFrom = nil }
    }
  }

  /// - Parameter frozen: The newest frozen version, whose names have a meaning.
  mutating func change(
    after frozen: TeamSchema?, _ random: inout SeededRandom, newKey: () -> Int
  ) {
    let entity = random.below(entities.count)
    switch random.below(7) {
    case 0, 1: addAttribute(to: entity, after: frozen, &random, newKey)
    case 2: renameAttribute(of: entity, after: frozen, &random)
    case 3:
      if let index = entities[entity].indices.randomElement(using: &random) {
        entities[entity].remove(at: index)
      }
    case 4:
      if let index = entities[entity].indices.randomElement(using: &random) {
        entities[entity][index].isNumber = false
      }
    case 5: cases.append(Case(key: newKey(), name: "c\(newKey())", value: "v\(newKey())"))
    default:
      if let index = cases.indices.randomElement(using: &random) {
        cases[index].value = "v\(newKey())"
      }
    }
  }

  /// A name that means nothing else, neither now nor in the last version.
  private func freeName(
    in entity: Int, _ frozen: TeamSchema?, _ random: inout SeededRandom
  ) -> String? {
    let used = entities[entity].flatMap { [$0.name, $0.renamedFrom].compactMap(\.self) }
    let former = frozen?.entities[entity].map(\.name) ?? []
    return random.element(of: Self.names.filter { !used.contains($0) && !former.contains($0) })
  }

  private mutating func addAttribute(
    to entity: Int, after frozen: TeamSchema?, _ random: inout SeededRandom, _ newKey: () -> Int
  ) {
    guard let name = freeName(in: entity, frozen, &random) else { return }
    entities[entity].append(
      Attribute(key: newKey(), name: name, renamedFrom: nil, isNumber: random.once(in: 2)))
  }

  private mutating func renameAttribute(
    of entity: Int, after frozen: TeamSchema?, _ random: inout SeededRandom
  ) {
    guard let index = entities[entity].indices.randomElement(using: &random),
      let name = freeName(in: entity, frozen, &random)
    else { return }
    let attribute = entities[entity][index]
    let isOld = frozen?.entities[entity].contains { $0.name == attribute.name } ?? false
    if isOld, attribute.renamedFrom == nil { entities[entity][index].renamedFrom = attribute.name }
    entities[entity][index].name = name
  }

  // MARK: Merging

  /// As Git merges the text: each entity, the enum and the version are one place, and a place that
  /// both sides have changed is a conflict, which a developer resolves.
  static func merge(
    _ ours: TeamSchema, _ theirs: TeamSchema, base: TeamSchema, _ random: inout SeededRandom
  ) -> TeamSchema {
    var merged = ours
    merged.version = place(ours.version, theirs.version, base.version) { max($0, $1) }
    for index in ours.entities.indices {
      merged.entities[index] = place(
        ours.entities[index], theirs.entities[index], base.entities[index]
      ) { resolve($0, $1, \.name, &random) }
    }
    merged.cases = place(ours.cases, theirs.cases, base.cases) { union($0, $1, \.name) }
    return merged
  }

  private static func place<Part: Equatable>(
    _ ours: Part, _ theirs: Part, _ base: Part, _ resolve: (Part, Part) -> Part
  ) -> Part {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : resolve(ours, theirs)
  }

  /// Mostly what both need, and sometimes one side alone.
  private static func resolve<Part>(
    _ ours: [Part], _ theirs: [Part], _ name: (Part) -> String, _ random: inout SeededRandom
  ) -> [Part] {
    switch random.below(6) {
    case 0: return ours
    case 1: return theirs
    default: return union(ours, theirs, name)
    }
  }

  private static func union<Part>(
    _ ours: [Part], _ theirs: [Part], _ name: (Part) -> String
  ) -> [Part] {
    let names = Set(ours.map(name))
    return ours + theirs.filter { !names.contains(name($0)) }
  }

  /// What an attribute or a case means is what it is in the frozen version that it comes from, and
  /// not what a branch had meant by its name.
  ///
  /// - Parameter spent: The keys in all frozen versions. What a version dropped does not come back.
  mutating func takeKeys(from frozen: TeamSchema, spent: Set<Int>, newKey: () -> Int) {
    for entity in entities.indices {
      let former = frozen.keys(of: entity)
      for index in entities[entity].indices {
        let attribute = entities[entity][index]
        let origin = attribute.renamedFrom.flatMap { former[$0] }
        if let key = former[attribute.name] ?? origin {
          entities[entity][index].key = key
        } else if spent.contains(attribute.key) {
          entities[entity][index].key = newKey()
        }
      }
    }
    let former = Set(frozen.cases.map(\.key))
    cases.removeAll { spent.contains($0.key) && !former.contains($0.key) }
  }

  /// Removes each `renamed-from` that is spent, or that another attribute has.
  mutating func removeSpentNames(after frozen: TeamSchema) {
    for entity in entities.indices {
      let former = frozen.keys(of: entity)
      var taken = Set(entities[entity].map(\.name))
      for index in entities[entity].indices {
        guard let name = entities[entity][index].renamedFrom else { continue }
        let isNew = former[entities[entity][index].name] == nil
        if !isNew || former[name] == nil || !taken.insert(name).inserted {
          entities[entity][index].renamedFrom = nil
        }
      }
    }
  }

  private func keys(of entity: Int) -> [String: Int] {
    entities[entity].reduce(into: [:]) { $0[$1.name] = $1.key }
  }

  /// Whether it has the same attributes and cases, regardless of how they came about.
  func hasContent(of other: TeamSchema) -> Bool {
    func names(_ schema: TeamSchema) -> [[String]] {
      schema.entities.map { $0.map { "\($0.name) \($0.isNumber)" } }
    }
    return names(self) == names(other) && cases == other.cases
  }

  var keys: Set<Int> { Set(entities.joined().map(\.key) + cases.map(\.key)) }
}

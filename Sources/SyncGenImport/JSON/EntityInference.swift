import SwiftSyncValues
import SyncGenSchema

/// Makes entities, value types and relations of the shapes of answers.
struct EntityInference {
  /// Places whose objects are rows of one entity.
  private final class Group {
    let name: String
    let shape: Shape
    let identity: String
    let place: String

    init(_ name: String, _ shape: Shape, identity: String, place: String) {
      self.name = name
      self.shape = shape
      self.identity = identity
      self.place = place
    }

    /// Whether objects of a shape look like rows of this entity.
    func has(_ other: Shape, named name: String) -> Bool {
      let own = Set(shape.members.map(\.key))
      let keys = Set(other.members.map(\.key))
      let shared = own.intersection(keys).count
      let smaller = min(own.count, keys.count)
      if name == self.name { return shared * 2 >= smaller }
      return smaller > 2 && shared * 10 >= smaller * 9
        && shared * 10 >= max(own.count, keys.count) * 8
    }
  }

  private var groups: [Group] = []
  /// The group of each shape that is an entity's.
  private var owners: [ObjectIdentifier: Group] = [:]
  /// Keeps shapes alive that are known by their identifiers.
  private var kept: [Shape] = []
  private var found = ImportedSchema()
  private var typesByKeys: [[String]: String] = [:]
  private var typeNames: Set<String> = []

  mutating func add(_ rows: [FoundRows], path: String) {
    for row in rows {
      register(row.shape, name: row.name, isRoot: true, place: path)
      if !row.root.isEmpty {
        found.suggestions.append(
          "rows of \(path) are under '\(row.root)': apply with '--root \(row.root)'")
      }
      if row.isItem { found.suggestions.append("\(path) is one row: apply with '--item'") }
    }
  }

  private mutating func register(_ shape: Shape, name: String, isRoot: Bool, place: String) {
    guard owners[ObjectIdentifier(shape)] == nil,
      let identity = IdentityFinder.identity(of: shape, named: name, isRoot: isRoot)
    else { return }
    kept.append(shape)
    if let group = groups.first(where: {
      $0.has(shape, named: name) && shape.member($0.identity) != nil
    }) {
      owners[ObjectIdentifier(shape)] = group
      if group.shape !== shape { group.shape.merge(shape) }
      return
    }
    let taken = groups.count { $0.name == name || $0.name.hasPrefix(name + "_") }
    let group = Group(
      taken == 0 ? name : "\(name)_\(taken + 1)", shape, identity: identity, place: place)
    groups.append(group)
    owners[ObjectIdentifier(shape)] = group
  }

  /// Registers objects with an identity that lie in rows, until nothing new is found.
  private mutating func registerNested() {
    var count = -1
    while count != owners.count {
      count = owners.count
      for group in groups { visit(group.shape, place: group.place) }
    }
  }

  private mutating func visit(_ shape: Shape, place: String) {
    for member in shape.members {
      let target = member.shape.element ?? member.shape
      guard target.objects > 0 else { continue }
      let snake = ImportNames.snake(member.key, NameStyle())
      let name = member.shape.element == nil ? snake : Inflection.singular(snake)
      register(target, name: name, isRoot: false, place: place)
      if owners[ObjectIdentifier(target)] == nil { visit(target, place: place) }
    }
  }

  // MARK: Entities

  mutating func schema() -> ImportedSchema {
    registerNested()
    found.entities = groups.map { ImportedEntity($0.name, identity: [$0.identity], at: $0.place) }
    for (index, group) in groups.enumerated() { addMembers(of: group, at: index) }
    addInverses()
    return found
  }

  private mutating func addMembers(of group: Group, at index: Int) {
    for member in group.shape.members {
      if let relation = relation(member, of: group) {
        if let twin = found.entities[index].relations.firstIndex(where: { $0.name == relation.name }
        ) {
          found.entities[index].relations[twin].remote += relation.remote
        } else {
          found.entities[index].relations.append(relation)
        }
        continue
      }
      var attribute = attribute(
        member, of: group.shape.objects, owner: group.name, place: group.place)
      if member.key == group.identity {
        attribute.isOptional = false
        if case .named = attribute.type { attribute.type = .string }
      }
      found.entities[index].attributes.append(attribute)
    }
  }

  private func relation(_ member: Shape.Member, of group: Group) -> ImportedRelation? {
    let shape = member.shape
    let isMissing = member.count < group.shape.objects || shape.nulls > 0
    if let element = shape.element, let target = owners[ObjectIdentifier(element)] {
      var relation = ImportedRelation(member.key, toMany: target.name)
      relation.remote = [ValuePath.text([.key(member.key)])]
      return relation
    }
    if shape.objects > 0, let target = owners[ObjectIdentifier(shape)] {
      var relation = ImportedRelation(member.key, toOne: target.name, isOptional: isMissing)
      relation.remote = [ValuePath.text([.key(member.key)])]
      return relation
    }
    return reference(member, isOptional: isMissing)
  }

  /// A key such as `project_id` that names an entity.
  private func reference(_ member: Shape.Member, isOptional: Bool) -> ImportedRelation? {
    let snake = ImportNames.snake(member.key, NameStyle())
    guard snake.hasSuffix("_id"), member.shape.isScalar else { return nil }
    let name = String(snake.dropLast(3))
    guard let target = groups.first(where: { name == $0.name || name.hasSuffix("_" + $0.name) }),
      let identity = target.shape.member(target.identity),
      identity.shape.texts.count > 0
        ? member.shape.numbers.count == 0 : member.shape.texts.count == 0
    else { return nil }
    var relation = ImportedRelation(name, toOne: target.name, isOptional: isOptional)
    relation.remote = [ValuePath.text([.key(member.key)])]
    relation.notes = ["guessed from \(member.key)"]
    return relation
  }

  /// Gives each list its inverse: the to-one that leads back, one that is added, or none.
  private mutating func addInverses() {
    for entity in found.entities.indices {
      let owner = found.entities[entity].name
      for index in found.entities[entity].relations.indices
      where found.entities[entity].relations[index].isToMany {
        let relation = found.entities[entity].relations[index]
        found.entities[entity].relations[index].inverse = inverse(of: relation, owner: owner)
      }
    }
  }

  private mutating func inverse(
    of relation: ImportedRelation, owner: String
  ) -> ImportedRelation.Inverse {
    guard let target = found.entities.firstIndex(where: { $0.name == relation.target }),
      let group = groups.first(where: { $0.name == owner }),
      let element = group.shape.members.first(where: { $0.key == relation.name })?.shape.element,
      element.member(groups[target].identity)?.shape.areUnique ?? false
    else { return .none }
    let taken = found.entities.flatMap(\.relations).filter {
      $0.isToMany && $0.target == relation.target
    }
    let back = found.entities[target].relations.filter { !$0.isToMany && $0.target == owner }
    guard taken.count == 1, back.count <= 1 else { return .none }
    if let name = back.first?.name { return .named(name) }
    var added = ImportedRelation(owner, toOne: owner, isOptional: true)
    added.notes = ["the inverse of \(relation.name)"]
    let members = found.entities[target].attributes.map(\.name)
    guard !members.contains(owner), !members.contains(owner + "_id") else { return .none }
    found.entities[target].relations.append(added)
    return .named(owner)
  }

  // MARK: Values

  private mutating func attribute(
    _ member: Shape.Member, of objects: Int, owner: String, place: String
  ) -> ImportedAttribute {
    let shape = member.shape
    let missing = max(0, objects - member.count)
    var attribute = ImportedAttribute(
      member.key, type(of: shape, key: member.key, owner: owner, place: place),
      isOptional: shape.nulls > 0 || missing > 0)
    attribute.remote = .key(ValuePath.text([.key(member.key)]))
    if shape.count == shape.nulls {
      attribute.notes = ["always null"]
    } else if shape.nulls > 0 || missing > 0 {
      let parts = [(shape.nulls, "null"), (missing, "missing")].filter { $0.0 > 0 }
      attribute.notes = [
        parts.map { "\($0.1) in \($0.0)" }.joined(separator: ", ") + " of \(objects)"
      ]
    }
    if attribute.type == .scalar(.date), shape.numbers.count > 0 {
      attribute.dates = [shape.numbers.greatest > 100_000_000_000 ? "unix-ms" : "unix"]
    }
    return attribute
  }

  private mutating func type(
    of shape: Shape, key: String, owner: String, place: String
  ) -> ImportedTypeName {
    let kinds = [
      shape.bools, shape.numbers.count, shape.texts.count, shape.objects, shape.arrays,
    ].count { $0 > 0 }
    guard kinds == 1 else { return .json }
    if shape.bools > 0 { return .scalar(.bool) }
    if shape.numbers.count > 0 { return numberType(of: shape.numbers, key: key) }
    if shape.texts.count > 0 { return textType(of: shape.texts) }
    if shape.objects > 0 { return objectType(of: shape, key: key, owner: owner, place: place) }
    guard let element = shape.element, element.nulls == 0, element.arrays == 0 else { return .json }
    let type = type(
      of: element, key: Inflection.singular(ImportNames.snake(key, NameStyle())), owner: owner,
      place: place)
    return type == .json ? .json : .list(type)
  }

  private func numberType(of numbers: NumberFacts, key: String) -> ImportedTypeName {
    guard numbers.integers == numbers.count else { return .scalar(.double) }
    let snake = ImportNames.snake(key, NameStyle())
    let isMoment = ["_at", "_on", "created", "updated", "timestamp", "date"].contains {
      snake.hasSuffix($0)
    }
    let seconds = Int64(978_307_200)...4_102_444_800
    let isSeconds = seconds.contains(numbers.least) && seconds.contains(numbers.greatest)
    let isThousandths =
      seconds.contains(numbers.least / 1000) && seconds.contains(numbers.greatest / 1000)
    return isMoment && (isSeconds || isThousandths) ? .scalar(.date) : .int
  }

  private func textType(of texts: TextFacts) -> ImportedTypeName {
    switch texts.count {
    case texts.uuids: .scalar(.uuid)
    case texts.dates: .scalar(.date)
    case texts.days: .scalar(.day)
    case texts.urls: .scalar(.url)
    default: .string
    }
  }

  private mutating func objectType(
    of shape: Shape, key: String, owner: String, place: String
  ) -> ImportedTypeName {
    if let values = shape.values {
      let element = type(of: values, key: key, owner: owner, place: place)
      return values.nulls > 0 || element == .json ? .json : .dictionary(element)
    }
    if shape.members.isEmpty { return .json }
    let keys = shape.members.map(\.key).sorted()
    if let name = typesByKeys[keys] { return .named(name) }
    let snake = ImportNames.snake(key, NameStyle())
    let isFree = !typeNames.contains(snake) && !groups.contains { $0.name == snake }
    let name = isFree ? snake : owner + "_" + snake
    typesByKeys[keys] = name
    typeNames.insert(name)
    let fields = shape.members.map {
      attribute($0, of: shape.objects, owner: name, place: place)
    }
    found.types.append(ImportedType(name, .fields(fields), at: place))
    return .named(name)
  }
}

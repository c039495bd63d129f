import SwiftSyncValues
import SyncGenSchema

/// Finds the entities: objects with an identity, wherever they are.
struct EntityGroups {
  private(set) var groups: [EntityGroup] = []
  private var visited: Set<ObjectIdentifier> = []

  /// Adds the rows of a response.
  ///
  /// - Parameter isStated: Whether the user has named them.
  mutating func add(_ rows: FoundRows, path: String, isStated: Bool) {
    rows.place.object?.takeReferencesForRows()
    let group = register(
      rows.place, name: rows.name, identity: rows.identity, parts: rows.parts, isRoot: true,
      path: path)
    if isStated { group?.statedName = rows.name }
  }

  @discardableResult
  private mutating func register(
    _ place: Shape, name: String, identity: IdentityPath?, parts: [String] = [], isRoot: Bool,
    path: String
  ) -> EntityGroup? {
    guard let object = place.object else { return nil }
    let identities = identity.flatMap { $0.place(in: object)?.distinct } ?? DistinctValues()
    place.identities = place.identities ?? identities
    if let group = object.group {
      group.add(name: name, isRoot: isRoot)
      return group
    }
    let candidates = groups.filter {
      $0.identity == identity && $0.parts == parts && Self.areOfOneType($0, object)
    }
    let holding = candidates.filter { $0.holds(object, identities: identities) }
    let group =
      candidates.first { $0.isNamed(as: object) }
      ?? candidates.first { $0.has(object, named: name, isRoot: isRoot, identities: identities) }
      ?? (holding.count == 1 ? holding[0] : newGroup(object, identity, parts, path))
    group.add(name: name, isRoot: isRoot)
    group.object.merge(object)
    return group
  }

  private mutating func newGroup(
    _ object: ObjectShape, _ identity: IdentityPath?, _ parts: [String], _ path: String
  ) -> EntityGroup {
    let group = EntityGroup(object, identity: identity, parts: parts, path: path)
    object.group = group
    groups.append(group)
    return group
  }

  private static func areOfOneType(_ group: EntityGroup, _ object: ObjectShape) -> Bool {
    guard let identity = group.identity, let own = group.identityPlace,
      let other = identity.place(in: object)
    else { return true }
    return (own.texts.count > 0) == (other.texts.count > 0)
      && (own.numbers.count > 0) == (other.numbers.count > 0)
  }

  // MARK: Rows in rows

  /// Finds the entities in rows, until nothing new is found.
  mutating func findNested() {
    var count = -1
    while count != groups.count {
      count = groups.count
      visited = []
      for group in groups { visit(group.object, path: group.path, name: group.bestName) }
    }
    nameGroups()
  }

  private mutating func visit(_ object: ObjectShape, path: String, name: String) {
    guard visited.insert(ObjectIdentifier(object)).inserted else { return }
    for member in object.members {
      if HeldIdentity.isHolder(member.key), let held = member.place.object, held.values == nil {
        visit(held, path: path, name: name)
      } else {
        visit(
          member.place, path: path, name: self.name(of: member.key, in: object, named: name))
      }
    }
  }

  /// What is under a key: `order_item` under `items` of an order.
  private func name(of key: String, in object: ObjectShape, named name: String) -> String {
    let snake = ImportNames.snake(key, NameStyle())
    guard RowFinder.isWrapper(key) else { return snake }
    return object.group == nil ? name : name + "_" + snake
  }

  private mutating func visit(_ place: Shape, path: String, name: String) {
    if let element = place.element, let object = element.object {
      let single = Inflection.singular(name)
      if let group = nested(element, object, name: single, path: path) {
        visit(group.object, path: path, name: single)
      } else if let node = object.node {
        visit(node, path: path, name: single)
      }
    }
    guard let object = place.object else { return }
    if let values = object.values {
      visitDictionary(object, values, path: path, name: Inflection.singular(name))
    } else if !ObjectShape.isContainer(name),
      let group = nested(place, object, name: Inflection.singular(name), path: path)
    {
      visit(group.object, path: path, name: Inflection.singular(name))
    } else {
      visit(object, path: path, name: name)
    }
  }

  private mutating func nested(
    _ place: Shape, _ object: ObjectShape, name: String, path: String
  ) -> EntityGroup? {
    guard !object.areInconsistent, !object.isTaggedContent,
      let identity = IdentityFinder.identity(of: object, named: name, isList: false),
      place.mayHold(identity: identity.place(in: object))
    else { return nil }
    return register(place, name: name, identity: identity, isRoot: false, path: path)
  }

  private mutating func visitDictionary(
    _ object: ObjectShape, _ values: Shape, path: String, name: String
  ) {
    guard let rows = values.object, values.scalars == 0, values.nulls == 0, values.arrays == 0,
      let identity = IdentityFinder.identity(of: rows, named: name, isList: false),
      let known = identity.place(in: rows), known.texts.count > 0,
      object.keys.areAmong(known.distinct)
    else { return }
    let group = register(values, name: name, identity: identity, isRoot: false, path: path)
    if let group { visit(group.object, path: path, name: name) }
  }

  /// Gives each group a unique name.
  private func nameGroups() {
    var taken = TakenNames()
    let byRoot = groups.filter { !$0.rootNames.isEmpty } + groups.filter { $0.rootNames.isEmpty }
    for group in byRoot {
      let name = group.bestName.isEmpty ? "item" : group.bestName
      group.name = taken.unique(name)
    }
  }
}

extension Shape {
  /// Whether everything beside the rows at a place may be an identity of one.
  func mayHold(identity: Shape?) -> Bool {
    guard let identity, bools == 0 else { return false }
    if identity.numbers.count > 0 {
      return texts.count == 0 && numbers.integers == numbers.count
    }
    guard numbers.count == 0, texts.empty == 0 else { return false }
    return identity.texts.uuids < identity.texts.count || texts.uuids == texts.count
  }
}

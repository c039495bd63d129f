import SwiftSyncValues
import SyncGenSchema

/// Finds the entities: objects with an identity, wherever they are.
struct EntityGroups {
  private(set) var groups: [EntityGroup] = []
  /// The positions of the groups by what they and their places are called, once they have names.
  private var positions: [String: [Int]] = [:]
  private var indices: [String: Int] = [:]
  private let index = GroupIndex()
  private var visited: Set<ObjectIdentifier> = []

  /// Adds the rows of a response.
  ///
  /// - Parameter isStated: Whether the user has named them.
  mutating func add(_ rows: FoundRows, path: String, isStated: Bool) {
    rows.place.object?.takeReferencesForRows()
    let count = rows.place.object?.count ?? 0
    let group = register(
      rows.place, name: rows.name, identity: rows.identity, parts: rows.parts, isRoot: true,
      path: path)
    if isStated { group?.statedName = rows.name }
    if rows.isGuess { group?.uniqueRows += count }
  }

  @discardableResult
  private mutating func register(
    _ place: Shape, name: String, identity: IdentityPath?, parts: [String] = [], isRoot: Bool,
    path: String, in owner: EntityGroup? = nil
  ) -> EntityGroup? {
    guard let object = place.object else { return nil }
    let identities = identity.flatMap { $0.place(in: object)?.distinct } ?? DistinctValues()
    place.identities = place.identities ?? identities
    if let group = object.group {
      group.add(name: name, isRoot: isRoot)
      return group
    }
    func mayHave(_ group: EntityGroup) -> Bool {
      group.identity == identity && group.parts == parts && Self.areOfOneType(group, object)
    }
    let candidates = index.candidates(for: object).filter { mayHave($0.group) }
    let group =
      groups(of: object).first(where: mayHave)
      ?? owner.flatMap { mayHave($0) && $0.recurs(in: object, named: name) ? $0 : nil }
      ?? candidates.first { one in
        one.group.has(
          object, one.keys, named: name, isRoot: isRoot, isInside: one.group === owner,
          identities: identities)
      }?.group
      ?? onlyHolder(among: candidates, identities: identities)
      ?? newGroup(object, identity, parts, path, in: owner)
    group.add(name: name, isRoot: isRoot)
    group.object.merge(object)
    return group
  }

  /// The groups whose objects say that they are of the same type.
  private func groups(of object: ObjectShape) -> [EntityGroup] {
    guard let name = object.ownName else { return [] }
    return groups.filter { $0.ownName == name }
  }

  private func onlyHolder(
    among groups: [GroupIndex.Candidate], identities: DistinctValues
  ) -> EntityGroup? {
    let holding = groups.filter { $0.group.holds($0.keys, identities: identities) }
    return holding.count == 1 ? holding[0].group : nil
  }

  private mutating func newGroup(
    _ object: ObjectShape, _ identity: IdentityPath?, _ parts: [String], _ path: String,
    in owner: EntityGroup?
  ) -> EntityGroup {
    let group = EntityGroup(object, identity: identity, parts: parts, path: path, owner: owner)
    object.group = group
    groups.append(group)
    index.add(group)
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

  /// Where objects are: the file, the name of the place, and the entity in whose rows they are
  /// nested.
  private struct Site {
    let path: String
    var name: String
    let owner: EntityGroup?

    func named(_ name: String) -> Site { Site(path: path, name: name, owner: owner) }
  }

  /// Finds the entities in rows, until nothing new is found.
  mutating func findNested() {
    var count = -1
    while count != groups.count {
      count = groups.count
      visited = []
      for group in groups {
        visit(group.object, at: Site(path: group.path, name: group.bestName, owner: group))
      }
    }
    nameGroups()
  }

  private mutating func visit(_ object: ObjectShape, at site: Site) {
    guard visited.insert(ObjectIdentifier(object)).inserted else { return }
    for member in object.members {
      if HeldIdentity.isHolder(member.key), let held = member.place.object, held.values == nil {
        visit(held, at: site)
      } else {
        visit(member.place, at: site.named(name(of: member, in: object, named: site.name)))
      }
    }
  }

  /// The name of the value under a key: `order_item` under `items` of an order, `tag` under
  /// `tags_id`.
  private func name(
    of member: ObjectShape.Member, in object: ObjectShape, named name: String
  ) -> String {
    let snake = ImportNames.snake(member.key, NameStyle())
    if member.place.object != nil, snake.hasSuffix("_id") { return String(snake.dropLast(3)) }
    guard RowFinder.isWrapper(member.key) else { return snake }
    return object.group == nil ? name : name + "_" + snake
  }

  private mutating func visit(_ place: Shape, at site: Site) {
    let single = site.named(Inflection.singular(site.name))
    if let element = place.element, let object = element.object {
      if let group = nested(element, object, at: single) {
        visit(group, at: single)
      } else if let node = object.node {
        visit(node, at: single)
      }
    }
    guard let object = place.object else { return }
    if let values = object.values {
      visitDictionary(object, values, at: single)
    } else if !ObjectShape.isContainer(site.name), let group = nested(place, object, at: single) {
      visit(group, at: single)
    } else {
      visit(object, at: site)
    }
  }

  private mutating func visit(_ group: EntityGroup, at site: Site) {
    visit(group.object, at: Site(path: site.path, name: site.name, owner: group))
  }

  private mutating func nested(
    _ place: Shape, _ object: ObjectShape, at site: Site
  ) -> EntityGroup? {
    guard object.group != nil || object.contradictions == nil, !object.isTaggedContent,
      let identity = identity(of: object, at: site),
      place.mayHold(identity: identity.place(in: object))
    else { return nil }
    let group = register(
      place, name: site.name, identity: identity, isRoot: false, path: site.path, in: site.owner)
    if identity.first == "slug", group?.rootNames.isEmpty == true { group?.isFoundBySlug = true }
    return group
  }

  /// Rows nested in rows of the same entity have the same identity, whatever their name:
  /// `category_id` in `children` of categories.
  private func identity(of object: ObjectShape, at site: Site) -> IdentityPath? {
    if let owner = site.owner, let identity = owner.identity, owner.uniqueRows == 0,
      identity.place(in: object)?.canIdentify == true, owner.recurs(in: object, named: site.name)
    {
      return identity
    }
    return IdentityFinder.identity(of: object, named: site.name, isList: false, isNested: true)
      ?? listed(object, at: site)
  }

  /// The identity of rows that also have a list of their own, or a `slug`: equal ones that have
  /// different values are not rows.
  private func listed(_ object: ObjectShape, at site: Site) -> IdentityPath? {
    guard let key = IdentityFinder.tellingKey(of: object, isList: false) else { return nil }
    let identity = IdentityPath([key])
    let isKnown = groups.contains { group in
      group.identity == identity && group.rootNames.contains(site.name)
    }
    return isKnown || key == "slug" ? identity : nil
  }

  private mutating func visitDictionary(_ object: ObjectShape, _ values: Shape, at site: Site) {
    guard let rows = values.object, values.scalars == 0, values.nulls == 0, values.arrays == 0,
      let identity = IdentityFinder.identity(of: rows, named: site.name, isList: false),
      let known = identity.place(in: rows), known.texts.count > 0,
      object.keys.areAmong(known.distinct)
    else { return }
    let group = register(
      values, name: site.name, identity: identity, isRoot: false, path: site.path)
    if let group { visit(group, at: site) }
  }

  /// Gives each group a unique name.
  private mutating func nameGroups() {
    var taken = TakenNames()
    let byRoot = groups.filter { !$0.rootNames.isEmpty } + groups.filter { $0.rootNames.isEmpty }
    let inner = namesByOwner
    for group in byRoot {
      let name = group.bestName.isEmpty ? "item" : group.bestName
      group.name = taken.unique(joinsNamesakes(group, inner) ?? name)
    }
    for (position, group) in groups.enumerated() {
      indices[group.name] = position
      for name in Set(group.names.map(\.name) + [group.name]) {
        positions[name, default: []].append(position)
      }
    }
  }

  /// The group with a final name.
  func group(named name: String) -> EntityGroup? { indices[name].map { groups[$0] } }

  /// The groups that are called by one of some names, in order.
  func groups(named names: [String]) -> [EntityGroup] {
    Set(names.flatMap { positions[$0] ?? [] }).sorted().map { groups[$0] }
  }

  /// The name of rows that only refer to rows with the same name: `article_tag` if the `tags` of an
  /// article refer to tags.
  private func joinsNamesakes(
    _ group: EntityGroup, _ inner: [ObjectIdentifier: Set<String>]
  ) -> String? {
    guard let owner = group.owner, group.rootNames.isEmpty, group.object.ownName == nil,
      inner[ObjectIdentifier(group)]?.contains(group.bestName) == true
    else { return nil }
    return owner.bestName + "_" + group.bestName
  }

  /// The names of the groups that were first found in the rows of each group.
  private var namesByOwner: [ObjectIdentifier: Set<String>] {
    var names: [ObjectIdentifier: Set<String>] = [:]
    for group in groups {
      if let owner = group.owner {
        names[ObjectIdentifier(owner), default: []].insert(group.bestName)
      }
    }
    return names
  }
}

extension Shape {
  /// Whether everything next to the rows at a place may be an identity of one.
  func mayHold(identity: Shape?) -> Bool {
    guard let identity, bools == 0 else { return false }
    if identity.numbers.count > 0 {
      return texts.count == 0 && numbers.integers == numbers.count
    }
    guard numbers.count == 0, texts.empty == 0 else { return false }
    return identity.texts.uuids < identity.texts.count || texts.uuids == texts.count
  }
}

import SwiftSyncValues
import SyncGenSchema

/// Places whose objects are rows of one entity.
final class EntityGroup {
  /// The names of the places in snake_case, with their counts, in the order of their first
  /// occurrence.
  private(set) var names: [(name: String, count: Int)] = []
  private(set) var rootNames: [String] = []
  let object: ObjectShape
  /// `nil` if the rows are under their identities, or if these are composite.
  let identity: String?
  /// The keys of a composite identity.
  let parts: [String]
  let path: String
  /// The final name, unique among the groups.
  var name = ""
  /// The name of the rows as stated by the user.
  var statedName: String?

  init(_ object: ObjectShape, identity: String?, parts: [String], path: String) {
    self.object = object
    self.identity = identity
    self.parts = parts
    self.path = path
  }

  /// The attributes that identify rows.
  var identityNames: [String] { parts.isEmpty ? [identity ?? "key"] : parts }

  /// Whether a member is one of several parts of the identity.
  func isPart(_ member: RowMember) -> Bool { member.path.count == 1 && parts.contains(member.key) }

  /// Empty for a composite identity.
  var identities: DistinctValues {
    guard parts.isEmpty else { return DistinctValues() }
    return identity.flatMap { object.member($0)?.place.distinct } ?? object.keys
  }

  var identityPlace: Shape? { identity.flatMap { object.member($0)?.place } }

  func add(name: String, isRoot: Bool) {
    if isRoot, !rootNames.contains(name) { rootNames.append(name) }
    if let index = names.firstIndex(where: { $0.name == name }) {
      names[index].count += 1
    } else {
      names.append((name, 1))
    }
  }

  /// The name stated by the user, that stated in the rows, the shortest name of a response, the
  /// usual one for people, or else the most frequent one.
  var bestName: String {
    if let statedName { return statedName }
    if let name = ownName { return name }
    if let name = rootNames.min(by: { $0.utf8.count < $1.utf8.count }) { return name }
    if object.isPerson, names.allSatisfy({ Self.roles.contains($0.name) }) { return "user" }
    for name in ["user", "account", "person", "member"]
    where names.contains(where: { $0.name == name }) {
      return name
    }
    let most = names.map(\.count).max() ?? 0
    return names.first { $0.count == most }?.name ?? "item"
  }

  /// Names of people by their role.
  private static let roles: Set<String> = [
    "actor", "approver", "assignee", "author", "closed_by", "created_by", "creator", "editor",
    "last_edited_by", "last_modified_by", "lead", "merged_by", "modified_by", "opened_by", "owner",
    "participant", "recipient", "reporter", "requester", "reviewer", "sender", "submitter",
    "updated_by", "uploader",
  ]

  private var ownName: String? { object.ownName }

  /// Whether objects state the type of these rows.
  func isNamed(as other: ObjectShape) -> Bool {
    ownName != nil && ownName == other.ownName
  }

  /// Whether objects look like rows of this entity.
  func has(_ other: ObjectShape, named name: String, isRoot: Bool, identities: DistinctValues)
    -> Bool
  {
    let (own, keys) = (object.keySet, other.keySet)
    let shared = own.intersection(keys).count
    let (smaller, larger) = (min(own.count, keys.count), max(own.count, keys.count))
    if names.contains(where: { $0.name == name }) { return shared * 2 >= smaller }
    if hasTellingIdentities, identities.meet(self.identities), shared * 2 >= smaller, smaller > 2 {
      return true
    }
    // Lists with their own names, such as customers and suppliers, may contain different kinds of
    // rows.
    let isRelated = rootNames.contains { $0.contains(name) || name.contains($0) }
    if isRoot, !rootNames.isEmpty, !isRelated, shared < 10 { return false }
    if shared == smaller, shared >= 10 { return true }
    let least = identities.meet(self.identities) ? 3 : 5
    return smaller >= least && shared * 20 >= smaller * 17 && shared * 4 >= larger * 3
  }

  /// Whether objects contain only keys of this entity's rows, and known identities.
  func holds(_ other: ObjectShape, identities: DistinctValues) -> Bool {
    let keys = other.keySet
    let isTelling = hasTellingIdentities
    return keys.count >= (isTelling ? 1 : 4) && keys.isSubset(of: object.keySet)
      && identities.areAmong(self.identities)
      && (isTelling || identities.distinctCount >= 3 || keys.count >= 6)
  }

  /// Whether equal identities mean equal rows, as for UUIDs and texts without numbers.
  private var hasTellingIdentities: Bool {
    guard let texts = identityPlace?.texts, texts.count > 0 else { return false }
    return texts.numbers == 0
  }
}

/// Finds the entities: objects with an identity, anywhere.
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
    _ place: Shape, name: String, identity: String?, parts: [String] = [], isRoot: Bool,
    path: String
  ) -> EntityGroup? {
    guard let object = place.object else { return nil }
    let identities = identity.flatMap { object.member($0)?.place.distinct } ?? DistinctValues()
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
    _ object: ObjectShape, _ identity: String?, _ parts: [String], _ path: String
  ) -> EntityGroup {
    let group = EntityGroup(object, identity: identity, parts: parts, path: path)
    object.group = group
    groups.append(group)
    return group
  }

  private static func areOfOneType(_ group: EntityGroup, _ object: ObjectShape) -> Bool {
    guard let identity = group.identity, let own = group.identityPlace,
      let other = object.member(identity)?.place
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
      let snake = ImportNames.snake(member.key, NameStyle())
      let own = RowFinder.isWrapper(member.key) ? name : snake
      visit(member.place, path: path, name: own)
    }
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
      let group = nested(place, object, name: name, path: path)
    {
      visit(group.object, path: path, name: name)
    } else {
      visit(object, path: path, name: name)
    }
  }

  private mutating func nested(
    _ place: Shape, _ object: ObjectShape, name: String, path: String
  ) -> EntityGroup? {
    guard !object.areInconsistent,
      let identity = IdentityFinder.identity(of: object, named: name, isList: false),
      Self.fits(place, object.member(identity)?.place)
    else { return nil }
    return register(place, name: name, identity: identity, isRoot: false, path: path)
  }

  /// Whether all other values at the place of the rows may be identities of them.
  private static func fits(_ place: Shape, _ identity: Shape?) -> Bool {
    guard let identity, place.bools == 0 else { return false }
    if identity.numbers.count > 0 {
      return place.texts.count == 0 && place.numbers.integers == place.numbers.count
    }
    guard place.numbers.count == 0, place.texts.empty == 0 else { return false }
    return identity.texts.uuids < identity.texts.count || place.texts.uuids == place.texts.count
  }

  private mutating func visitDictionary(
    _ object: ObjectShape, _ values: Shape, path: String, name: String
  ) {
    guard let rows = values.object, values.scalars == 0, values.nulls == 0, values.arrays == 0,
      let identity = IdentityFinder.identity(of: rows, named: name, isList: false),
      let known = rows.member(identity)?.place, known.texts.count > 0,
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

extension ObjectShape {
  /// The single text under a key such as `object`, with which APIs name the type of an object.
  fileprivate var ownName: String? {
    for key in ["object", "__typename", "_type", "@type", "resource_type"] {
      guard let member = member(key), member.count == count,
        member.place.texts.count == member.place.count,
        let only = member.place.texts.distinct.listed.first,
        member.place.texts.distinct.listed.count == 1
      else { continue }
      let name = ImportNames.snake(String(decoding: only.value, as: UTF8.self), NameStyle())
      if !name.isEmpty, name != "list" { return Inflection.singular(name) }
    }
    return nil
  }

  /// Whether the keys are those of a person or an account.
  var isPerson: Bool {
    let keys: Set = [
      "username", "user_name", "login", "email", "email_address", "display_name", "avatar_url",
      "avatar_urls", "first_name", "full_name",
    ]
    return members.contains { keys.contains(ImportNames.snake($0.key, NameStyle())) }
  }
}

import SwiftSyncValues
import SyncGenSchema

/// Places whose objects are rows of one entity.
final class EntityGroup {
  /// What the places are called, in snake_case, with how often, the first one first.
  private(set) var names: [(name: String, count: Int)] = []
  private(set) var rootNames: [String] = []
  let object: ObjectShape
  /// `nil` if the rows lie under their identities, or if these have several parts.
  let identity: IdentityPath?
  /// The keys of an identity of several parts.
  let parts: [String]
  let path: String
  /// The final name, unique among the groups.
  var name = ""
  /// What the user calls the rows.
  var statedName: String?
  /// The entity in whose rows the first objects were found.
  let owner: EntityGroup?
  /// The index of the groups, and the position of this one in it.
  weak var index: GroupIndex?
  var position = 0
  private var knownName: (count: Int, name: String?)?
  /// The number of rows, if their identity is only assumed because it is unique.
  var uniqueRows = 0
  /// Whether the rows occur only in others, and have only a slug.
  var isFoundBySlug = false

  init(
    _ object: ObjectShape, identity: IdentityPath?, parts: [String], path: String,
    owner: EntityGroup?
  ) {
    self.owner = owner
    self.object = object
    self.identity = identity
    self.parts = parts
    self.path = path
  }

  /// The attributes that identify rows.
  var identityNames: [String] { parts.isEmpty ? [identityName] : parts }

  private var identityName: String {
    guard let identity else { return "key" }
    guard !identity.isPlain else { return identity.first }
    let isOwn = IdentityFinder.usual.contains(identity.first)
    let short = isOwn ? identity.first : identity.keys[1]
    let snake = ImportNames.snake(short, NameStyle())
    let isTaken = object.members.contains {
      $0.key != identity.first && ImportNames.snake($0.key, NameStyle()) == snake
    }
    return isTaken ? identity.keys.joined(separator: "_") : short
  }

  /// Whether a member is one of several parts of the identity.
  func isPart(_ member: RowMember) -> Bool { member.path.count == 1 && parts.contains(member.key) }

  /// Whether a member is the whole identity.
  func isIdentity(_ member: RowMember) -> Bool {
    parts.isEmpty && member.path == (identity?.steps ?? [.key("key")])
  }

  /// Empty for an identity of several parts.
  var identities: DistinctValues {
    guard parts.isEmpty else { return DistinctValues() }
    return identityPlace?.distinct ?? object.keys
  }

  var identityPlace: Shape? { identity.flatMap { $0.place(in: object) } }

  func add(name: String, isRoot: Bool) {
    if isRoot, !rootNames.contains(name) { rootNames.append(name) }
    if let index = names.firstIndex(where: { $0.name == name }) {
      names[index].count += 1
    } else {
      names.append((name, 1))
    }
  }

  /// What the user calls the rows, what they call themselves, the shortest name of an answer, the
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

  /// What people are called by what they do.
  private static let roles: Set<String> = [
    "actor", "approver", "assignee", "author", "closed_by", "created_by", "creator", "editor",
    "last_edited_by", "last_modified_by", "lead", "merged_by", "modified_by", "opened_by", "owner",
    "participant", "recipient", "reporter", "requester", "reviewer", "sender", "submitter",
    "updated_by", "uploader",
  ]

  /// What the objects call their own type.
  var ownName: String? {
    if let knownName, knownName.count == object.count { return knownName.name }
    let name = object.ownName
    knownName = (object.count, name)
    return name
  }

  /// Whether objects nested in the rows are rows of the same entity: they have the same keys, some
  /// of the keys and a name such as `children`, or the same keys with a part of the content.
  func recurs(in other: ObjectShape, named name: String) -> Bool {
    guard other.group == nil else { return other.group === self }
    let (own, keys) = (object.contentKeys, other.contentKeys)
    // Objects that contain only an identity of several keys are links.
    guard keys.count > 1 || identity?.isPlain == true else { return false }
    if own == keys || object.hasContent(of: other) { return true }
    guard Kinship.isKin(name, of: bestName, isPerson: object.isPerson) else { return false }
    return keys.isSubset(of: own)
      || own.intersection(keys).count * 4 >= own.union(keys).count * 3
  }

  /// Whether objects look like rows of this entity.
  ///
  /// - Parameters:
  ///   - keys: The numbers of keys.
  ///   - isInside: Whether the objects are nested in rows of this entity.
  func has(
    _ other: ObjectShape, _ keys: ObjectShape.KeyCounts, named name: String, isRoot: Bool,
    isInside: Bool, identities: DistinctValues
  ) -> Bool {
    let (shared, own, others) = keys
    let (smaller, larger) = (min(own, others), max(own, others))
    guard shared * 2 >= smaller else { return false }
    if !isRoot, object.hasContent(of: other) { return true }
    if names.contains(where: { $0.name == name }) {
      // Objects of `weather.json` may have a list `weather` of other objects.
      let isNamedByFile = !isRoot && rootNames.contains(name)
      // Rows of a join may have the name of the rows to which they refer.
      let isStrict = isNamedByFile || isInside
      if isStrict ? shared * 4 >= smaller * 3 : shared * 2 >= smaller { return true }
    }
    if hasTellingIdentities, identities.meet(self.identities), shared * 2 >= smaller, smaller > 2 {
      return true
    }
    // Lists under names of their own, such as customers and suppliers, may be different things.
    if isRoot, shared < 10, !rootNames.isEmpty, !isRelated(to: name) { return false }
    if shared == smaller, shared >= 10 { return true }
    let least = identities.meet(self.identities) ? 3 : 5
    return smaller >= least && shared * 20 >= smaller * 17 && shared * 4 >= larger * 3
  }

  private func isRelated(to name: String) -> Bool {
    rootNames.contains { $0.hasText(name) || name.hasText($0) }
  }

  /// Whether objects have nothing but what rows of this entity have, and known identities.
  func holds(_ keys: ObjectShape.KeyCounts, identities: DistinctValues) -> Bool {
    let (shared, _, count) = keys
    guard shared == count else { return false }
    let isTelling = hasTellingIdentities
    return count >= (isTelling ? 1 : 4)
      && identities.areAmong(self.identities)
      && (isTelling || identities.distinctCount >= 3 || count >= 6)
  }

  /// Whether equal identities mean equal rows: those of UUIDs do, and of strings without numbers.
  private var hasTellingIdentities: Bool {
    guard let texts = identityPlace?.texts, texts.count > 0 else { return false }
    return texts.numbers == 0
  }
}

extension String {
  /// Whether this text contains another, compared by bytes: `contains` takes many times as long.
  fileprivate func hasText(_ part: String) -> Bool {
    let (whole, part) = (Array(utf8), Array(part.utf8))
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { start in
      whole[start...].starts(with: part)
    }
  }
}

extension ObjectShape {
  /// The one string under a key such as `object`, which APIs have for the name of an object's type.
  var ownName: String? {
    let keys = ["object", "__typename", "_type", "@type", "resource_type", "resourceType"]
    // `kind` alone describes the object; next to the version it is the kind of a resource.
    let kind = member("apiVersion") == nil ? [] : ["kind"]
    let sys = member("sys")?.place.object?.member("type").map { [$0] } ?? []
    for member in (keys + kind).compactMap(self.member) + sys {
      guard member.place.count >= count, member.place.texts.count == member.place.count,
        let only = member.place.texts.distinct.listed.first,
        member.place.texts.distinct.listed.count == 1
      else { continue }
      let name = ImportNames.snake(String(decoding: only.value, as: UTF8.self), NameStyle())
      if !name.isEmpty, name != "list" { return Inflection.singular(name) }
    }
    return nil
  }

  /// Whether the type of objects is the name of the key that has their content, as of properties in
  /// Notion: `{"id": "BJXS", "type": "number", "number": 2.5}`. Blocks with `"object": "block"` are
  /// rows nevertheless.
  var isTaggedContent: Bool {
    guard let kinds = kinds(by: "type"), !kinds.isEmpty, member("object") == nil,
      members.count == kinds.count + 2
    else { return false }
    return kinds.allSatisfy { kind in
      member(String(decoding: kind.text, as: UTF8.self)).map { count(of: $0, in: kind) > 0 }
        ?? false
    }
  }

  /// Whether the keys are those of a person or an account.
  var isPerson: Bool { Kinship.isPerson(members.map(\.key)) }
}

import SwiftSyncValues
import SyncGenSchema

/// The inverses of lists.
extension SchemaInference {
  /// Gives each list its inverse: the to-one relationship that leads back, an added one, or none.
  mutating func addInverses() {
    var entities = found.entities
    let lists = ListPlaces(entities, groups)
    for entity in entities.indices {
      for index in entities[entity].relations.indices
      where entities[entity].relations[index].isToMany {
        addInverse(of: index, in: entity, lists, &entities)
      }
    }
    found.entities = entities
    renameLists()
  }

  /// Renames lists whose join table would be ambiguous: its columns are named after its sides,
  /// which must differ, unlike `weather` of `weather`.
  mutating func renameLists() {
    for entity in found.entities.indices {
      let owner = found.entities[entity].name
      for index in found.entities[entity].relations.indices {
        let list = found.entities[entity].relations[index]
        guard list.isToMany, case .none = list.inverse,
          Inflection.singular(ImportNames.snake(list.name, NameStyle())) == owner
        else { continue }
        found.entities[entity].relations[index].name = "related_" + list.name
      }
    }
  }

  private func addInverse(
    of index: Int, in entity: Int, _ lists: ListPlaces, _ entities: inout [ImportedEntity]
  ) {
    let owner = entities[entity]
    let relation = owner.relations[index]
    entities[entity].relations[index].inverse = .none
    if let name = inverse(of: relation, owner: owner, lists, &entities) {
      entities[entity].relations[index].inverse = .named(name)
    } else if relation.partial != nil {
      entities[entity].relations[index].direction = .pull
    }
  }

  private func inverse(
    of relation: ImportedRelation, owner: ImportedEntity, _ lists: ListPlaces,
    _ entities: inout [ImportedEntity]
  ) -> String? {
    guard let target = lists.position(of: relation.target),
      lists.place(of: relation, in: owner.name)?.identities?.areUnique ?? false,
      lists.count(to: relation.target) == 1
    else { return nil }
    let back = entities[target].relations.filter { !$0.isToMany && $0.target == owner.name }
    if back.count == 1, let name = back.first?.name, owner.name != relation.target { return name }
    guard back.isEmpty, isOwned(relation, owner), !entities[target].has(owner.name) else {
      return nil
    }
    var added = ImportedRelation(owner.name, toOne: owner.name, isOptional: true)
    let list = ImportNames.member(relation.name, NameStyle())
    added.notes = [.guessed(.inverse, "its rows occur only in \(list)")]
    entities[target].relations.append(added)
    return owner.name
  }

  /// Whether rows of a list look like parts of its row, because nothing else leads to them.
  private func isOwned(_ relation: ImportedRelation, _ owner: ImportedEntity) -> Bool {
    guard let group = groups.group(named: relation.target),
      group.rootNames.isEmpty,
      group.names.count == 1, owner.name != relation.target
    else { return false }
    return !Self.shared.contains { group.name == $0 || group.name.hasSuffix("_" + $0) }
  }

  /// Names of rows that several rows share.
  private static let shared: Set<String> = [
    "label", "tag", "category", "genre", "topic", "role", "user", "person", "member", "author",
    "assignee", "reviewer", "attendee", "participant", "account", "group", "team", "hashtag",
    "keyword",
    "skill", "artist", "mention", "country", "currency", "language", "permission",
  ]
}

/// The places of the lists of all entities, found once: a list has no inverse if other lists lead to
/// the same rows.
private struct ListPlaces {
  private var positions: [String: Int] = [:]
  /// By the names of the entity and the list.
  private var places: [String: [String: Shape]] = [:]
  private var counts: [String: Int] = [:]

  init(_ entities: [ImportedEntity], _ groups: EntityGroups) {
    for (position, entity) in entities.enumerated() {
      if positions[entity.name] == nil { positions[entity.name] = position }
      guard let group = groups.group(named: entity.name) else { continue }
      for (name, place) in Self.places(in: group, of: entity) {
        places[entity.name, default: [:]][name] = place
      }
      for list in entity.relations where list.isToMany && place(of: list, in: entity.name) != nil {
        counts[list.target, default: 0] += 1
      }
    }
  }

  /// The nested rows of lists. Lists of identities are many-to-many, and do not compete for the
  /// to-one that leads back; such a list may exist next to the nested rows.
  private static func places(
    in group: EntityGroup, of entity: ImportedEntity
  ) -> [(name: String, place: Shape)] {
    var rows: [String: Shape] = [:]
    for member in RowMember.all(of: group) {
      let path = ValuePath.text(member.path + (member.place.rowList?.path ?? []))
      let place = member.place.rowList?.rows ?? member.place.object?.values
      if rows[path] == nil { rows[path] = place }
    }
    return entity.relations.compactMap { list in
      guard list.isToMany else { return nil }
      return list.remote.compactMap { rows[$0] }.first.map { (list.name, $0) }
    }
  }

  func position(of entity: String) -> Int? { positions[entity] }

  /// The rows of a list; `nil` for a list of identities.
  func place(of list: ImportedRelation, in entity: String) -> Shape? { places[entity]?[list.name] }

  /// The number of lists whose rows are those of an entity.
  func count(to entity: String) -> Int { counts[entity] ?? 0 }
}

extension ImportedEntity {
  fileprivate func has(_ name: String) -> Bool {
    (attributes.map(\.name) + relations.map(\.name)).contains { $0 == name || $0 == name + "_id" }
  }
}

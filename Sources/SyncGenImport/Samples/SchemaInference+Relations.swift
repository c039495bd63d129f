import SwiftSyncValues
import SyncGenSchema

/// Relationships: nested rows, and keys that contain identities.
extension SchemaInference {
  func relation(_ member: RowMember, of group: EntityGroup) -> ImportedRelation? {
    if group.isIdentity(member) { return nil }
    if group.isPart(member) { return member.isOptional ? nil : reference(member, of: group) }
    return nested(member) ?? link(member)?.relation ?? reference(member, of: group) ?? references(
      member)
      ?? emptyList(member)
  }

  private func nested(_ member: RowMember) -> ImportedRelation? {
    let place = member.place
    if let list = place.rowList, place.isScalarFree {
      var relation = ImportedRelation(member.name, toMany: list.group.name)
      relation.remote = [ValuePath.text(member.path + list.path)]
      relation.partial = member.partial
      if relation.partial == .flag(true) {
        relation.notes = [.guessed(.completeness, "a page of the list, from the keys next to it")]
      }
      return relation
    }
    if let group = place.object?.values?.object?.group, place.isOnlyObjects {
      var relation = ImportedRelation(member.name, toMany: group.name)
      relation.remote = [member.remote]
      relation.keyedBy = group.identityNames[0]
      return relation
    }
    guard let group = place.object?.group, place.arrays == 0,
      place.isOnlyObjects || place.mayHold(identity: group.identityPlace)
    else { return nil }
    var relation = ImportedRelation(
      Self.nameOfRow(member), toOne: group.name, isOptional: member.isOptional)
    relation.remote = [member.remote]
    relation.notes = Self.notes(place, missing: member.missing, of: member.rows, nil)
    return relation
  }

  /// The name of a nested row: `tag` for the object under `tags_id`. By convention, `tag_id` has an
  /// identity.
  private static func nameOfRow(_ member: RowMember) -> String {
    let (name, isStated) = referenced(by: member.key, ["_id"])
    guard isStated, member.depth == 1, Inflection.singular(name) != name else { return member.name }
    return Inflection.singular(name)
  }

  // MARK: Identities

  /// A key such as `project_id`, or one whose values are identities.
  private func reference(_ member: RowMember, of group: EntityGroup) -> ImportedRelation? {
    let place = member.place
    guard place.isScalar else { return nil }
    let (name, isStated) = Self.referenced(by: member.key, ["_id", "_uuid", "_guid"])
    guard place.scalars > 0 || isStated,
      let (target, note) = target(
        of: place, named: name, hasEnding: isStated || member.path.last == .key("$oid"))
    else { return nil }
    // The identity once more.
    if target === group, place.distinct.areUnique, group.identities.areAmong(place.distinct) {
      return nil
    }
    let isPlural = !target.isCalled(name) && target.isCalled(Inflection.singular(name))
    let own = member.depth > 1 ? member.name : isPlural ? Inflection.singular(name) : name
    var relation = ImportedRelation(own, toOne: target.name, isOptional: member.isOptional)
    relation.remote = [member.remote]
    relation.notes =
      [.guessed(.relation, isStated ? "from \(note ?? member.key)" : "from its values")]
      + Self.notes(place, missing: member.missing, of: member.rows, nil)
    return relation
  }

  /// What a key refers to, and whether its name states it: `project_id`, `idProject`.
  static func referenced(
    by key: String, _ endings: [String]
  ) -> (name: String, isStated: Bool) {
    let snake = ImportNames.snake(key, NameStyle())
    if let ending = endings.first(where: snake.hasSuffix) {
      return (String(snake.dropLast(ending.utf8.count)), true)
    }
    guard key.hasPrefix("id"), key.dropFirst(2).first?.isUppercase == true else {
      return (snake, false)
    }
    return (String(snake.dropFirst(3)), true)
  }

  /// A list of identities.
  private func references(_ member: RowMember) -> ImportedRelation? {
    let place = member.place
    guard let element = place.element, place.isScalarFree, place.objects == 0, element.isScalar,
      element.nulls == 0, element.scalars > 0
    else { return nil }
    let (stated, isStated) = Self.referenced(by: member.key, ["_ids", "_uuids"])
    let name = Inflection.singular(stated)
    guard let (target, note) = target(of: element, named: name, hasEnding: isStated) else {
      return nil
    }
    var relation = ImportedRelation(
      member.depth > 1 ? member.name : Inflection.plural(name), toMany: target.name)
    relation.remote = [member.remote]
    relation.notes = [
      .guessed(.relation, isStated ? "from \(note ?? member.key)" : "from its values")
    ]
    relation.inverse = .none
    return relation
  }

  /// A list that was always empty, if its name is that of an entity.
  private func emptyList(_ member: RowMember) -> ImportedRelation? {
    guard member.place.arrays > 0, member.place.element == nil, member.place.isScalarFree,
      member.place.objects == 0, member.path.count == 1
    else { return nil }
    let snake = ImportNames.snake(member.key, NameStyle())
    let name = Inflection.singular(snake)
    guard name != snake, let target = groups.group(named: name) else { return nil }
    var relation = ImportedRelation(member.name, toMany: target.name)
    relation.remote = [member.remote]
    relation.notes = [.guessed(.relation, "from its name; always empty")]
    return relation
  }

  /// The entity of identities, by the name of their key or otherwise by their values.
  private func target(
    of place: Shape, named name: String, hasEnding: Bool
  ) -> (EntityGroup, note: String?)? {
    let called = hasEnding ? Self.targetNames(of: name) : [name]
    let found = called.lazy.map { groups.groups(named: [$0]) }.first { !$0.isEmpty } ?? []
    let named = found.filter { Self.fits(place, $0) }
    if let group = named.first, named.count == 1, hasEnding || place.distinct.meet(group.identities)
    {
      return (group, nil)
    }
    // Small numbers can be identities of anything.
    guard hasEnding, place.texts.count > 0 || place.numbers.least >= 100_000 else { return nil }
    let isUUID = place.texts.uuids > 0
    let holding = allGroups.filter {
      Self.fits(place, $0)
        && (isUUID ? place.distinct.meet($0.identities) : place.distinct.areAmong($0.identities))
    }
    guard let group = holding.first, holding.count == 1 else { return nil }
    return (group, "its values")
  }

  /// Possible names of the rows to which a key such as `last_editor_id` refers. `articles_id` may be
  /// the identity of an article.
  private static func targetNames(of name: String) -> [String] {
    var names = ReferencedNames.all(name)
    names.insert(Inflection.singular(name), at: 1)
    return names
  }

  static func fits(_ place: Shape, _ group: EntityGroup) -> Bool {
    guard place.bools == 0, group.parts.isEmpty else { return false }
    guard let identity = group.identityPlace else { return place.numbers.count == 0 }
    if identity.numbers.count > 0 {
      return identity.texts.count == 0 && place.texts.count == 0
        && place.numbers.integers == place.numbers.count
    }
    return place.numbers.count == 0 && place.texts.empty == 0
      && (identity.texts.uuids < identity.texts.count || place.texts.uuids == place.texts.count)
  }

  // MARK: One of several entities

  /// Creates a reference to one of several entities from a key with a tag next to it.
  func addTagged(_ entity: inout ImportedEntity, _ members: [RowMember]) {
    for member in members where member.path.count == 1 && entity.identity != [member.name] {
      let snake = ImportNames.snake(member.key, NameStyle())
      let name = snake.hasSuffix("_id") ? String(snake.dropLast(3)) : snake
      guard member.place.arrays == 0, member.place.scalars > 0,
        let tag = members.first(where: { isTag($0, of: name, hasEnding: name != snake) }),
        let targets = targets(of: tag, member)
      else { continue }
      var relation = ImportedRelation(
        name, toOne: "", isOptional: member.isOptional || tag.isOptional)
      relation.targets = targets
      relation.tag = tag.remote == name + "_type" ? nil : tag.remote
      relation.remote = [member.remote]
      relation.notes = [.guessed(.relation, "from \(tag.key)")]
      entity.attributes.removeAll {
        $0.remote == .key(member.remote) || $0.remote == .key(tag.remote)
      }
      entity.relations.removeAll { $0.remote == [member.remote] }
      entity.relations.append(relation)
    }
  }

  private func isTag(_ member: RowMember, of name: String, hasEnding: Bool) -> Bool {
    guard member.path.count == 1, member.place.texts.count > 0,
      member.place.texts.count == member.place.scalars,
      member.place.isScalar
    else { return false }
    let snake = ImportNames.snake(member.key, NameStyle())
    return snake == name + "_type" || !hasEnding && snake == "type"
  }

  private func targets(of tag: RowMember, _ member: RowMember) -> [ImportedRelation.Target]? {
    let listed = tag.place.texts.distinct.listed
    let targets = listed.compactMap { entry -> (EntityGroup, String)? in
      let value = String(decoding: entry.value, as: UTF8.self)
      let name = Inflection.singular(ImportNames.snake(value, NameStyle()))
      return groups.group(named: name).map { ($0, value) }
    }
    guard targets.count > 1, Set(targets.map(\.0.name)).count == targets.count,
      targets.allSatisfy({ Self.fits(member.place, $0.0) }),
      targets.contains(where: { member.place.distinct.meet($0.0.identities) })
    else { return nil }
    return targets.map { .init($0.0.name, $0.1) }
  }
}

extension EntityGroup {
  fileprivate func isCalled(_ name: String) -> Bool {
    name == self.name || names.contains { $0.name == name }
  }
}

extension Shape {
  var isScalarFree: Bool { scalars == 0 }
}

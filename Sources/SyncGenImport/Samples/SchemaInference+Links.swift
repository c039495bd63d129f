import SwiftSyncValues
import SyncGenSchema

/// Links: objects that are only the identity of a row, as
/// `{"sys": {"type": "Link", "linkType": "Entry", "id": "e1"}}` of rows with the identity `sys.id`.
extension SchemaInference {
  /// The reference of a member whose values are links, with the paths in them that are not
  /// imported.
  func link(_ member: RowMember) -> (relation: ImportedRelation, unread: [String])? {
    let isList =
      member.place.element != nil && member.place.isScalarFree && member.place.objects == 0
    let place = isList ? member.place.element : member.place
    guard let place, place.isOnlyObjects, let object = place.object, object.values == nil else {
      return nil
    }
    let stated = Self.referenced(by: member.key, isList ? ["_ids"] : ["_id"]).name
    let name = isList ? Inflection.singular(stated) : stated
    for link in allGroups.compactMap({ object.link(to: $0.identity) }) {
      guard let target = target(of: link, named: name) else { continue }
      let way = member.path + (isList ? [.each] : [])
      var relation = relation(to: target, of: member, named: name, isList: isList)
      relation.remote = [ValuePath.text(way + link.path.map { .key($0) })]
      return (relation, link.unread.map { ValuePath.text(way + $0.map { .key($0) }) })
    }
    return nil
  }

  private func relation(
    to target: EntityGroup, of member: RowMember, named name: String, isList: Bool
  ) -> ImportedRelation {
    let own = member.depth > 1 ? member.name : nil
    guard !isList else {
      var relation = ImportedRelation(own ?? Inflection.plural(name), toMany: target.name)
      relation.inverse = .none
      return relation
    }
    var relation = ImportedRelation(
      own ?? name, toOne: target.name, isOptional: member.isOptional)
    relation.notes = Self.notes(member.place, missing: member.missing, of: member.rows, nil)
    return relation
  }

  /// The entity whose identities the links have, or that they name.
  private func target(of link: ObjectShape.Link, named name: String) -> EntityGroup? {
    let groups = allGroups.filter { $0.identity == link.identity && Self.fits(link.place, $0) }
    let holding = groups.filter { link.place.distinct.areAmong($0.identities) }
    if holding.count == 1 { return holding[0] }
    return groups.first { $0.name == link.type ?? name }
  }
}

extension ObjectShape {
  struct Link {
    let identity: IdentityPath
    /// The keys from the object to the identity.
    let path: [String]
    let place: Shape
    /// What the link states about the row's type.
    let type: String?
    /// The keys to everything else in it.
    let unread: [[String]]
  }

  /// How objects refer to rows with an identity in an object; `nil` if they have more than that.
  func link(to identity: IdentityPath?) -> Link? {
    guard let identity, !identity.isPlain, let only = members.first, members.count == 1,
      only.count == count, group == nil
    else { return nil }
    if only.key == identity.keys[1] {
      return only.place.canIdentify
        ? Link(identity: identity, path: [only.key], place: only.place, type: nil, unread: []) : nil
    }
    guard only.key == identity.first, only.place.isOnlyObjects, only.place.nulls == 0,
      let inner = only.place.object, let own = inner.member(identity.keys[1]),
      own.count == inner.count, own.place.canIdentify,
      inner.members.allSatisfy({ $0.place.isScalar })
    else { return nil }
    let beside = inner.members.filter { $0.key != own.key }
    return Link(
      identity: identity, path: identity.keys, place: own.place,
      type: (inner.member("linkType") ?? inner.member("kind"))?.onlyName,
      unread: beside.map { [only.key, $0.key] })
  }
}

extension ObjectShape.Member {
  /// The one string that all objects have, in snake_case.
  fileprivate var onlyName: String? {
    let listed = place.texts.distinct.listed
    guard listed.count == 1, place.texts.count == place.count else { return nil }
    return ImportNames.snake(String(decoding: listed[0].value, as: UTF8.self), NameStyle())
  }
}

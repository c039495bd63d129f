/// Objects that only describe what is in them.
extension ObjectShape {
  private static let aboutNodes: Set<String> = ["cursor", "__typename"]

  /// Whether a key next to a row does not describe the row.
  static func isAboutNodes(_ key: String) -> Bool { aboutNodes.contains(key) }

  /// The rows in the edges of a connection, as GraphQL has them.
  var node: Shape? {
    guard let node = member("node")?.place, node.objects > 0,
      keySet.isSubset(of: Self.aboutNodes.union(["node"]))
    else { return nil }
    return node
  }

  /// The key of rows, with all keys that may be next to it: of GraphQL, CouchDB, Reddit and FHIR.
  private static let wrappings: [(key: String, beside: Set<String>)] = [
    ("node", aboutNodes), ("doc", ["id", "key", "value"]), ("data", ["kind"]),
    ("resource", ["fullUrl", "search", "link"]),
  ]

  /// The member that is the row, if the elements of a list wrap rows.
  var wrappedRow: Member? {
    for (key, beside) in Self.wrappings {
      guard let row = member(key), row.count == count, row.place.isOnlyObjects,
        row.place.nulls == 0 || key == "node", row.place.object?.values == nil,
        keySet.isSubset(of: beside.union([key])), members.count > 1 || key == "node"
      else { continue }
      return row
    }
    return nil
  }

  /// The keys of objects in which APIs put the content of a row, next to its identity.
  static let contents = ["attributes", "fields", "properties"]

  private var content: (key: String, object: ObjectShape)? {
    for key in Self.contents {
      guard let place = member(key)?.place, place.isOnlyObjects, let object = place.object,
        object.values == nil
      else { continue }
      return (key, object)
    }
    return nil
  }

  /// The keys, with those of the content instead of its own: rows of all kinds have that.
  var contentKeys: Set<String> {
    guard let content else { return keySet }
    let inner = content.object.members.map { content.key + "." + $0.key }
    return keySet.subtracting([content.key]).union(inner)
  }

  /// Whether other objects have a part of this content, and enough of the same keys next to it:
  /// an issue that is linked in another one shows only some of its fields.
  func hasContent(of other: ObjectShape) -> Bool {
    guard let content, let part = other.content, content.key == part.key,
      part.object.members.count > 1, member("type") == nil
    else { return false }
    let beside = other.keySet.subtracting([part.key])
    return beside.count > 2 && beside.isSubset(of: keySet)
      && part.object.keySet.isSubset(of: content.object.keySet)
  }

  /// The numbers of keys that two objects share, of the first one and of the second one.
  typealias KeyCounts = (shared: Int, own: Int, other: Int)

  func keyCounts(with other: ObjectShape) -> KeyCounts {
    guard content == nil || other.content == nil else {
      let (keys, others) = (contentKeys, other.contentKeys)
      return (keys.intersection(others).count, keys.count, others.count)
    }
    let shared = other.members.count { member($0.key) != nil }
    return (shared, members.count, other.members.count)
  }

  /// The only object with an identity in the elements of a list, if they have nothing else that is
  /// a row: the track of `{"added_at": …, "track": {"id": …}}`.
  var onlyRow: Member? {
    let objects = members.filter { $0.place.objects > 0 || $0.place.arrays > 0 }
    guard let row = objects.first, objects.count == 1, row.count == count, row.place.isOnlyObjects,
      row.place.nulls == 0, let object = row.place.object, object.values == nil,
      let identity = IdentityFinder.identity(of: object, named: row.key, isList: false),
      identity.place(in: object)?.distinct.areUnique == true
    else { return nil }
    return row
  }
}

extension Shape {
  /// The value in objects whose only key states its type, as in extended JSON of MongoDB:
  /// `{"$oid": "…"}`.
  var wrappedScalar: (key: String, place: Shape)? {
    guard isOnlyObjects, let object, object.group == nil, object.values == nil,
      let only = object.members.first, object.members.count == 1, only.count == object.count,
      only.key.hasPrefix("$"), only.place.isScalar, only.place.nulls == 0
    else { return nil }
    return (only.key, only.place)
  }
}

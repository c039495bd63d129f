import SwiftSyncValues
import SyncGenSchema

/// A key of rows, or of objects in them that lead to other rows.
struct RowMember {
  let key: String
  /// Unique among the members of an entity; of a nested object, with the object's keys.
  let name: String
  let path: [PathStep]
  let place: Shape
  /// How many rows lack it.
  let missing: Int
  let rows: Int
  /// Whether rows may lack an object on the way.
  let isInOptional: Bool
  /// The path that says whether a list is a part.
  let partial: String?

  var isOptional: Bool { missing > 0 || place.nulls > 0 || isInOptional }
  var remote: String { ValuePath.text(path) }
  /// Whether the schema language can name it.
  var hasPath: Bool { ValuePath.steps(remote) == path }

  /// The members of an entity's rows.
  static func all(of group: EntityGroup) -> [RowMember] {
    var walk = RowWalk(identity: group.identity)
    walk.add(group.object, path: [], names: [], isOptional: false)
    return walk.members
  }
}

private struct RowWalk {
  private static let partialKeys: Set<String> = ["has_more", "more", "has_next_page", "has_next"]

  let identity: String?
  private var taken: Set<String> = []
  private(set) var members: [RowMember] = []

  init(identity: String?) {
    self.identity = identity
  }

  mutating func add(_ object: ObjectShape, path: [PathStep], names: [String], isOptional: Bool) {
    let partial = path.isEmpty ? nil : Self.partial(in: object)
    for member in object.members where member.key != partial {
      let steps = path + [.key(member.key)]
      let missing = object.missing(member, identity: path.isEmpty ? identity : nil)
      let isName = !RowFinder.isWrapper(member.key) || path.isEmpty
      let inner = names + (isName ? [member.key] : [])
      if let nested = member.place.object, nested.leadsToRows {
        add(
          nested, path: steps, names: inner,
          isOptional: isOptional || missing > 0 || member.place.nulls > 0)
        continue
      }
      members.append(
        RowMember(
          key: member.key, name: unique(inner.joined(separator: "_")), path: steps,
          place: member.place, missing: missing, rows: object.count, isInOptional: isOptional,
          partial: partial.map { ValuePath.text(path + [.key($0)]) }))
    }
  }

  private mutating func unique(_ name: String) -> String {
    var result = name
    var count = 2
    while !taken.insert(result).inserted {
      result = "\(name)_\(count)"
      count += 1
    }
    return result
  }

  /// The key that says whether a list beside it goes on.
  private static func partial(in object: ObjectShape) -> String? {
    guard object.members.contains(where: { $0.place.element != nil }) else { return nil }
    return object.members.first { member in
      partialKeys.contains(ImportNames.snake(member.key, NameStyle())) && member.place.bools > 0
        && member.place.bools + member.place.nulls == member.place.count
    }?.key
  }
}

extension ObjectShape {
  /// Marks the objects that lead to rows of entities.
  func markRows() {
    var visited: Set<ObjectIdentifier> = []
    _ = mark(&visited)
  }

  private func mark(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    guard visited.insert(ObjectIdentifier(self)).inserted else { return false }
    var found = false
    for member in members {
      if member.place.rowList != nil { found = true }
      guard let object = member.place.object, member.place.scalars == 0, member.place.arrays == 0
      else {
        continue
      }
      if object.group != nil || object.values?.object?.group != nil {
        found = true
      } else if object.values == nil, object.mark(&visited) {
        object.leadsToRows = true
        found = true
      }
    }
    return found
  }
}

extension ObjectShape {
  /// The rows in the edges of a connection, as GraphQL has them.
  var node: Shape? {
    guard let node = member("node")?.place, node.objects > 0,
      keySet.isSubset(of: ["node", "cursor", "__typename"])
    else { return nil }
    return node
  }
}

extension Shape {
  /// The rows of the lists at this place, with the path from an element to its row.
  var rowList: (rows: Shape, path: [PathStep], group: EntityGroup)? {
    guard let element, element.arrays == 0, scalars == 0, objects == 0, let object = element.object
    else { return nil }
    if let group = object.group { return (element, [], group) }
    guard element.isOnlyObjects, let node = object.node, node.isOnlyObjects,
      let group = node.object?.group
    else { return nil }
    return (node, [.each, .key("node")], group)
  }
}

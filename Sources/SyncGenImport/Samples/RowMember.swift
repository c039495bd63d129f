import SwiftSyncValues
import SyncGenSchema

/// A key of rows, or of objects in them that contain other rows.
struct RowMember {
  let key: String
  /// Unique among the members of an entity; for a nested object, including the object's keys.
  let name: String
  let path: [PathStep]
  let place: Shape
  /// The number of rows that lack it.
  let missing: Int
  let rows: Int
  /// Whether rows may lack an object on the path.
  let isInOptional: Bool
  /// The path of the value that shows whether a list is partial; `true` if only counts next to it
  /// tell that it has pages.
  let partial: YAMLValue?
  /// Whether the value lies in a separate object that states its type, as in `{"$oid": "…"}`.
  let isWrapped: Bool

  /// The number of keys to it, without those that only state its type.
  var depth: Int { path.count - (isWrapped ? 1 : 0) }
  var isOptional: Bool { missing > 0 || place.nulls > 0 || isInOptional }
  var remote: String { ValuePath.text(path) }
  /// Whether its value is an object or a list that contains objects.
  var hasObjects: Bool { place.objects > 0 || (place.element?.objects ?? 0) > 0 }
  /// Whether the schema language can express its path.
  var hasPath: Bool { ValuePath.steps(remote) == path }

  /// The members of an entity's rows.
  static func all(of group: EntityGroup) -> [RowMember] {
    let top = group.object.members.filter { $0.place.object?.leadsToRows != true }
      .map { ImportNames.snake($0.key, NameStyle()) }
    var walk = RowWalk(group, reserved: Set(top))
    walk.add(group.object, path: [], names: [], isOptional: false)
    return walk.members
  }
}

private struct RowWalk {
  private static let partialKeys: Set<String> = ["has_more", "more", "has_next_page", "has_next"]

  private let identity: IdentityPath?
  private let identityName: String
  /// The names of members that no object is around.
  private let reserved: Set<String>
  private var taken: Set<String> = []
  private(set) var members: [RowMember] = []

  init(_ group: EntityGroup, reserved: Set<String>) {
    identity = group.identity
    identityName = group.identityNames[0]
    let isHeld = group.identity?.isPlain == false
    self.reserved =
      isHeld ? reserved.union([ImportNames.snake(identityName, NameStyle())]) : reserved
  }

  mutating func add(_ object: ObjectShape, path: [PathStep], names: [String], isOptional: Bool) {
    let pages = path.isEmpty ? [] : Self.pageKeys(of: object)
    let partial = Self.partial(in: object, pages, path)
    for member in object.members where !pages.contains(member.key) {
      let steps = path + [.key(member.key)]
      let missing = object.missing(member, identity: path.isEmpty ? identity?.first : nil)
      if let nested = member.place.object, nested.leadsToRows {
        add(
          nested, path: steps, names: names + (isName(member.key, path) ? [member.key] : []),
          isOptional: isOptional || missing > 0 || member.place.nulls > 0)
        continue
      }
      let wrapped = member.place.wrappedScalar
      members.append(
        RowMember(
          key: member.key, name: name(member.key, names, path: steps),
          path: steps + (wrapped.map { [.key($0.key)] } ?? []),
          place: wrapped?.place ?? member.place,
          missing: missing, rows: object.count,
          isInOptional: isOptional || wrapped != nil && member.place.nulls > 0,
          partial: partial, isWrapped: wrapped != nil))
    }
  }

  /// Whether the key of an object is a part of the names of its members.
  private func isName(_ key: String, _ path: [PathStep]) -> Bool {
    if path.isEmpty, key == identity?.first, !IdentityFinder.usual.contains(key) { return false }
    return !RowFinder.isWrapper(key) && !ObjectShape.isContainer(key)
  }

  private mutating func name(_ key: String, _ names: [String], path: [PathStep]) -> String {
    if let identity, !identity.isPlain, path == identity.steps { return identityName }
    let isName = !RowFinder.isWrapper(key) || names.isEmpty
    return unique(names + (isName ? [key] : []), path: path)
  }

  /// The short name, or else the one with all keys.
  private mutating func unique(_ names: [String], path: [PathStep]) -> String {
    let short = names.joined(separator: "_")
    if path.count == 1 || !reserved.contains(ImportNames.snake(short, NameStyle())),
      taken.insert(short).inserted
    {
      return short
    }
    let keys = path.compactMap { step in if case .key(let key) = step { key } else { nil } }
    let name = keys.joined(separator: "_")
    var result = name
    var count = 2
    while reserved.contains(ImportNames.snake(result, NameStyle()))
      || !taken.insert(result).inserted
    {
      result = "\(name)_\(count)"
      count += 1
    }
    return result
  }

  /// The keys that only describe the pages of a list next to them. A `total` alone may be a price.
  private static func pageKeys(of object: ObjectShape) -> Set<String> {
    let others = object.members.filter { $0.place.element == nil }
    guard others.count < object.members.count else { return [] }
    let isPage =
      object.members.count == others.count + 1 && others.allSatisfy(AnswerPages.concernsList)
      && others.contains(where: AnswerPages.concernsOnlyPages)
    return Set(
      others.filter { isPage || partialKeys.contains(snake($0.key)) && isFlag($0) }.map(\.key))
  }

  /// What shows whether the list continues elsewhere.
  private static func partial(
    in object: ObjectShape, _ pages: Set<String>, _ path: [PathStep]
  ) -> YAMLValue? {
    let members = object.members.filter { pages.contains($0.key) }
    let known =
      members.first { partialKeys.contains(snake($0.key)) && isFlag($0) }
      ?? members.first(where: AnswerPages.isURL)
    if let known { return .text(ValuePath.text(path + [.key(known.key)])) }
    let lists = object.members.count { $0.place.element != nil }
    let hasTotal = object.members.count == lists + 1 && object.members.contains(where: isTotal)
    return !pages.isEmpty || !path.isEmpty && lists == 1 && hasTotal ? .flag(true) : nil
  }

  private static func isTotal(_ member: ObjectShape.Member) -> Bool {
    ["total", "count"].contains(snake(member.key)) && member.place.numbers.count > 0
      && member.place.numbers.integers == member.place.count
  }

  private static func isFlag(_ member: ObjectShape.Member) -> Bool {
    member.place.bools > 0 && member.place.bools + member.place.nulls == member.place.count
  }

  private static func snake(_ key: String) -> String { ImportNames.snake(key, NameStyle()) }
}

extension ObjectShape {
  /// The names of objects in which APIs put the members of rows.
  private static let containers: Set<String> = [
    "fields", "properties", "attributes", "associations", "relationships", "relations",
  ]

  static func isContainer(_ key: String) -> Bool {
    key == "_source" || containers.contains(ImportNames.snake(key, NameStyle()))
  }

  /// Marks the objects whose members are members of the rows: those that contain rows of entities,
  /// and containers.
  ///
  func markRows(identity: IdentityPath?) {
    var visited: Set<ObjectIdentifier> = []
    _ = mark(&visited)
    if let identity, !identity.isPlain {
      member(identity.first)?.place.object?.leadsToRows = true
    }
    for member in members where Self.isContainer(member.key) {
      guard let object = member.place.object, member.place.count == member.place.objects,
        missing(member, identity: identity?.first) == 0, object.values == nil, object.group == nil,
        !object.members.isEmpty, object.canBeNamed(below: member.key)
      else { continue }
      object.leadsToRows = true
    }
  }

  private func canBeNamed(below key: String) -> Bool {
    members.allSatisfy { member in
      let path: [PathStep] = [.key(key), .key(member.key)]
      return ValuePath.steps(ValuePath.text(path)) == path
    }
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

extension Shape {
  /// The rows of the lists at this place, with the path from an element to its row.
  var rowList: (rows: Shape, path: [PathStep], group: EntityGroup)? {
    guard let element, element.arrays == 0, scalars == 0, objects == 0, let object = element.object
    else { return nil }
    if let group = object.group {
      return element.mayHold(identity: group.identityPlace) || group.identity == nil
        ? (element, [], group) : nil
    }
    guard element.isOnlyObjects, let node = object.node, node.isOnlyObjects,
      let group = node.object?.group
    else { return nil }
    return (node, [.each, .key("node")], group)
  }
}

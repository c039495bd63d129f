import SwiftSyncValues
import SyncGenSchema

/// Finds the objects without an identity that are values of one type: those with the same keys, and
/// those with the same name and mostly the same keys.
struct ValueTypes {
  private struct Found {
    let object: ObjectShape
    let owner: String
    /// The keys that values of the type lie under, in snake_case.
    var names: [String]
    /// The value type that the first of them is in.
    let parent: ObjectShape?
    /// Whether all of them are in it.
    var isOfOneParent = true

    var name: String { names[0] }

    mutating func add(_ name: String, in parent: ObjectShape?) {
      if !names.contains(name) { names.append(name) }
      if parent !== self.parent { isOfOneParent = false }
    }

    /// `variant_price` of `min_variant_price` and `max_variant_price`, `thumbnail` of the sizes in
    /// `thumbnails`.
    var sharedName: String {
      guard names.count > 1 else { return name }
      let words = names.map { $0.split(separator: "_") }
      let count = words[0].indices.prefix { index in
        words.allSatisfy {
          $0.count > index && $0[$0.count - 1 - index] == words[0].reversed()[index]
        }
      }.count
      let shared = words[0].suffix(count)
      if let last = shared.last, !ValueTypes.vague.contains(String(last)) {
        return shared.joined(separator: "_")
      }
      let single = Inflection.singular(owner)
      return parent != nil && isOfOneParent && single != owner ? single : name
    }
  }

  /// Words that name nothing by themselves.
  private static let vague: Set<String> = [
    "by", "at", "on", "in", "of", "to", "from", "id", "info", "data", "type", "value", "url",
  ]

  private var found: [Found] = []
  private var index = ValueTypeIndex()
  private var visited: Set<ObjectIdentifier> = []

  /// Assigns types to the objects at some places.
  mutating func find(
    in places: [(place: Shape, key: String, owner: String)], besides taken: Set<String>
  ) {
    var count = -1
    while count != found.count {
      count = found.count
      visited = []
      for (place, key, owner) in places { visit(place, key: key, owner: owner) }
    }
    nameTypes(besides: taken)
  }

  /// - Parameter isField: Whether the values are fields that no object lacks, and may be money.
  private mutating func visit(
    _ place: Shape, key: String, owner: String, in parent: ObjectShape? = nil, isField: Bool = false
  ) {
    let name = ImportNames.snake(key, NameStyle())
    if let element = place.element {
      visit(element, key: Inflection.singular(name), owner: owner, in: parent)
    }
    guard let object = place.object else { return }
    guard visited.insert(ObjectIdentifier(object)).inserted else {
      return note(name, of: object, in: parent)
    }
    if isField, MoneyFinder.isAmount(place) { return }
    if let values = object.values {
      return visit(values, key: Inflection.singular(name), owner: owner, in: parent)
    }
    let type = register(object, name: name, owner: owner, in: parent)
    guard type === object || visited.insert(ObjectIdentifier(type)).inserted else { return }
    for member in type.members {
      visit(
        member.place, key: member.key, owner: name, in: type, isField: member.count == type.count)
    }
  }

  /// Takes note of another place of a type that is known.
  private mutating func note(_ name: String, of object: ObjectShape, in parent: ObjectShape?) {
    if let position = object.typePosition { found[position].add(name, in: parent) }
  }

  private mutating func register(
    _ object: ObjectShape, name: String, owner: String, in parent: ObjectShape?
  ) -> ObjectShape {
    if object.typePosition != nil {
      note(name, of: object, in: parent)
      return object
    }
    let twin = index.positions(named: name, keys: object.keyHash).first { position in
      let (known, own) = (found[position], found[position].object.resolved)
      return own.values == nil && Self.areAlike(own, object, known.name, name)
        && !Self.reaches(own, object) && !Self.reaches(object, own)
    }
    guard let twin else {
      object.typePosition = found.count
      index.add(found.count, name: name, keys: object.keyHash)
      found.append(Found(object: object, owner: owner, names: [name], parent: parent))
      return object
    }
    found[twin].add(name, in: parent)
    let own = found[twin].object.resolved
    let changed = own.merging(object)
    for type in changed {
      if let position = type.typePosition { index.add(position, keys: type.keyHash) }
    }
    return own
  }

  private static func areAlike(
    _ one: ObjectShape, _ other: ObjectShape, _ name: String, _ otherName: String
  ) -> Bool {
    let (own, keys) = (one.keySet, other.keySet)
    if own == keys { return keys.count > 1 || name == otherName }
    let shared = own.intersection(keys).count
    let all = own.union(keys).count
    if name == otherName { return shared * 2 >= all }
    // A `shipping_address` is an `address`.
    return (name.hasSuffix("_" + otherName) || otherName.hasSuffix("_" + name))
      && shared * 4 >= all * 3
  }

  /// Whether a value would contain itself outside a list or a dictionary.
  private static func reaches(_ from: ObjectShape, _ target: ObjectShape) -> Bool {
    var visited: Set<ObjectIdentifier> = []
    func search(_ object: ObjectShape) -> Bool {
      guard visited.insert(ObjectIdentifier(object)).inserted else { return false }
      return object.members.contains { member in
        guard let inner = member.place.object, inner.values == nil else { return false }
        return inner === target || search(inner)
      }
    }
    return search(from)
  }

  private func nameTypes(besides names: Set<String>) {
    var taken = TakenNames()
    names.forEach { taken.take($0) }
    // Cases of tagged values have structs with their names.
    let kinds = Set(
      found.flatMap { one in
        let object = one.object.resolved
        let tables = object.tagKeys.compactMap(object.kinds).filter { $0.count > 1 }
        return tables.joined().map {
          ImportNames.snake(String(decoding: $0.text, as: UTF8.self), NameStyle())
        }
      })
    for type in found where type.object.resolved.typeName == nil {
      let own = type.sharedName.isEmpty ? "value" : type.sharedName
      let name = taken.has(own) || kinds.contains(own) ? type.owner + "_" + own : own
      type.object.resolved.typeName = taken.unique(name)
    }
  }
}

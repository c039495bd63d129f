import SwiftSyncValues
import SyncGenSchema

/// Finds the objects whose keys are data: dictionaries.
enum Dictionaries {
  /// Keys of objects with arbitrary content.
  private static let free: Set<String> = [
    "metadata", "meta_data", "annotations", "custom_fields", "extras", "labels", "match_labels",
    "node_selector",
  ]

  /// Converts all objects in and at a place that look like dictionaries.
  static func find(in place: Shape, key: String) {
    // The name of a list does not describe the keys of its objects.
    if let element = place.element { find(in: element, key: "") }
    guard let object = place.object else { return }
    if object.values == nil, isDictionary(object, key: key) { object.becomeDictionary() }
    if let values = object.values { return find(in: values, key: "") }
    // An object with the identity of its row may look like a dictionary.
    let held = HeldIdentity.path(in: object, isList: true)
    let holder = object.hasOwnIdentity ? nil : held?.first
    for member in object.members {
      find(in: member.place, key: member.key == holder ? "" : member.key)
    }
  }

  private static func isDictionary(_ object: ObjectShape, key: String) -> Bool {
    let members = object.members
    guard let first = members.first else { return false }
    guard members.count > 1 || object.count > 1 || isGenerated(first.key, digits: 3)
    else { return false }
    let isFree = free.contains(ImportNames.snake(key, NameStyle()))
    if isFree {
      return members.allSatisfy { $0.place.scalars == $0.place.texts.count && $0.place.isScalar }
    }
    if members.count > ObjectShape.keyLimit { return isLarge(object) }
    guard members.allSatisfy({ $0.place.nulls == 0 }) else { return false }
    if members.allSatisfy(isRowUnderIdentity) { return areAlike(members.map(\.place)) }
    if isSet(object) { return true }
    if members.allSatisfy({ isForeign($0.key) }) {
      return areAlike(members.map(\.place)) || areFormsOfOneRow(members.map(\.place))
    }
    guard members.count >= 8, areAlike(members.map(\.place)) else { return false }
    // Rows under their identities, or members of which each object has few.
    if members[0].place.objects > 0 { return true }
    return !object.hasOwnIdentity && isSparse(object)
  }

  /// Whether an object with very many keys is a dictionary: its values are of one kind, or each
  /// object has few of the keys. Rows have an identity, or values of several kinds under the same
  /// keys.
  private static func isLarge(_ object: ObjectShape) -> Bool {
    let kinds: [(Shape) -> Int] = [
      { $0.bools }, { $0.numbers.count }, { $0.texts.count }, { $0.objects }, { $0.arrays },
    ]
    let isOfOneKind =
      kinds.count { kind in object.members.contains { kind($0.place) > 0 } } == 1
    if object.hasOwnIdentity { return false }
    return isSparse(object) || isOfOneKind && (object.count == 1 || !isFilled(object))
  }

  /// Whether nearly all objects have nearly all keys.
  private static func isFilled(_ object: ObjectShape) -> Bool {
    object.members.reduce(0) { $0 + $1.count } * 10 >= object.count * object.members.count * 9
  }

  /// Whether objects have few of the keys.
  private static func isSparse(_ object: ObjectShape) -> Bool {
    object.members.reduce(0) { $0 + $1.count } * 3 < object.count * object.members.count
  }

  /// Whether the keys are the members of a set, as databases of Firebase have them:
  /// `{"u1": true, "u2": true}`. They differ from object to object.
  private static func isSet(_ object: ObjectShape) -> Bool {
    object.count > 1 && object.members.count > 1
      && object.members.allSatisfy { $0.place.trues == $0.place.count && $0.count < object.count }
  }

  /// Whether a value is an object that states its key as its identity.
  private static func isRowUnderIdentity(_ member: ObjectShape.Member) -> Bool {
    guard let object = member.place.object,
      let identity = IdentityFinder.identity(of: object, named: "", isList: false),
      let listed = identity.place(in: object)?.texts.distinct.listed
    else { return false }
    return listed.count == 1 && listed[0].value == member.bytes
  }

  /// Whether a key is not a name: a number, a day, a UUID, or a string with a blank.
  private static func isForeign(_ key: String) -> Bool {
    guard let first = key.utf8.first else { return true }
    return first.isDigit || isGenerated(key) || key.utf8.contains(UInt8(ascii: " "))
  }

  /// Whether a key looks like a generated identity, such as a UUID.
  private static func isGenerated(_ key: String, digits: Int = 1) -> Bool {
    key.utf8.count >= 16 && key.utf8.count { $0.isDigit } >= digits
  }

  /// Whether all values are objects whose keys are also keys of the largest one.
  private static func areFormsOfOneRow(_ places: [Shape]) -> Bool {
    guard places.allSatisfy({ $0.objects == $0.count }) else { return false }
    let sets = places.compactMap(\.object?.keySet)
    let largest = sets.max { $0.count < $1.count } ?? []
    return sets.count == places.count && sets.allSatisfy { !$0.isEmpty && $0.isSubset(of: largest) }
  }

  /// Whether values are of one kind, and objects mostly have the same keys.
  private static func areAlike(_ places: [Shape]) -> Bool {
    func all(_ count: (Shape) -> Int) -> Bool { places.allSatisfy { count($0) == $0.count } }
    if all(\.bools) || all(\.numbers.count) || all(\.texts.count) { return true }
    if all(\.arrays) { return areAlike(places.compactMap(\.element)) }
    guard all(\.objects), let first = places.first?.object?.keySet else { return false }
    return places.allSatisfy { place in
      let keys = place.object?.keySet ?? []
      return first.intersection(keys).count * 4 >= first.union(keys).count * 3 && !keys.isEmpty
    }
  }
}

extension ObjectShape {
  /// Whether all objects have a key such as `id` of their own.
  fileprivate var hasOwnIdentity: Bool {
    IdentityFinder.usual.contains { key in
      guard let member = member(key) else { return false }
      return member.count >= count && member.place.canIdentify
    }
  }
}

import SwiftSyncValues
import SyncGenSchema

/// The keys that lead from a row to its identity: one, or two if it lies in an object of the row, as `sys.id`.
struct IdentityPath: Hashable {
  let keys: [String]

  init(_ keys: [String]) {
    self.keys = keys
  }

  var steps: [PathStep] { keys.map { .key($0) } }

  /// The key of the row.
  var first: String { keys[0] }

  /// Whether the identity is a value of the row itself.
  var isPlain: Bool { keys.count == 1 }

  /// The values in objects that have it.
  func place(in object: ObjectShape) -> Shape? {
    guard let member = object.member(keys[0]) else { return nil }
    return isPlain ? member.place : member.place.object?.member(keys[1])?.place
  }
}

/// Tells which key identifies objects.
enum IdentityFinder {
  static let usual = ["id", "uuid", "_id", "guid", "ID", "Id", "@id"]
  /// Of people and accounts.
  private static let accounts = ["accountId", "account_id", "userId", "user_id"]
  private static let others = [
    "key", "slug", "code", "uid", "guid", "ts", "handle", "login", "username", "number", "url",
    "name",
  ]
  /// What changes with the row, or what people write.
  private static let changing: Set<String> = [
    "etag", "e_tag", "odata_etag", "text", "body", "content", "message", "description", "summary",
    "comment", "html", "title",
  ]

  /// Whether a key is usually an identity, whatever the objects are called.
  static func isUsual(_ key: String) -> Bool {
    usual.contains(key) || accounts.contains(key) || key == "slug" || key == "key"
  }

  /// Where objects have their identity.
  ///
  /// - Parameter isList: Whether the objects are rows of a list, so that what differs in all of them identifies them.
  static func identity(of object: ObjectShape, named name: String, isList: Bool) -> IdentityPath? {
    if let key = usualKey(of: object, named: name, isList: isList) { return IdentityPath([key]) }
    if let path = HeldIdentity.path(in: object, isList: isList) { return path }
    guard isList, object.count > 1 else { return nil }
    let keys = object.members.map(\.key)
    let isChanging = { (key: String) in changing.contains(ImportNames.snake(key, NameStyle())) }
    let ordered = others + keys.filter { !isChanging($0) } + keys.filter(isChanging)
    return ordered.first { isUnique($0, in: object) }.map { IdentityPath([$0]) }
  }

  private static func isUnique(_ key: String, in object: ObjectShape) -> Bool {
    guard let member = object.member(key), member.count >= object.count, member.place.canIdentify
    else { return false }
    let place = member.place
    return place.distinct.areUnique && place.texts.dates == 0 && place.texts.days == 0
  }

  private static func usualKey(
    of object: ObjectShape, named name: String, isList: Bool
  ) -> String? {
    func isGood(_ key: String) -> Bool {
      guard let member = object.member(key), member.count >= object.count else { return false }
      return member.place.canIdentify
    }
    let snake = ImportNames.snake(name, NameStyle())
    let camel = NameStyle().camelCase(snake)
    let own = [snake + "_id", camel + "Id", camel + "ID", snake + "_uuid", snake + "_key"]
    if let key = (usual + own).first(where: isGood) { return key }
    if object.isPerson, let key = accounts.first(where: isGood),
      !isList || object.member(key)?.place.distinct.areUnique == true
    {
      return key
    }
    // Not pairs of a key and a value.
    if object.members.count > 2, object.member("value") == nil,
      let key = ["slug", "key"].first(where: isGood)
    {
      return key
    }
    return nil
  }
}

/// Finds identities that lie in an object of the row: `sys.id`, `metadata.uid`, `_id.$oid`.
enum HeldIdentity {
  /// What APIs put the identity of a row into, and what is about the row itself.
  private static let holders: Set<String> = [
    "sys", "metadata", "meta", "attributes", "properties", "fields", "header", "identifier",
    "identifiers", "$", "@attributes", "_attributes", "_meta",
  ]

  /// Whether the object under a key is a part of its row, and no row although it may have an `id`.
  static func isHolder(_ key: String) -> Bool { holders.contains(key) }
  private static let inner = IdentityFinder.usual + ["uid"]

  /// - Parameter isList: Whether the objects are rows of a list, so that their identities differ.
  static func path(in object: ObjectShape, isList: Bool) -> IdentityPath? {
    for member in object.members {
      guard let held = member.place.object, held.values == nil, member.place.isOnlyObjects,
        member.place.nulls == 0, member.count >= object.count
      else { continue }
      let key = keys(under: member.key, held).first { key in
        guard let identity = held.member(key), identity.count >= held.count,
          identity.place.canIdentify
        else { return false }
        return isList
          ? identity.place.distinct.areUnique
          : object.members.count > 1 && member.alone == 0 && isTelling(member.key, key)
      }
      if let key { return IdentityPath([member.key, key]) }
    }
    return nil
  }

  private static func keys(under holder: String, _ held: ObjectShape) -> [String] {
    if holders.contains(holder) { return inner }
    guard IdentityFinder.usual.contains(holder) else { return [] }
    // `_id.$oid`, `id.videoId`
    return held.members.map(\.key).filter { key in
      key == "$oid" || IdentityFinder.usual.contains(key)
        || ImportNames.snake(key, NameStyle()).hasSuffix("_id")
    }
  }

  /// Whether objects with such an identity are rows wherever they are.
  private static func isTelling(_ holder: String, _ key: String) -> Bool {
    switch (holder, key) {
    case ("sys", "id"), ("metadata", "uid"), ("_id", "$oid"): true
    default: false
    }
  }
}

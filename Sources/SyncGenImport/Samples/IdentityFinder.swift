import SwiftSyncValues
import SyncGenSchema

/// The keys from a row to its identity: one, or two if it lies in an object of the row,
/// as `sys.id`.
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

/// Determines which key identifies objects.
enum IdentityFinder {
  static let usual = ["id", "uuid", "_id", "guid", "ID", "Id", "@id", "gid", "sid"]
  /// The keys of people and accounts, in snake_case.
  private static let accounts = ["account_id", "user_id"]
  /// The last words of keys that identify something.
  private static let endings: Set<String> = [
    "id", "uuid", "guid", "uid", "gid", "oid", "sid", "nid", "pid", "tid", "cid", "kid", "ulid",
    "cuid", "ksuid",
  ]
  /// Other keys that usually identify something.
  private static let telling = [
    "key", "slug", "code", "ts", "dt", "timestamp", "handle", "login", "username", "user_name",
    "sku", "isbn", "ean", "url", "uri", "href", "self",
  ]
  private static let others = ["number", "name"]
  /// Keys of values that change with the row, or that people write.
  private static let changing: Set<String> = [
    "etag", "e_tag", "odata_etag", "text", "body", "content", "message", "description", "summary",
    "comment", "html", "title",
  ]
  /// The number of rows from which any unique key identifies them.
  static let leastRows = 10

  /// Whether a key is usually an identity, whatever the objects are called.
  static func isUsual(_ key: String) -> Bool {
    usual.contains(key) || accounts.contains(snake(key)) || key == "slug" || key == "key"
  }

  private static func snake(_ key: String) -> String { ImportNames.snake(key, NameStyle()) }

  /// Where objects have their identity.
  ///
  /// - Parameters:
  ///   - isList: Whether the objects are rows of a list, so that a key with a different value in
  ///     each of them identifies them.
  ///   - isNested: Whether the objects are in rows, so that only ids identify them: two objects
  ///     with the same key, such as the tags of two servers, may be different.
  ///   - leastRows: The number of rows from which this applies to any key.
  static func identity(
    of object: ObjectShape, named name: String, isList: Bool, isNested: Bool = false,
    leastRows: Int = leastRows
  ) -> IdentityPath? {
    let usual = usualKey(of: object, named: name, isList: isList)
    let other = isNested ? nil : tellingKey(of: object, isList: isList)
    if let key = usual ?? other { return IdentityPath([key]) }
    if let path = HeldIdentity.path(in: object, isList: isList) { return path }
    guard isList, object.count > 1 else { return nil }
    return uniqueKey(of: object, leastRows).map { IdentityPath([$0]) }
  }

  /// Whether an identity is only assumed because it is unique.
  static func isGuess(_ path: IdentityPath, of object: ObjectShape, named name: String) -> Bool {
    path.isPlain && usualKey(of: object, named: name, isList: true) != path.first
  }

  // MARK: What is unique

  private static func uniqueKey(of object: ObjectShape, _ leastRows: Int) -> String? {
    let unique = uniqueKeys(of: object)
    if let key = identifier(among: unique, of: object) { return key }
    for word in telling {
      if let key = unique.first(where: { snake($0) == word }) { return key }
    }
    guard object.count >= leastRows else { return nil }
    let known = others.filter(unique.contains)
    return known.first ?? unique.first { !changing.contains(snake($0)) } ?? unique.first
  }

  /// The keys that have a different value in each object.
  static func uniqueKeys(of object: ObjectShape) -> [String] {
    object.members.map(\.key).filter { isUnique($0, in: object) }
  }

  /// The key that ends with a word such as `id`. Of several, the one that shares its first words
  /// with most other keys, such as `trackId` next to `trackName` and `trackPrice`.
  private static func identifier(among unique: [String], of object: ObjectShape) -> String? {
    let keys = unique.filter { key in
      snake(key).split(separator: "_").last.map { endings.contains(String($0)) } ?? false
    }
    guard keys.count > 1 else { return keys.first }
    let names = object.members.map { snake($0.key) }
    let counts = keys.map { key -> Int in
      guard let end = snake(key).lastIndex(of: "_") else { return .max }
      let start = snake(key)[...end]
      return names.count { $0.hasPrefix(start) }
    }
    let most = counts.max()
    return counts.firstIndex { $0 == most }.map { keys[$0] }
  }

  private static func isUnique(_ key: String, in object: ObjectShape) -> Bool {
    guard let member = object.member(key), member.count >= object.count, member.place.canIdentify
    else { return false }
    let place = member.place
    return place.distinct.areUnique && place.texts.dates == 0 && place.texts.days == 0
  }

  // MARK: What indicates that it is an identity

  private static func usualKey(
    of object: ObjectShape, named name: String, isList: Bool
  ) -> String? {
    func isGood(_ key: String) -> Bool {
      guard let member = object.member(key), member.count >= object.count else { return false }
      return member.place.canIdentify
    }
    if let key = usual.first(where: isGood) { return key }
    let name = snake(name)
    let own = ["_id", "_uuid", "_guid", "_key"].map { name + $0 }
    if let key = key(of: object, named: own), isGood(key) { return key }
    if object.isPerson, let key = key(of: object, named: accounts), isGood(key),
      !isList || object.member(key)?.place.distinct.areUnique == true
    {
      return key
    }
    return nil
  }

  /// A key that identifies the rows of a list, or a row that is requested alone.
  static func tellingKey(of object: ObjectShape, isList: Bool) -> String? {
    // Not pairs of a key and a value.
    guard object.members.count > 2, object.member("value") == nil else { return nil }
    return ["slug", "key"].first { key in
      guard let member = object.member(key), member.count >= object.count,
        member.place.canIdentify
      else { return false }
      return !isList || object.count == 1 || member.place.distinct.areUnique
    }
  }

  /// The key with the first of several names in snake_case.
  private static func key(of object: ObjectShape, named names: [String]) -> String? {
    for name in names {
      if let member = object.members.first(where: { snake($0.key) == name }) { return member.key }
    }
    return nil
  }
}

import SwiftSyncValues
import SyncGenSchema

/// Finds identities in an object nested in the row: `sys.id`, `metadata.uid`, `_id.$oid`.
enum HeldIdentity {
  /// The keys of nested objects in which APIs put the identity of the row, and that describe the
  /// row itself.
  private static let holders: Set<String> = [
    "sys", "metadata", "meta", "attributes", "properties", "fields", "header", "identifier",
    "identifiers", "$", "@attributes", "_attributes", "_meta",
  ]

  /// Whether the object under a key is a part of its row. It may have an `id`, but is not a row
  /// itself.
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

import SwiftSyncValues
import SyncGenSchema

/// Explains why no rows were found in a response, and what to do.
enum MissingIdentity {
  static func message(_ answer: Shape) -> String {
    "found no list of objects with an identity; " + reason(answer)
  }

  private static func reason(_ answer: Shape) -> String {
    let lists = lists(in: answer, depth: 0)
    let most = lists.map(\.objects).max() ?? 0
    if most == 0, lists.contains(where: { $0.arrays > 0 }) {
      return "lists of values have no keys: convert each to an object with a key such as 'id'"
    }
    // The longest list most likely contains the rows.
    let rows = most > 0 ? lists.first { $0.objects == most } : answer
    guard let object = rows?.object else { return "there are no objects in it" }
    if object.values != nil {
      return object.keys.distinctCount >= ObjectShape.memberLimit
        ? "the objects have more than \(ObjectShape.memberLimit) different keys"
        : "its objects are dictionaries whose values are not rows"
    }
    if object.count == 1 { return "a single object needs a key such as 'id'" }
    let unique = IdentityFinder.uniqueKeys(of: object)
    if !unique.isEmpty {
      return "\(listed(unique)) \(unique.count == 1 ? "is" : "are") unique, "
        + "but \(object.count) objects are too few to guess the identity "
        + "(\(IdentityFinder.leastRows) are needed); add a key such as 'id' or 'code'"
    }
    let names = object.members.filter { $0.count == object.count && $0.place.canIdentify }
      .map(\.key)
    switch names.count {
    case 0: return "no key such as 'id' has a string or an integer in all objects"
    case 1: return "\(listed(names)) is in all objects, but its values repeat"
    default: return "\(listed(names)) are in all objects, but their values repeat"
    }
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The elements of the outermost lists.
  private static func lists(in place: Shape, depth: Int) -> [Shape] {
    if let element = place.element { return [element] }
    guard let object = place.object, depth < depthLimit else { return [] }
    return object.members.flatMap { lists(in: $0.place, depth: depth + 1) }
  }

  private static let depthLimit = 6
}

@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Attributes that are elements of the same list, which is written as a whole.
enum ListSiblings {
  /// The names of members, extended by all attributes that share a list with one of them.
  static func completed(_ members: Set<String>, of entity: EntityMetadata) -> Set<String> {
    let lists = entity.attributes.map { attribute in
      attribute.direction.isPushed ? attribute.remote.first.flatMap(list) : nil
    }
    guard lists.contains(where: { $0 != nil }) else { return members }
    let written = Set(
      zip(entity.attributes, lists).filter { members.contains($0.0.name) }.compactMap(\.1))
    let siblings = zip(entity.attributes, lists).filter { $0.1.map(written.contains) ?? false }
    return members.union(siblings.map(\.0.name))
  }

  /// The path of the list that a path contains; `nil` if it contains only objects.
  static func list(_ path: String) -> String? {
    guard path.utf8.contains(UInt8(ascii: "[")), let steps = ValuePath.steps(path) else {
      return nil
    }
    let keys = steps.prefix { if case .key = $0 { true } else { false } }
    return keys.count == steps.count ? nil : ValuePath.text(Array(keys))
  }
}

/// The groups by the keys of their objects, so that new objects are only compared with groups that
/// have at least half of the keys.
///
/// A class, because objects note new keys in it.
final class GroupIndex {
  private var groups: [EntityGroup] = []
  private var positions: [String: [Int]] = [:]
  /// The number of keys of each group.
  private var sizes: [Int] = []
  /// The positions of the groups whose objects may have their content in an object of its own, which
  /// is compared instead.
  private var withContent: Set<Int> = []

  func add(_ group: EntityGroup) {
    group.index = self
    group.position = groups.count
    groups.append(group)
    sizes.append(0)
    for member in group.object.members { note(member.key, of: group) }
  }

  func note(_ key: String, of group: EntityGroup) {
    positions[key, default: []].append(group.position)
    sizes[group.position] += 1
    if ObjectShape.contents.contains(key) { withContent.insert(group.position) }
  }

  /// Notes that the objects of a group have no keys any more.
  func forgetKeys(of group: EntityGroup) { sizes[group.position] = 0 }

  /// A group, with the numbers of keys that its objects share with others.
  struct Candidate {
    let group: EntityGroup
    let keys: ObjectShape.KeyCounts
  }

  /// The groups with at least half of the keys of objects, or with half of their own keys among
  /// these, in order.
  func candidates(for object: ObjectShape) -> [Candidate] {
    var counts = Array(repeating: 0, count: groups.count)
    var hasContent = false
    for member in object.members {
      for position in positions[member.key] ?? [] { counts[position] += 1 }
      if ObjectShape.contents.contains(member.key) { hasContent = true }
    }
    var found: [Candidate] = []
    for (position, count) in counts.enumerated() {
      let size = sizes[position]
      let keys = (shared: min(count, size), own: size, other: object.members.count)
      if hasContent, withContent.contains(position) {
        let group = groups[position]
        found.append(Candidate(group: group, keys: group.object.keyCounts(with: object)))
      } else if keys.shared * 2 >= min(keys.own, keys.other) {
        found.append(Candidate(group: groups[position], keys: keys))
      }
    }
    return found
  }
}

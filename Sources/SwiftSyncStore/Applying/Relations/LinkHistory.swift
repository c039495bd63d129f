@_spi(Generated) import SwiftSyncCoding

/// The states of links and members before the call or its latest statements changed them, so that
/// changes made void by a tombstone can be reverted and rows can be counted by their net effect.
struct LinkHistory {
  /// Links as they were before the call, and before the latest list.
  var original = DisplacedLinks()
  var displaced = DisplacedLinks()
  /// Links of earlier calls that have waited for new rows.
  var arrived = DisplacedLinks()
  var namings = ListNamings()
  var awaited = AwaitedChanges()
  var members = OriginalMembers()
  var memberships = MembershipChanges()

  /// Forgets a deleted row, because another row may reuse its rowid.
  mutating func forget(_ rowID: Int64, _ list: StatedList) {
    memberships.forget(rowID, list)
    _ = original.remove(of: rowID, list)
    _ = displaced.remove(of: rowID, list)
    _ = arrived.remove(of: rowID, list)
    namings.forget(rowID, list)
    members.forget(rowID, list)
  }
}

/// The state of a link before it was changed.
struct DisplacedLink {
  let parent: StoredValue
  let place: StoredValue?
  /// Whether the row had stated it itself.
  let isOwn: Bool
  /// Whether a list had stated it.
  var isListed = false
  /// The number of the latest statement about it.
  var number: UInt32 = 0
}

/// Links changed by something that a tombstone may make void: if the row had only been sent in its
/// state at the end of the call, they would be unchanged.
struct DisplacedLinks {
  private var links: [StatedList: [Int64: DisplacedLink]] = [:]

  var isEmpty: Bool { links.isEmpty }

  /// Keeps a row's link unless an earlier one is kept.
  mutating func keep(_ link: DisplacedLink, of rowID: Int64, _ list: StatedList) {
    if links[list]?[rowID] == nil { links[list, default: [:]][rowID] = link }
  }

  mutating func replace(_ link: DisplacedLink, of rowID: Int64, _ list: StatedList) {
    links[list, default: [:]][rowID] = link
  }

  mutating func remove(of rowID: Int64, _ list: StatedList) -> DisplacedLink? {
    links.isEmpty ? nil : links[list]?.removeValue(forKey: rowID)
  }
}

/// Links that lists of the call let wait for rows: a tombstone of the parent makes them void.
struct AwaitedChanges {
  struct Change {
    let child: StoredValue
    /// What waited for the row before.
    let former: (parent: StoredValue, place: StoredValue)?
  }

  private var changes: [StatedList: [StoredValue: [Change]]] = [:]

  mutating func add(_ change: Change, to parent: StoredValue, _ list: StatedList) {
    changes[list, default: [:]][parent, default: []].append(change)
  }

  /// Removes and returns the changes of a parent's lists.
  mutating func remove(of parent: StoredValue, _ list: StatedList) -> [Change] {
    changes.isEmpty ? [] : changes[list]?.removeValue(forKey: parent) ?? []
  }
}

/// A list's statement that a row belongs to a parent.
struct ListNaming {
  let parent: StoredValue
  /// The rowid of the parent.
  let rowID: Int64
  let place: StoredValue?
  /// The number of the list.
  let number: UInt32
}

/// The lists that contain one row, in the order of the payload, one for each parent.
private struct RowNamings {
  /// The number of parents from which their positions are kept.
  private static let fewParents = 8

  /// Each parent's list, and with positions also its earlier ones.
  private var namings: [ListNaming] = []
  private var positions: [Int64: Int] = [:]

  mutating func add(_ naming: ListNaming) {
    if positions.isEmpty, namings.count < Self.fewParents {
      namings.removeAll { $0.rowID == naming.rowID }
      return namings.append(naming)
    }
    if positions.isEmpty || namings.count > 2 * positions.count {
      namings = current
      for (index, known) in namings.enumerated() { positions[known.rowID] = index }
    }
    positions[naming.rowID] = namings.count
    namings.append(naming)
  }

  var current: [ListNaming] {
    guard !positions.isEmpty else { return namings }
    return namings.enumerated().compactMap { positions[$1.rowID] == $0 ? $1 : nil }
  }

  /// Whether any parent's list meets a condition.
  func contains(where isValid: (ListNaming) -> Bool) -> Bool {
    // The latest list is always current.
    namings.indices.reversed().contains { index in
      let isCurrent = positions.isEmpty || positions[namings[index].rowID] == index
      return isCurrent && isValid(namings[index])
    }
  }
}

/// Lists that contained a row which is now linked to something else: they still contain it if the
/// row is deleted later in the call.
struct ListNamings {
  private var namings: [StatedList: [Int64: RowNamings]] = [:]
  /// For a deleted parent: its lists up to this number are void.
  private var voided: [StatedList: [Int64: UInt32]] = [:]

  /// Adds the latest naming of a row.
  mutating func add(_ naming: ListNaming, of rowID: Int64, _ list: StatedList) {
    namings[list, default: [:]][rowID, default: RowNamings()].add(naming)
  }

  /// The lists that contained a row, in the order of the payload, one for each parent.
  func all(of rowID: Int64, _ list: StatedList) -> [ListNaming] {
    guard !namings.isEmpty, let known = namings[list]?[rowID] else { return [] }
    guard let voided = voided[list] else { return known.current }
    return known.current.filter { $0.number > voided[$0.rowID] ?? 0 }
  }

  /// Whether a list contained a row.
  func hasAny(of rowID: Int64, _ list: StatedList) -> Bool {
    guard !namings.isEmpty, let known = namings[list]?[rowID] else { return false }
    let voided = voided[list] ?? [:]
    return known.contains { $0.number > voided[$0.rowID] ?? 0 }
  }

  /// Forgets a deleted row.
  mutating func forget(_ rowID: Int64, _ list: StatedList) {
    if !namings.isEmpty { namings[list]?[rowID] = nil }
  }

  /// Makes the lists of a parent up to a number void.
  mutating func voidLists(
    of parent: Int64, upTo number: UInt32, _ list: StatedList
  ) {
    if namings[list] != nil { voided[list, default: [:]][parent] = number }
  }
}

/// The members that rows had before the call changed their lists, if they had any, and the net
/// changes of links that lists of either side can state.
struct OriginalMembers {
  private var members: [StatedList: [Int64: [StoredValue: Int]]] = [:]
  private var changes = MembershipChanges()
  /// The keys of rows whose lists have moved members.
  private var moved: Set<UInt64> = []

  /// Records that a link is added or removed, for the lists of both rows.
  mutating func note(
    _ owner: BoundValue, _ member: BoundValue, joins: Bool, _ list: StatedList, _ others: StatedList
  ) {
    let keys = (MembershipChanges.key(of: owner, list), MembershipChanges.key(of: member, others))
    changes.note(keys.1, joins: joins, keys.0)
    changes.note(keys.0, joins: joins, keys.1)
  }

  mutating func noteMove(of owner: BoundValue, _ list: StatedList) {
    moved.insert(MembershipChanges.key(of: owner, list))
  }

  /// Whether a row's members differ from those before the call.
  func hasNetChange(of owner: BoundValue, _ list: StatedList) -> Bool {
    changes.isChanged(MembershipChanges.key(of: owner, list))
  }

  func isMoved(_ owner: BoundValue, _ list: StatedList) -> Bool {
    !moved.isEmpty && moved.contains(MembershipChanges.key(of: owner, list))
  }

  /// Keeps the members of a row with their positions, unless earlier ones are kept.
  mutating func keep(
    _ places: [StoredValue: Int], of rowID: Int64, _ list: StatedList
  ) {
    if members[list]?[rowID] == nil { members[list, default: [:]][rowID] = places }
  }

  /// The members of a row before the call; `nil` if the list is not known to have changed.
  func places(of rowID: Int64, _ list: StatedList) -> [StoredValue: Int]? {
    members.isEmpty ? nil : members[list]?[rowID]
  }

  /// Forgets a deleted row.
  mutating func forget(_ rowID: Int64, _ list: StatedList) {
    if !members.isEmpty { members[list]?[rowID] = nil }
  }
}

/// The parents whose children differ from those before the call, for counting parents of which only
/// the list has changed.
///
/// Each link that is added or removed adds a hash of the child to the parent's sum, or subtracts
/// it: children that are added and removed again leave 0. Parents are identified by 64 bits of a
/// hash.
struct MembershipChanges {
  private var sums: [UInt64: UInt64] = [:]
  /// The key of a parent whose list is stated, by the parent's entity, its relationship and its
  /// rowid.
  private var keys: [StatedList: RowNumbers<UInt64>] = [:]

  static func key(of parent: BoundValue, _ list: StatedList) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(list)
    ReferenceKey(parent).hash(into: &hasher)
    return UInt64(bitPattern: Int64(hasher.finalize())) | 1
  }

  /// Records that a child has joined a parent, or has left it.
  mutating func note(_ child: UInt64, joins: Bool, _ key: UInt64) {
    sums[key, default: 0] &+= joins ? child : 0 &- child
    if sums[key] == 0 { sums[key] = nil }
  }

  /// Whether a parent's children differ from those before the call.
  func isChanged(_ key: UInt64) -> Bool { sums[key] != nil }

  /// Records a stored parent whose list is stated.
  mutating func noteList(
    of parent: Int64, _ relation: StatedList, key: UInt64
  ) {
    keys[relation, default: RowNumbers()][parent] = key
  }

  /// Forgets a deleted parent.
  mutating func forget(_ parent: Int64, _ relation: StatedList) {
    if keys[relation] != nil { keys[relation]?[parent] = 0 }
  }

  /// The rows whose list is stated and has changed, by entity.
  var changedParents: [(entity: Int, rowID: Int64)] {
    guard !sums.isEmpty else { return [] }
    return keys.compactlySorted { $0.key < $1.key }.flatMap { relation, keys in
      keys.rowIDs.filter { sums[keys[$0]] != nil }.map { (relation.entity, $0) }
    }
  }
}

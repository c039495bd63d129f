import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The members that a payload lists for one row of a many-to-many relationship.
struct MemberList {
  let side: JoinSide
  /// The relationship that states the members.
  let list: StatedList
  /// The identity of the row that the list belongs to.
  let owner: BoundValue
  /// The arena for copies of stored ids while they are compared.
  private let arena: ByteArena
  private var members: [(id: BoundValue, place: Int)] = []
  /// Rejected members, whose links do not change.
  private var kept: [BoundValue] = []
  /// Whether every listed member can be identified, so that the others are known to be missing.
  var isComplete = true
  /// Whether members that the list leaves out are kept.
  var isPartial = false
  /// Whether, of the stored members, only those that the list contains are read for its changes.
  var readsOnlyListed = false
  /// A hash of the stored members when the changes were determined.
  private(set) var storedHash: UInt32 = 0
  /// The stored members at that time, with their positions.
  private(set) var storedPlaces: [ReferenceKey: Int] = [:]

  init(of node: RowNode, _ side: JoinSide, _ relation: RelationPlan, in arena: ByteArena) {
    self.side = side
    list = StatedList(entity: node.plan.index, relation: relation.index)
    self.arena = arena
    owner = node.values[node.plan.keyColumn]
  }

  mutating func add(_ id: BoundValue, at place: Int) {
    members.append((id, place))
  }

  mutating func keep(_ id: BoundValue) {
    kept.append(id)
  }

  /// Whether the list determines all members, so that no other member remains stored.
  var replacesStored: Bool { isComplete && !isPartial && kept.isEmpty }

  /// Whether the changes do not depend on members that the list does not contain, and those that it
  /// contains can be read alone.
  func keepsOthers(_ operations: ApplyOptions.Operations) -> Bool {
    guard side.hasPairAsKey else { return false }
    return isPartial ? !side.isOrdered : !isComplete || !operations.contains(.delete)
  }

  /// The distinct ids of the list.
  var distinctIDs: [BoundValue] {
    // Short lists are faster to compare than to hash.
    guard members.count > 8 else {
      return members.indices.filter { place in
        !members[..<place].contains { $0.id == members[place].id }
      }.map { members[$0].id }
    }
    var seen = Set<ReferenceKey>()
    return members.lazy.map(\.id).filter { seen.insert(ReferenceKey($0)).inserted }
  }

  /// A change that brings the join table in line with the list.
  enum Change {
    case add(BoundValue, position: Int)
    case move(BoundValue, position: Int)
    case remove(BoundValue)

    /// The member whose link is added or removed.
    var linkedID: BoundValue? {
      switch self {
      case .add(let id, _), .remove(let id): id
      case .move: nil
      }
    }
  }

  /// The required changes, as far as `operations` allow them: removals first, then by position.
  mutating func changes(
    on connection: Connection, _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> [Change] {
    let stored = try storedMembers(on: connection, onlyListed: readsOnlyListed)
    if isShortAndStored(as: stored) { return [] }
    let places = Dictionary(stored) { $1 }
    if !readsOnlyListed { keep(places) }
    return changes(from: places, operations)
  }

  /// Reads all stored members, if only those that the list contains were read.
  mutating func readOthers(on connection: Connection) throws(SyncError) {
    keep(Dictionary(try storedMembers(on: connection)) { $1 })
  }

  private mutating func keep(_ places: [ReferenceKey: Int]) {
    storedHash = Self.hash(of: places)
    storedPlaces = places
  }

  /// Whether a short list equals the stored one. Comparing it needs no hash table.
  ///
  /// A join table contains each pair once, so equal counts mean that all members are stored. This
  /// does not hold for the table of a `through:` entity.
  private func isShortAndStored(as stored: [(ReferenceKey, position: Int)]) -> Bool {
    guard side.through == nil, members.count <= 8, members.count == stored.count else {
      return false
    }
    return stored.allSatisfy { id, position in
      members.enumerated().contains { place, member in
        member.id == id.id && (!side.isOrdered || place == position && member.place == position)
      }
    }
  }

  private func changes(
    from stored: [ReferenceKey: Int], _ operations: ApplyOptions.Operations
  ) -> [Change] {
    var wanted = wantedPositions
    if isPartial, side.isOrdered {
      // The others come after the named ones, in their former order.
      let others = stored.filter { wanted[$0.key] == nil }.map { $0 }
      for index in sortedIndices(others.count, by: { others[$0].value < others[$1].value }) {
        wanted[others[index].key] = wanted.count
      }
    }
    var changes: [Change] = []
    if isComplete, !isPartial, operations.contains(.delete) {
      let kept = Set(kept.map(ReferenceKey.init))
      changes += stored.keys.filter { wanted[$0] == nil && !kept.contains($0) }.map {
        .remove($0.id)
      }
    }
    let list = wanted.map { $0 }
    for index in sortedIndices(list.count, by: { list[$0].value < list[$1].value }) {
      let (member, position) = list[index]
      if stored[member] == nil {
        if operations.contains(.insert) { changes.append(.add(member.id, position: position)) }
      } else if side.isOrdered, stored[member] != position, operations.contains(.update) {
        changes.append(.move(member.id, position: position))
      }
    }
    return changes
  }

  /// The distinct ids of the list, in its order.
  var idsInOrder: [StoredValue] {
    wantedPositions.compactlySorted { $0.value < $1.value }.map(\.key.id.stored)
  }

  /// The identities of the members that are stored now, in their order if the table stores it.
  func storedIDsInOrder(on connection: Connection) throws(SyncError) -> [StoredValue] {
    try storedMembers(on: connection).compactlySorted { $0.position < $1.position }
      .map(\.0.id.stored)
  }

  /// The position of each id in the list, in which each id counts once.
  private var wantedPositions: [ReferenceKey: Int] {
    var positions: [ReferenceKey: Int] = [:]
    let members = members
    for index in sortedIndices(members.count, by: { members[$0].place < members[$1].place }) {
      let key = ReferenceKey(members[index].id)
      if positions[key] == nil { positions[key] = positions.count }
    }
    return positions
  }

  /// A hash of the members that are stored now.
  func currentHash(on connection: Connection) throws(SyncError) -> UInt32 {
    Self.hash(of: Dictionary(try storedMembers(on: connection)) { $1 })
  }

  /// The identities of the members that are stored now: all, or those that the list contains.
  func storedIDs(
    on connection: Connection, onlyListed: Bool = false
  ) throws(SyncError) -> [StoredValue] {
    try storedMembers(on: connection, onlyListed: onlyListed).map(\.0.id.stored)
  }

  private static func hash(of members: [ReferenceKey: Int]) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(members)
    return RowHashes.hash(hasher)
  }

  /// Each stored member with its position.
  private func storedMembers(
    on connection: Connection, onlyListed: Bool = false
  ) throws(SyncError) -> [(ReferenceKey, position: Int)] {
    var found: [(ReferenceKey, position: Int)] = []
    let query = try connection.statement(onlyListed ? side.selectOneSQL : side.selectSQL)
    query.bind(1, owner)
    guard onlyListed else {
      try read(query, into: &found)
      return found
    }
    for id in distinctIDs {
      query.bind(2, id)
      try read(query, into: &found)
    }
    return found
  }

  private func read(
    _ query: Statement, into found: inout [(ReferenceKey, position: Int)]
  ) throws(SyncError) {
    defer { query.reset() }
    while try query.step() {
      let id = ReferenceKey(query.value(0).copied(into: arena))
      found.append((id, Int(query.integer(1))))
    }
  }
}

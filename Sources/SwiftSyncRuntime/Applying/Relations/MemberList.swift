import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// The members that a payload lists for one row of a many-to-many relation.
struct MemberList {
  let side: JoinSide
  /// The identity of the row whose members they are.
  let owner: BoundValue
  /// Stored ids are copied here while they are compared.
  private let arena: ByteArena
  private var members: [(id: BoundValue, place: Int)] = []
  /// Rejected members: their links stay as they are.
  private var kept: [BoundValue] = []
  /// Whether every listed member can be told, so that the others are known to be gone.
  var isComplete = true
  /// Whether members that the list leaves out stay.
  var isPartial = false
  /// Tells apart what was stored when the changes were worked out.
  private(set) var storedHash: UInt32 = 0
  /// What was stored then, with its places.
  private(set) var storedPlaces: [ReferenceKey: Int] = [:]

  init(of node: RowNode, _ side: JoinSide, in arena: ByteArena) {
    self.side = side
    self.arena = arena
    owner = node.values[node.plan.keyColumn]
  }

  mutating func add(_ id: BoundValue, at place: Int) {
    members.append((id, place))
  }

  mutating func keep(_ id: BoundValue) {
    kept.append(id)
  }

  /// The ids of the list, each once.
  var distinctIDs: [BoundValue] {
    // Short lists are compared faster than hashed.
    guard members.count > 8 else {
      return members.indices.filter { place in
        !members[..<place].contains { $0.id == members[place].id }
      }.map { members[$0].id }
    }
    var seen = Set<ReferenceKey>()
    return members.lazy.map(\.id).filter { seen.insert(ReferenceKey($0)).inserted }
  }

  /// One thing to be done so that the join table says what the list says.
  enum Change {
    case add(BoundValue, position: Int)
    case move(BoundValue, position: Int)
    case remove(BoundValue)
  }

  /// What has to be done, as far as `operations` allow it: removals first, then by place.
  mutating func changes(
    on connection: Connection, _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> [Change] {
    let stored = try storedMembers(on: connection)
    if isShortAndStored(as: stored) { return [] }
    let places = Dictionary(stored) { $1 }
    storedHash = Self.hash(of: places)
    storedPlaces = places
    return changes(from: places, operations)
  }

  /// Whether a short list is what is stored; comparing it costs no hash table.
  ///
  /// A join table has each pair once, so equal counts leave no member that is not stored; the table
  /// of a `through:` entity need not.
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
      // The others come after the named ones, in the order that they had.
      let others = stored.filter { wanted[$0.key] == nil }.sorted { $0.value < $1.value }
      for (member, _) in others { wanted[member] = wanted.count }
    }
    var changes: [Change] = []
    if isComplete, !isPartial, operations.contains(.delete) {
      let kept = Set(kept.map(ReferenceKey.init))
      changes += stored.keys.filter { wanted[$0] == nil && !kept.contains($0) }.map {
        .remove($0.id)
      }
    }
    for (member, position) in wanted.sorted(by: { $0.value < $1.value }) {
      if stored[member] == nil {
        if operations.contains(.insert) { changes.append(.add(member.id, position: position)) }
      } else if side.isOrdered, stored[member] != position, operations.contains(.update) {
        changes.append(.move(member.id, position: position))
      }
    }
    return changes
  }

  /// The place of each id in the list, in which each counts once.
  private var wantedPositions: [ReferenceKey: Int] {
    var positions: [ReferenceKey: Int] = [:]
    for member in members.sorted(by: { $0.place < $1.place })
    where positions[ReferenceKey(member.id)] == nil {
      positions[ReferenceKey(member.id)] = positions.count
    }
    return positions
  }

  /// Tells apart what is stored now.
  func currentHash(on connection: Connection) throws(SyncError) -> UInt32 {
    Self.hash(of: Dictionary(try storedMembers(on: connection)) { $1 })
  }

  /// The identities of what is stored now.
  func storedIDs(on connection: Connection) throws(SyncError) -> [StoredValue] {
    try storedMembers(on: connection).map(\.0.id.stored)
  }

  private static func hash(of members: [ReferenceKey: Int]) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(members)
    return RowHashes.hash(hasher)
  }

  /// Each stored member with its place.
  private func storedMembers(
    on connection: Connection
  ) throws(SyncError) -> [(ReferenceKey, position: Int)] {
    let query = try connection.statement(side.selectSQL)
    defer { query.reset() }
    query.bind(1, owner)
    var members: [(ReferenceKey, position: Int)] = []
    while try query.step() {
      let id = ReferenceKey(query.value(0).copied(into: arena))
      members.append((id, Int(query.integer(1))))
    }
    return members
  }
}

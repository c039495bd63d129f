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
  /// Tells apart what was stored when the changes were worked out.
  private(set) var storedHash: UInt32 = 0

  init(of node: RowNode, _ side: JoinSide, in arena: ByteArena) {
    self.side = side
    self.arena = arena
    owner = node.values[node.plan.identity[0]]
  }

  mutating func add(_ id: BoundValue, at place: Int) {
    members.append((id, place))
  }

  mutating func keep(_ id: BoundValue) {
    kept.append(id)
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
    let wanted = wantedPositions
    let stored = try storedMembers(on: connection)
    storedHash = Self.hash(of: stored)
    var changes: [Change] = []
    if isComplete, operations.contains(.delete) {
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
    try Self.hash(of: storedMembers(on: connection))
  }

  private static func hash(of members: [ReferenceKey: Int]) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(members)
    return RowHashes.hash(hasher)
  }

  /// The place of each stored member.
  private func storedMembers(on connection: Connection) throws(SyncError) -> [ReferenceKey: Int] {
    let query = try connection.statement(side.selectSQL)
    defer { query.reset() }
    query.bind(1, owner)
    var positions: [ReferenceKey: Int] = [:]
    while try query.step() {
      positions[ReferenceKey(query.value(0).copied(into: arena))] = Int(query.integer(1))
    }
    return positions
  }
}

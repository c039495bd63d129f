/// The members that a payload lists for one row of a many-to-many relation.
struct MemberList {
  private let side: JoinSide
  private let owner: BoundValue
  /// Stored ids are copied here while they are compared.
  private let arena: ByteArena
  private var members: [(id: BoundValue, place: Int)] = []
  /// Rejected members: their links stay as they are.
  private var kept: [BoundValue] = []
  /// Whether every listed member can be told, so that the others are known to be gone.
  var isComplete = true

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

  /// Makes the join table say what the list says, and returns whether it had to be changed.
  func write(
    on connection: Connection, _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> Bool {
    let positions = wantedPositions
    let stored = try storedMembers(on: connection)
    var isChanged = false
    if isComplete, operations.contains(.delete) {
      let kept = Set(kept.map(ReferenceKey.init))
      for member in stored.keys where positions[member] == nil && !kept.contains(member) {
        try run(side.deleteSQL, member.id, position: nil, on: connection)
        isChanged = true
      }
    }
    for (member, position) in positions {
      guard let sql = statement(at: position, stored: stored[member], operations) else { continue }
      try run(sql, member.id, position: position, on: connection)
      isChanged = true
    }
    return isChanged
  }

  /// The statement that brings one member to its place; `nil` if it is there.
  private func statement(
    at position: Int, stored: Int?, _ operations: ApplyOptions.Operations
  ) -> String? {
    guard let stored else { return operations.contains(.insert) ? side.insertSQL : nil }
    guard side.isOrdered, stored != position, operations.contains(.update) else { return nil }
    return side.moveSQL
  }

  /// The place of each id in the list, in which each counts once.
  private var wantedPositions: [ReferenceKey: Int] {
    var positions: [ReferenceKey: Int] = [:]
    for member in members.sorted(by: { $0.place < $1.place }) where positions[ReferenceKey(member.id)] == nil {
      positions[ReferenceKey(member.id)] = positions.count
    }
    return positions
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

  private func run(
    _ sql: String, _ id: BoundValue, position: Int?, on connection: Connection
  ) throws(SyncError) {
    let statement = try connection.statement(sql)
    statement.bind(1, owner)
    statement.bind(2, id)
    if let position, side.isOrdered { statement.bind(3, Int64(position)) }
    try statement.run()
  }
}

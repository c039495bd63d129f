@_spi(Generated) import SwiftSyncREST

/// Which row of which entity, as a key.
struct RowIdentity: Hashable {
  private let entity: Int
  private let values: [StoredValue]

  init(_ node: RowNode) {
    entity = node.plan.index
    values = node.plan.identity.map { node.values[$0].stored }
  }
}

/// The rows that a payload has named, to count those that it names again (A6).
struct NamedRows {
  /// How often the payload names a row that it has named before.
  private(set) var duplicates = 0
  /// By entity: stored rows that the payload has named; and identities of others.
  private var rowIDs: [RowIDSet]
  private var identities: Set<RowIdentity> = []

  init(_ schema: SchemaPlan) {
    rowIDs = Array(repeating: RowIDSet(), count: schema.entities.count)
  }

  /// Counts a row that the payload has named before, at whatever depth.
  @inline(__always)
  mutating func note(_ node: RowNode, _ outcome: RowOutcome) {
    if isRepeated(node, outcome) { duplicates += 1 }
  }

  @inline(__always)
  private mutating func isRepeated(_ node: RowNode, _ outcome: RowOutcome) -> Bool {
    if let rowID = outcome.rowID {
      return !rowIDs[node.plan.index].insert(rowID) || wasNamedWithoutRow(node)
    }
    switch outcome {
    case .rejected(_, isIdentified: false), .named: return false
    default: break
    }
    return !identities.insert(RowIdentity(node)).inserted
  }

  private func wasNamedWithoutRow(_ node: RowNode) -> Bool {
    !identities.isEmpty && identities.contains(RowIdentity(node))
  }

  /// Whether the payload has named a stored row before.
  func contains(_ rowID: Int64, of entity: Int) -> Bool { rowIDs[entity].contains(rowID) }

  /// Notes a row that has been named and is gone.
  mutating func noteWithoutRow(_ row: RowIdentity) { identities.insert(row) }

  /// Forgets a row that is deleted: its rowid may be another's later.
  mutating func forget(_ rowID: Int64, of entity: Int) { rowIDs[entity].remove(rowID) }
}

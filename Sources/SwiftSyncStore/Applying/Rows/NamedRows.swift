@_spi(Generated) import SwiftSyncCoding

/// A row identified by its entity and identity, as a key.
struct RowIdentity: Hashable {
  /// The position in `SchemaPlan.entities`.
  let entity: Int
  let values: [StoredValue]

  init(_ node: RowNode) {
    entity = node.plan.index
    values = node.plan.identity.map { node.values[$0].stored }
  }

  /// The identity by which references name a row, if they can.
  init(naming node: RowNode) {
    guard node.plan.isNamed else {
      self.init(node)
      return
    }
    self.init(node.plan.index, node.values[node.plan.keyColumn].stored)
  }

  init(_ entity: Int, _ id: StoredValue) {
    self.entity = entity
    values = [id]
  }
}

/// The rows that a payload has named, for counting those that it names again (A6).
struct NamedRows {
  /// The number of times that the payload repeats a row.
  private(set) var duplicates = 0
  /// The stored rows that the payload has named, by entity, and the identities of others.
  private var rowIDs: [RowIDSet]
  private var identities: Set<RowIdentity> = []

  init(_ schema: SchemaPlan) {
    rowIDs = Array(repeating: RowIDSet(), count: schema.entities.count)
  }

  /// Counts a row that the payload has named before, at any depth.
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

  /// Whether the payload contained a stored row before.
  func contains(_ rowID: Int64, of entity: Int) -> Bool { rowIDs[entity].contains(rowID) }

  /// Records a row that was named and is no longer stored.
  mutating func noteWithoutRow(_ row: RowIdentity) { identities.insert(row) }

  /// Forgets a deleted row, because another row may reuse its rowid.
  mutating func forget(_ rowID: Int64, of entity: Int) { rowIDs[entity].remove(rowID) }
}

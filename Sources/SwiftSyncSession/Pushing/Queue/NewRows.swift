@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// The rows that the server does not have yet, and the changes that depend on them.
struct NewRows {
  private let schema: SchemaPlan
  private let connection: Connection
  /// Their positions in the schedule; `nil` for rows outside it.
  private var items: [PushedKey: Int?] = [:]
  private var entities: Set<Int> = []

  init(
    _ schema: SchemaPlan, _ upserts: [PushedChange], on connection: Connection
  ) throws(SyncError) {
    self.schema = schema
    self.connection = connection
    for plan in schema.entities where plan.metadata.sync.isPushed {
      for key in try Self.keys(of: plan, on: connection) {
        items.updateValue(nil, forKey: PushedKey(entity: plan.index, key: key))
        entities.insert(plan.index)
      }
    }
    for (item, pushed) in upserts.enumerated() where pushed.change.operation == .insert {
      items[pushed.key] = item
    }
  }

  private static func keys(
    of plan: EntityPlan, on connection: Connection
  ) throws(SyncError) -> [RowKey] {
    let query = try connection.statement(
      "SELECT \(plan.queuedIDParts) FROM swiftsync_changes "
        + "WHERE entity = ?1 AND operation = 'insert'")
    defer { query.reset() }
    query.bind(1, plan.metadata.name)
    var keys: [RowKey] = []
    while try query.step() {
      keys.append(plan.identity.indices.map { query.value(Int32($0)).stored })
    }
    return keys
  }

  /// The rows that changes wait for, and the changes that wait for rows outside the schedule.
  func dependencies(
    of upserts: [PushedChange], _ members: (PushedChange) -> RowMembers
  ) throws(SyncError) -> (dependencies: [Int: [RowSchedule.Dependency]], blocked: Set<Int>) {
    var dependencies: [Int: [RowSchedule.Dependency]] = [:]
    var blocked: Set<Int> = []
    for (item, pushed) in upserts.enumerated() {
      let plan = schema.entities[pushed.entity]
      let relations = plan.relations.filter { entities.contains($0.target.index) }
      guard !relations.isEmpty else { continue }
      let members = members(pushed)
      for relation in relations where members.refer(by: relation, of: plan) {
        for key in try targets(of: relation, pushed, plan) {
          guard let target = items[PushedKey(entity: relation.target.index, key: key)] else {
            continue
          }
          guard let target else {
            blocked.insert(item)
            continue
          }
          let name = relation.metadata.name
          dependencies[item, default: []].append(
            .init(
              item: target, field: name,
              isOptional: pushed.change.operation == .insert && relation.isOptional(in: plan)
                && !members.placed.contains(name)))
        }
      }
    }
    return (dependencies, blocked)
  }

  /// The identities of the rows that a row refers to.
  private func targets(
    of relation: RelationPlan, _ pushed: PushedChange, _ plan: EntityPlan
  ) throws(SyncError) -> [RowKey] {
    switch relation.kind {
    case .reference:
      guard let reference = ReferencePlan(relation) else { return [] }
      let query = try connection.statement(plan.sql.lookup)
      defer { query.reset() }
      query.bind(pushed.change.key)
      guard try query.step() else { return [] }
      return [reference.storedColumns.map { query.value(Int32($0 + 1)).stored }]
    case .members(let side):
      // Lists refer to rows by one value, so composite identities are not supported there.
      guard pushed.change.key.count == 1, relation.target.identity.count == 1 else { return [] }
      let query = try connection.statement(side.selectSQL)
      defer { query.reset() }
      query.bind(pushed.change.key)
      var keys: [RowKey] = []
      while try query.step() { keys.append([query.value(0).stored]) }
      return keys
    case .children:
      return []
    }
  }
}

extension RelationPlan {
  /// Whether a row can exist on the server without the row that the relationship refers to.
  fileprivate func isOptional(in plan: EntityPlan) -> Bool {
    guard case .reference(let reference) = kind else { return true }
    return reference.isOptional && !plan.isIdentity(reference.column)
  }
}

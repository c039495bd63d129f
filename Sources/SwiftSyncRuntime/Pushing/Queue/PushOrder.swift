@_spi(Generated) import SwiftSyncStore

/// Sorts changes into an order that a server can accept.
///
/// New rows come first, each after the new rows that it refers to, then changed rows, then deleted
/// rows. Within these groups, the order of the first writes is kept.
struct PushOrder {
  private let plan: EntityPlan
  private let connection: Connection

  init(_ plan: EntityPlan, on connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  func sorted(_ changes: [QueuedChange]) throws(SyncError) -> [QueuedChange] {
    let inserted = changes.filter { $0.operation == .insert }
    return try afterTheirParents(inserted) + changes.filter { $0.operation == .update }
      + changes.filter { $0.operation == .delete }
  }

  /// Rows that refer to each other in a cycle keep their order.
  private func afterTheirParents(_ changes: [QueuedChange]) throws(SyncError) -> [QueuedChange] {
    let parents = try parents(of: changes)
    guard !parents.isEmpty else { return changes }
    var result: [QueuedChange] = []
    var isVisited = Array(repeating: false, count: changes.count)
    // Uses an explicit stack, because rows may be nested deeper than a thread's stack allows.
    for first in changes.indices where !isVisited[first] {
      var stack = [first]
      while let index = stack.last {
        isVisited[index] = true
        if let next = parents[index]?.first(where: { !isVisited[$0] }) {
          stack.append(next)
        } else {
          stack.removeLast()
          result.append(changes[index])
        }
      }
    }
    return result
  }

  /// For each new row, the positions of the new rows of the same entity that it refers to.
  private func parents(of changes: [QueuedChange]) throws(SyncError) -> [Int: [Int]] {
    let columns = plan.references.filter {
      plan.metadata.relations[$0.relation].target == plan.metadata.name
    }.map(\.column)
    guard !columns.isEmpty, changes.count > 1 else { return [:] }
    let positions = Dictionary(zip(changes.map(\.key), changes.indices)) { first, _ in first }
    let query = try connection.statement(plan.sql.lookup)
    defer { query.reset() }
    var parents: [Int: [Int]] = [:]
    for (index, change) in changes.enumerated() {
      query.reset()
      query.bind(change.key)
      guard try query.step() else { continue }
      let found = columns.compactMap { positions[[query.value(Int32($0 + 1)).stored]] }
        .filter { $0 != index }
      if !found.isEmpty { parents[index] = found }
    }
    return parents
  }
}

/// Sorts entities after those that they refer to.
struct EntityOrder {
  private let plans: [EntityPlan]

  init(_ plans: [EntityPlan]) {
    self.plans = plans
  }

  /// Entities that refer to each other in a cycle keep their order.
  var sorted: [EntityPlan] {
    var result: [EntityPlan] = []
    var visited: Set<Int> = []
    for plan in plans { visit(plan, &visited, &result) }
    return result
  }

  /// The recursion is as deep as the longest chain of entities, which the schema's author
  /// determines.
  private func visit(_ plan: EntityPlan, _ visited: inout Set<Int>, _ result: inout [EntityPlan]) {
    guard visited.insert(plan.index).inserted else { return }
    let targets = Set(plan.references.map { plan.metadata.relations[$0.relation].target })
    for other in plans where targets.contains(other.metadata.name) {
      visit(other, &visited, &result)
    }
    result.append(plan)
  }
}

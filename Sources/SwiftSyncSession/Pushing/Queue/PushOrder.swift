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
    var hasCircle = false
    return try sorted(changes, &hasCircle)
  }

  /// - Parameter hasCircle: Set if new rows refer to each other in a cycle.
  func sorted(
    _ changes: [QueuedChange], _ hasCircle: inout Bool
  ) throws(SyncError) -> [QueuedChange] {
    let inserted = changes.filter { $0.operation == .insert }
    return try afterTheirParents(inserted, &hasCircle) + changes.filter { $0.operation == .update }
      + changes.filter { $0.operation == .delete }
  }

  /// Rows that refer to each other in a cycle keep their order.
  private func afterTheirParents(
    _ changes: [QueuedChange], _ hasCircle: inout Bool
  ) throws(SyncError) -> [QueuedChange] {
    let parents = try parents(of: changes)
    guard !parents.isEmpty else { return changes }
    var result: [QueuedChange] = []
    var isVisited = Array(repeating: false, count: changes.count)
    var isDone = isVisited
    // Uses an explicit stack, because rows may be nested deeper than a thread's stack allows.
    for first in changes.indices where !isVisited[first] {
      var stack = [first]
      while let index = stack.last {
        isVisited[index] = true
        if let next = parents[index]?.first(where: { !isVisited[$0] }) {
          stack.append(next)
        } else {
          stack.removeLast()
          // A row that is still on the stack waits for this one.
          if parents[index]?.contains(where: { !isDone[$0] }) == true { hasCircle = true }
          isDone[index] = true
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

  /// Whether rows of some entities may have to be sent in another order than their entities,
  /// because these refer to each other.
  func hasCircle(of changed: Set<Int>) -> Bool {
    guard changed.count > 1 else { return false }
    return plans.contains { plan in
      changed.contains(plan.index)
        && targets(of: plan).contains {
          $0.index != plan.index && changed.contains($0.index) && reaches(plan, from: $0)
        }
    }
  }

  private func targets(of plan: EntityPlan) -> [EntityPlan] {
    let names = Set(plan.references.map { plan.metadata.relations[$0.relation].target })
    return plans.filter { names.contains($0.metadata.name) }
  }

  private func reaches(_ plan: EntityPlan, from first: EntityPlan) -> Bool {
    var visited: Set<Int> = [first.index]
    var open = [first]
    while let next = open.popLast() {
      if next.index == plan.index { return true }
      for target in targets(of: next) where visited.insert(target.index).inserted {
        open.append(target)
      }
    }
    return false
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

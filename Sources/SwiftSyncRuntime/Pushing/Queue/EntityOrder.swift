/// Puts entities after those that they refer to.
struct EntityOrder {
  private let plans: [EntityPlan]

  init(_ plans: [EntityPlan]) {
    self.plans = plans
  }

  /// Entities that refer to each other in a circle keep their order.
  var sorted: [EntityPlan] {
    var result: [EntityPlan] = []
    var visited: Set<Int> = []
    for plan in plans { visit(plan, &visited, &result) }
    return result
  }

  /// As deep as the longest chain of entities, which a schema's author writes.
  private func visit(_ plan: EntityPlan, _ visited: inout Set<Int>, _ result: inout [EntityPlan]) {
    guard visited.insert(plan.index).inserted else { return }
    let targets = Set(plan.references.map { plan.metadata.relations[$0.relation].target })
    for other in plans where targets.contains(other.metadata.name) {
      visit(other, &visited, &result)
    }
    result.append(plan)
  }
}

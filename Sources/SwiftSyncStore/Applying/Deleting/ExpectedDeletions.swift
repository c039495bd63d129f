/// Rows that may still be deleted, which is only known at the end of the call.
final class ExpectedDeletions {
  private let call: CallData
  /// For each entity, whether this call may delete rows that the payload does not name, including
  /// by cascades.
  private var deletable: [Bool]

  init(_ call: CallData) {
    self.call = call
    deletable = Array(repeating: false, count: call.schema.entities.count)
  }

  /// Records that rows of an entity, and rows that cascades reach from them, may be deleted, so
  /// that references with a foreign key to them are checked at the end (Outcome).
  func expectDeletions(in entity: EntityPlan) {
    guard !deletable[entity.index] else { return }
    for index in entity.reachedByCascade { deletable[index] = true }
  }

  /// Records what the lists of a row may delete, before the row's own references are checked.
  func expectDeletions(by node: RowNode) {
    guard node.hasLinks else { return }
    for relation in node.plan.relations where node.relations[relation.index].isStated {
      guard case .children(let children) = relation.kind, children.onDelete == .cascade else {
        continue
      }
      expectDeletions(in: relation.target)
    }
  }

  /// Whether rows of an entity may be deleted at all.
  func includes(_ entity: Int) -> Bool { deletable[entity] }

  /// Whether a row may still be deleted, which is only known at the end of the call.
  func mayGo(_ rowID: Int64, of entity: Int) -> Bool {
    deletable[entity] && call.state.tallies.isUnnamed(rowID, of: entity)
  }
}

extension EntityPlan {
  /// The positions of the entities whose rows may be deleted together with rows of this one,
  /// including its own.
  var reachedByCascade: Set<Int> {
    var reached: Set<Int> = []
    var next = [self]
    while let entity = next.popLast() {
      guard reached.insert(entity.index).inserted else { continue }
      next += entity.incoming.filter { $0.relation.metadata.onDelete == .cascade }.map(\.child)
    }
    return reached
  }
}

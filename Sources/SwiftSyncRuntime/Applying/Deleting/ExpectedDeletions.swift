/// Rows that may still be deleted, which only the end of the call tells.
final class ExpectedDeletions {
  private let call: CallData
  /// By entity: whether this call may delete rows of it that the payload does not name, by cascade too.
  private var deletable: [Bool]

  init(_ call: CallData) {
    self.call = call
    deletable = Array(repeating: false, count: call.schema.entities.count)
  }

  /// Notes that rows of an entity may be deleted, and with them those that cascades reach, so that
  /// enforced references to them are judged at the end (Outcome).
  func expectDeletions(in entity: EntityPlan) {
    guard !deletable[entity.index] else { return }
    for index in entity.reachedByCascade { deletable[index] = true }
  }

  /// Notes what the lists of a row may delete, before the row's own references are judged.
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

  /// Whether a row may still be deleted, which only the end of the call tells.
  func mayGo(_ rowID: Int64, of entity: Int) -> Bool {
    deletable[entity] && call.state.tallies.isUnnamed(rowID, of: entity)
  }
}

extension EntityPlan {
  /// The positions of the entities whose rows can go when rows of this one do, its own included.
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

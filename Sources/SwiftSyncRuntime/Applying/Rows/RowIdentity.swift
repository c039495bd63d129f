/// Which row of which entity, as a key.
struct RowIdentity: Hashable {
  private let entity: Int
  private let values: [StoredValue]

  init(_ node: RowNode) {
    entity = node.plan.index
    values = node.plan.identity.map { node.values[$0].stored }
  }
}

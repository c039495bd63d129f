/// A one-to-one link that a row of a payload states; only one row can have it.
struct OneToOneLink: Hashable {
  private let entity: Int
  private let column: Int
  private let target: StoredValue

  static func all(of node: RowNode) -> [OneToOneLink] {
    node.plan.references.compactMap { reference in
      let id = node.values[reference.column]
      guard reference.isOneToOne, id.kind != .missing, id.kind != .null else { return nil }
      return OneToOneLink(entity: node.plan.index, column: reference.column, target: id.stored)
    }
  }
}

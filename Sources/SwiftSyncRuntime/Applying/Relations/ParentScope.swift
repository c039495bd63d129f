import SwiftSyncValues

/// The parent whose list of rows a payload is (A9).
struct ParentScope {
  let relation: String
  let column: Int
  let parent: BoundValue
  private let arena: ByteArena

  /// Returns `nil` unless the scope is a parent.
  init?(_ scope: ApplyOptions.Scope?, of plan: EntityPlan) throws(SyncError) {
    guard case .parent(let name, let id) = scope else { return nil }
    guard let relation = plan.relations.first(where: { $0.metadata.name == name }),
      case .reference(let reference) = relation.kind
    else { throw .unknownRelation(name, entity: plan.metadata.name) }
    let arena = ByteArena()
    let token = JSONToken(.string, arena.copy(id))
    // The id comes as text, whatever the identity's type, also in a strict schema.
    guard let parent = ValueConverter(reference.type).convert(token, in: arena),
      parent.kind != .null
    else {
      let expected = ValueExpectation.words(for: reference.type)
      throw .invalidOption("scope: expected \(expected) for '\(name)', found '\(id)'")
    }
    self.relation = name
    column = reference.column
    self.parent = parent
    self.arena = arena
  }

  /// Gives the parent to a row that does not name one.
  func fill(_ node: RowNode) {
    let kind = node.values[column].kind
    guard kind == .missing || kind == .null else { return }
    node.values[column] = parent
    node.scopedColumn = column
  }

  /// Whether the row belongs to the parent.
  func holds(_ node: RowNode) -> Bool {
    node.values[column] == parent
  }

  func rejection(of node: RowNode) -> Rejection {
    let found = node.values[column].stored.text
    return Rejection(
      .scopeMismatch,
      "the list belongs to \(relation) \(parent.stored.text), but the row names \(found)")
  }
}

import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

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
    if !reference.parts.isEmpty {
      guard let parent = Self.key(id, of: reference, plan, in: arena) else {
        throw .invalidOption(
          "scope: expected the \(reference.parts.count) parts of the identity for '\(name)', joined by "
            + "'/', found '\(id)'")
      }
      self.relation = name
      column = reference.column
      self.parent = parent
      self.arena = arena
      return
    }
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

  /// The identity of a parent that has several parts; `nil` if the text does not have all of them.
  private static func key(
    _ id: String, of reference: RelationMetadata.Reference, _ plan: EntityPlan,
    in arena: ByteArena
  ) -> BoundValue? {
    let texts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard texts.count == reference.parts.count else { return nil }
    let parts = zip(texts, reference.parts).compactMap { text, part in
      ValueConverter(plan.fields[part].type)
        .convert(JSONToken(.string, arena.copy(text)), in: arena)?.stored
    }
    guard parts.count == texts.count else { return nil }
    return ListText.json(of: parts).map { .text(arena.copy($0)) }
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

import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The parent whose list of rows the payload is (A9).
package struct ParentScope {
  package let relation: String
  package let column: Int
  package let parent: BoundValue
  /// Set if the column is part of a relationship to one of several entities.
  private let tagged: TaggedReferencePlan?
  private let arena: ByteArena

  /// Returns `nil` unless the scope is a parent.
  package init?(_ scope: ApplyOptions.Scope?, of plan: EntityPlan) throws(SyncError) {
    guard case .parent(let stated, let text) = scope else { return nil }
    let (name, id) = try Self.named(stated, text, of: plan)
    guard let relation = plan.relations.first(where: { $0.metadata.name == name }),
      case .reference(let reference) = relation.kind
    else { throw .unknownRelation(name, entity: plan.metadata.name) }
    let arena = ByteArena()
    tagged = plan.taggedReferences.first { $0.parts.contains { $0.column == reference.column } }
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
    let field = plan.fields[reference.column]
    guard let parent = field.textConverter.convert(token, in: arena), parent.kind != .null else {
      throw .invalidOption("scope: expected \(field.expectation) for '\(name)', found '\(id)'")
    }
    self.relation = name
    column = reference.column
    self.parent = parent
    self.arena = arena
  }

  /// The to-one relationship and the identity of a scope, which is `Post/5` for a relationship to
  /// one of several entities.
  private static func named(
    _ name: String, _ id: String, of plan: EntityPlan
  ) throws(SyncError) -> (name: String, id: String) {
    guard let tagged = plan.taggedReferences.first(where: { $0.name == name }) else {
      return (name, id)
    }
    let texts = id.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let targets = tagged.parts.map { plan.relations[$0.relation].metadata }
    guard texts.count == 2, let part = targets.first(where: { $0.target == texts[0] }) else {
      let entities = targets.map(\.target).joined(separator: ", ")
      throw .invalidOption(
        "scope: expected an entity and an id for '\(name)', such as "
          + "'\(targets.first?.target ?? "")/ID', found '\(id)'; its entities are \(entities)")
    }
    return (part.name, String(texts[1]))
  }

  /// The composite identity of a parent; `nil` if the text does not contain all of its parts.
  private static func key(
    _ id: String, of reference: RelationMetadata.Reference, _ plan: EntityPlan,
    in arena: ByteArena
  ) -> BoundValue? {
    let texts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard texts.count == reference.parts.count else { return nil }
    let parts = zip(texts, reference.parts).compactMap { text, part in
      plan.fields[part].textConverter
        .convert(JSONToken(.string, arena.copy(text)), in: arena)?.stored
    }
    guard parts.count == texts.count else { return nil }
    return ListText.json(of: parts).map { .text(arena.copy($0)) }
  }

  /// Sets the parent of a row that does not state one.
  func fill(_ node: RowNode) {
    if let tagged { return fill(node, tagged) }
    let kind = node.values[column].kind
    guard kind == .missing || kind == .null else { return }
    node.values[column] = parent
    node.scopedColumn = column
  }

  private func fill(_ node: RowNode, _ reference: TaggedReferencePlan) {
    guard let part = reference.parts.first(where: { $0.column == column }) else { return }
    let tag = node.values[reference.tagColumn]
    guard tag.kind == .missing || tag.kind == .null || tag == part.tag else { return }
    node.values[reference.tagColumn] = part.tag
    let kind = node.values[reference.idColumn].kind
    if kind == .missing || kind == .null {
      node.values[reference.idColumn] = parent
      node.scopedColumn = column
    }
    node.spread(reference)
  }

  /// Whether the row belongs to the parent.
  func holds(_ node: RowNode) -> Bool {
    node.values[column] == parent
  }

  func rejection(of node: RowNode) -> Rejection {
    var found = node.values[column].stored.text
    if let tagged {
      found = [tagged.tagColumn, tagged.idColumn].map { node.values[$0].stored.text }
        .joined(separator: "/")
    }
    return Rejection(
      .scopeMismatch,
      "the list belongs to \(relation) \(parent.stored.text), but the row refers to \(found)")
  }
}

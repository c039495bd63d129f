import SyncGenDiagnostics

/// A list whose inverse is a relationship to one of several entities.
struct TaggedInverse {
  /// The list.
  let id: RelationID
  let target: EntityID
  /// The position of the inverse in the target's relationships to one of several entities.
  let index: Int
  /// The span where the list names it.
  let span: SourceSpan

  func follow(in draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    let reference = draft[target].declaration.taggedReferences[index]
    let owner = draft.title(of: id)
    let other = "relationship '\(draft[target].name).\(reference.name.value)'"
    if let problem = problem(reference, draft) {
      bag.add(.invalidInverse(of: owner, other, problem, at: span))
      return
    }
    checkKeys(owner, other, draft, into: &bag)
    draft[id].taggedInverse = index
    draft[id].onDelete = reference.deleteRule
  }

  private func problem(
    _ reference: TaggedReferenceDeclaration, _ draft: SchemaDraft
  ) -> String? {
    let entity = draft[id.entity].name
    if !reference.targets.contains(where: { $0.entity.value == entity }) {
      return "it does not have the target '\(entity)'"
    }
    if !draft[id].isToMany {
      return "its inverses are lists: write 'to: [\(draft[target].name)]'"
    }
    let rival = draft[id.entity].relationIDs.first {
      $0 != id && draft[$0].target == target && draft[$0].taggedInverse == index
    }
    return rival.map { "it is already the inverse of \(draft.title(of: $0))" }
  }

  /// Reports keys that lists of such rows cannot have.
  private func checkKeys(
    _ owner: String, _ other: String, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    let declaration = draft[id].declaration
    if let rule = declaration.onDelete {
      bag.add(.misplacedKey("on-delete", of: owner, belongs: other, at: rule.span))
    }
    if let order = declaration.order, case .position = order.value {
      bag.add(
        .misplacedKey(
          "ordered", of: owner, belongs: "a list whose rows refer to one entity",
          at: order.span))
    }
  }
}

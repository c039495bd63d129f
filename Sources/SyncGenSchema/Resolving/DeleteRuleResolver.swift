import SyncGenDiagnostics

/// Resolves the effect of deleting a row on the rows that name it. Both ends must agree.
enum DeleteRuleResolver {
  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    for id in draft.relationIDs {
      switch draft[id].kind {
      case .reference: resolve(reference: id, &draft, into: &bag)
      case .manyToMany: check(list: id, draft, into: &bag)
      case .referenceInverse, .toMany: break
      }
    }
  }

  private static func resolve(
    reference id: RelationID, _ draft: inout SchemaDraft, into bag: inout DiagnosticBag
  ) {
    let inverse = draft[id].inverse
    let here = draft[id].declaration.onDelete
    let there = inverse.flatMap { draft[$0].declaration.onDelete }
    if let here, let there, let inverse, here.value != there.value {
      bag.add(
        .onDeleteConflict(here, of: draft.title(of: id), there, of: draft.title(of: inverse)))
    }
    let stated = here ?? there
    let hasForeignKey = draft[id].declaration.hasForeignKey?.value ?? false
    let usual: DeleteRule = draft[id].isOptional ? .nullify : hasForeignKey ? .deny : .keep
    if let stated { check(stated, of: id, hasForeignKey: hasForeignKey, draft, into: &bag) }
    draft[id].onDelete = stated?.value ?? usual
    draft[id].statesOnDelete = stated != nil
    if let inverse { draft[inverse].onDelete = stated?.value ?? usual }
  }

  private static func check(
    _ rule: Located<DeleteRule>, of id: RelationID, hasForeignKey: Bool, _ draft: SchemaDraft,
    into bag: inout DiagnosticBag
  ) {
    if rule.value == .nullify, !draft[id].isOptional {
      bag.add(.nullifyOfRequired(draft.title(of: id), at: rule.span))
    }
    if rule.value == .keep, hasForeignKey {
      bag.add(.keepOfEnforced(draft.title(of: id), at: rule.span))
    }
  }

  private static func check(
    list id: RelationID, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    guard let rule = draft[id].declaration.onDelete, rule.value != .nullify else { return }
    bag.add(.deleteRuleOfManyToMany(rule, of: draft.title(of: id)))
  }
}

import SyncGenDiagnostics

/// Infers the inverse of a to-many relationship that states none: the only to-one relationship that
/// refers back, otherwise the only to-many one.
enum InverseInference {
  static func infer(
    _ id: RelationID, _ draft: inout SchemaDraft, into bag: inout DiagnosticBag
  ) {
    guard draft[id].isToMany, draft[id].inverse == nil, isOpen(id, draft),
      let target = draft[id].target
    else { return }
    let back = draft.inverses(from: target, to: id.entity).filter { $0 != id && isOpen($0, draft) }
    let references = draft[id].declaration.through == nil ? back.filter { !draft[$0].isToMany } : []
    if references.count > 1 {
      bag.add(ambiguous(id, references, draft))
    } else if let reference = references.first {
      pair(id, with: reference, &draft, into: &bag)
    } else {
      pairLists(id, back.filter { draft[$0].isToMany }, &draft, into: &bag)
    }
  }

  /// Whether a relationship does not state another inverse, or none.
  private static func isOpen(_ id: RelationID, _ draft: SchemaDraft) -> Bool {
    draft[id].declaration.inverse == nil
  }

  private static func pair(
    _ id: RelationID, with reference: RelationID, _ draft: inout SchemaDraft,
    into bag: inout DiagnosticBag
  ) {
    guard let taken = draft[reference].inverse else {
      draft.pair(id, reference)
      return
    }
    bag.add(
      .takenInverse(
        of: draft.title(of: id), candidate: draft.title(of: reference), by: draft.title(of: taken),
        at: draft[id].declaration.name.span))
  }

  /// Pairs two lists if each is the only candidate for the other.
  private static func pairLists(
    _ id: RelationID, _ candidates: [RelationID], _ draft: inout SchemaDraft,
    into bag: inout DiagnosticBag
  ) {
    let free = candidates.filter { draft[$0].inverse == nil }
    guard let first = free.first else { return }
    let rivals = draft.inverses(from: id.entity, to: first.entity).filter {
      $0 != id && $0 != first && isOpen($0, draft) && draft[$0].isToMany && draft[$0].inverse == nil
    }
    if free.count > 1 || !rivals.isEmpty {
      bag.add(ambiguous(id, free, draft))
    } else {
      draft.pair(id, first)
    }
  }

  private static func ambiguous(
    _ id: RelationID, _ candidates: [RelationID], _ draft: SchemaDraft
  ) -> Diagnostic {
    .ambiguousInverse(
      of: draft.title(of: id),
      candidates: candidates.map { (draft[$0].name, draft[$0].declaration.name.span) },
      at: draft[id].declaration.name.span)
  }
}

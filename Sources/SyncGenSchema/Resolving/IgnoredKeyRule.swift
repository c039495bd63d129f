import SyncGenDiagnostics

/// Joins the keys under `ignore:` of an entity and of the conventions, and finds those that a member
/// has.
enum IgnoredKeyRule {
  static func paths(of entity: EntityDraft, _ conventions: Conventions) -> [String] {
    let own = entity.declaration.ignoredKeys.map(\.value)
    return conventions.ignoredKeys.filter { !own.contains($0) } + own
  }

  static func check(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    for path in entity.declaration.ignoredKeys {
      guard let member = member(at: path.value, of: entity) else { continue }
      bag.add(
        Diagnostic(
          .invalidRemote,
          "'ignore' of entity '\(entity.name)' lists '\(path.value)', but \(entity.title(of: member)) "
            + "has this key", at: path.span,
          notes: [.init("remove it from 'ignore', or remove the member", at: path.span)]))
    }
  }

  private static func member(at path: String, of entity: EntityDraft) -> EntityDraft.Member? {
    let attribute = entity.attributes.firstIndex { attribute in
      attribute.remote.paths.contains { $0.dotted == path }
    }
    if let attribute { return .attribute(attribute) }
    let relation = entity.relations.firstIndex { relation in
      (relation.keys.ids + relation.keys.objects).contains { $0.dotted == path }
    }
    return relation.map { .relation($0) }
  }
}

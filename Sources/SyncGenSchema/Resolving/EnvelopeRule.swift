import SyncGenDiagnostics

/// Checks for what the JSON:API envelope cannot represent.
enum EnvelopeRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    guard draft.symbols.conventions.envelope == .jsonAPI else { return }
    checkTypes(draft, into: &bag)
    for entity in draft.entities {
      checkIdentity(entity, into: &bag)
      for attribute in entity.attributes { check(attribute, of: entity, into: &bag) }
    }
    for id in draft.relationIDs {
      guard let key = draft[id].declaration.keyedBy, draft[id].keys.isLinkage else {
        continue
      }
      bag.add(
        .invalidEnvelope(
          "\(draft.title(of: id)) is a list of resource identifiers, so 'keyed-by' has no effect",
          at: key.span))
    }
  }

  private static func checkTypes(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    var taken: [String: EntityDraft] = [:]
    for entity in draft.entities {
      guard let type = entity.resourceType,
        let first = taken.updateValue(entity, forKey: type)
      else { continue }
      bag.add(
        .invalidEnvelope(
          "entities '\(first.name)' and '\(entity.name)' both have resource objects of the type '\(type)'",
          at: entity.declaration.remoteName?.span ?? entity.declaration.name.span,
          notes: [.init("'\(first.name)' is here", at: first.declaration.name.span)]))
    }
  }

  private static func checkIdentity(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    guard let identity = entity.identity else { return }
    let reason: String
    switch identity.parts.first {
    case _ where identity.isComposite: reason = "has several parts"
    case .attribute(let index)? where entity.attributes[index].remote.paths.first?.keys == ["id"]:
      return
    case .attribute?: reason = "has another key"
    case .reference?, nil: reason = "is a relationship"
    }
    let span = entity.declaration.identity?.first?.span ?? entity.declaration.name.span
    bag.add(
      .invalidEnvelope(
        "the identity of '\(entity.name)' \(reason), but the 'id' of a resource object is a single string",
        at: span))
  }

  private static func check(
    _ attribute: Attribute, of entity: EntityDraft, into bag: inout DiagnosticBag
  ) {
    guard attribute.remote.paths.contains(where: { $0.keys == ["type"] }) else { return }
    bag.add(
      .invalidEnvelope(
        "attribute '\(entity.name).\(attribute.name.name)' cannot have the key 'type', which is the type of the resource object",
        at: attribute.span))
  }
}

extension Diagnostic {
  fileprivate static func invalidEnvelope(
    _ message: String, at span: SourceSpan, notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    Diagnostic(.invalidEnvelope, message, at: span, notes: notes)
  }
}

import SwiftSyncValues
import SyncGenDiagnostics

/// Checks the settings of relationships for rows that payloads nest under them.
enum NestingRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    for id in draft.relationIDs {
      guard let target = draft[id].target else { continue }
      let declaration = draft[id].declaration
      guard declaration.isToMany else { continue }
      if declaration.settings.missingRows != .delete,
        let span = declaration.stated[\.missingRows]?.value
      {
        checkMissingRows(span, id, draft, into: &bag)
      }
      if let key = declaration.keyedBy { checkKey(key, id, draft[target], draft, into: &bag) }
    }
  }

  private static func checkMissingRows(
    _ span: SourceSpan, _ id: RelationID, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    let relation = draft[id]
    // A pushed list states that there are no others, which the device does not know.
    if relation.kind == .manyToMany, relation.through == nil,
      relation.declaration.settings.direction.isPushed
    {
      bag.add(.incompleteListIsPushed(draft.title(of: id), at: span))
    }
  }

  private static func checkKey(
    _ key: Located<String>, _ id: RelationID, _ target: EntityDraft, _ draft: SchemaDraft,
    into bag: inout DiagnosticBag
  ) {
    guard case .attribute(let index) = target.members[key.value] else {
      bag.add(.unknownMember(key, in: "'keyed-by' of \(draft.title(of: id))", of: target))
      return
    }
    guard let identity = target.identity else { return }
    let attributes = identity.parts.filter { if case .attribute = $0 { true } else { false } }
    if attributes != [.attribute(index: index)] {
      bag.add(.keyIsNoIdentity(key, of: draft.title(of: id), target: target.name))
    }
  }
}

extension RelationDeclaration {
  /// `keyed-by` with its span.
  var keyedBy: Located<String>? {
    guard let key = settings.keyedBy, let span = stated[\.keyedBy]?.value else {
      return nil
    }
    return Located(key, at: span)
  }
}

extension Diagnostic {
  fileprivate static func incompleteListIsPushed(
    _ owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidMissingRows,
      "\(owner) keeps missing rows, so its list must not be pushed: add 'direction: pull', or 'through:' with an entity for its rows",
      at: span)
  }

  static func keyIsNoIdentity(
    _ key: Located<String>, of owner: String, target: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidKeyedBy,
      "'keyed-by' of \(owner) is '\(key.value)', expected the attribute that identifies rows of '\(target)'",
      at: key.span)
  }
}

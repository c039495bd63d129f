import SyncGenDiagnostics

/// The messages about documents.
extension Diagnostic {
  static func misplacedMissingRows(of owner: String, at span: SourceSpan) -> Diagnostic {
    .misplacedKey(
      "missing-rows", of: owner, belongs: "a list of rows in a type under 'types'", at: span)
  }

  static func noCases(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidDocument, "\(owner) has no cases, expected an entity for each value of the tag",
      at: span)
  }

  static func sameTag(
    _ row: TaggedRows.Case, first: TaggedRows.Case, of owner: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidDocument, "two cases of \(owner) have the tag \(row.value.spelling)", at: row.span,
      notes: [Note("the first one is here", at: first.span)])
  }

  static func unknownAsCase(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidDocument,
      "\(owner) has the case 'unknown' in Swift twice: for the entity 'Unknown', and for rows of other "
        + "entities", at: span,
      notes: [Note("with 'unknown: reject' there is no case for other rows", at: span)])
  }

  static func taggedRowsOutsideDocument(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidDocument,
      "\(owner) is a list of rows of several entities, which only a type under 'types' can have",
      at: span,
      notes: [Note("declare the type that has the list under 'types', and name it here", at: span)])
  }

  static func rowsInsideField(
    _ inner: InlineField, outer: InlineField, of type: String
  ) -> Diagnostic {
    .remoteKeyInValue(
      inner.remote.dotted, of: "field '\(inner.name.name)'", outer: outer.remote.dotted,
      of: "field '\(outer.name.name)'", "as one value", "reads", in: type,
      remedy: "change one 'remote:'", at: inner.span, other: "field '\(outer.name.name)'",
      at: outer.span)
  }

  static func pagesOfDocument(
    _ key: EndpointKey, of owner: String, document: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) cannot have '\(key.rawValue)': it returns the document '\(document)', which is stored as a whole",
      at: span,
      notes: [
        Note("to store only the rows of one of its lists, write 'stores: { root: … }'", at: span)
      ])
  }

  static func storesOfDocument(
    _ key: String, of owner: String, document: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'stores' of \(owner) has '\(key)', expected 'true' or 'complete-with': 'returns' is the document '\(document)'",
      at: span,
      notes: [
        Note("the fields of the document specify what happens to missing rows", at: span)
      ])
  }
}

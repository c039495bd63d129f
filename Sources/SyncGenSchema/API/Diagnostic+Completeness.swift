import SyncGenDiagnostics

/// The messages about lists that delete missing rows.
extension Diagnostic {
  static func deletionOfFilteredRows(
    _ owner: String, list: String? = nil, filters: [String], besides harmless: [String],
    at span: SourceSpan
  ) -> Diagnostic {
    let names = quoted(filters)
    let all = (harmless + filters).joined(separator: ", ")
    let rows = list.map { "the missing rows of '\($0)'" } ?? "missing rows"
    return Diagnostic(
      .invalidEndpoint,
      "\(owner) cannot delete \(rows): \(names) can leave rows out of the response", at: span,
      notes: [
        Note(
          "if the list is complete with every value of \(names), write 'complete-with: [\(all)]' under 'stores'",
          at: span)
      ])
  }

  static func deletionByOneRow(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) cannot delete missing rows: it returns one row, which is never a complete list",
      at: span)
  }

  static func missingRowsUnstated(
    _ owner: String, entity: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .warning, .missingRowsUnstated,
      "\(owner) does not state 'missing-rows', so rows of '\(entity)' that the server deletes stay stored",
      at: span,
      notes: [
        Note("if each response contains all rows, add 'missing-rows: delete'", at: span),
        Note("otherwise add 'missing-rows: keep'", at: span),
      ])
  }

  static func keyWithoutStores(
    _ key: EndpointKey, of owner: String, remedy: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'\(key.rawValue)' of \(owner) has no effect, because its response is not stored", at: span,
      notes: [Note(remedy, at: span)])
  }

  static func missingRowsOfDocument(
    _ owner: String, document: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'missing-rows' of \(owner) has no effect, because it returns the document '\(document)'",
      at: span,
      notes: [Note("write it on the lists of rows under 'types'", at: span)])
  }

  static func keepIfWithPages(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) cannot have 'page' and 'missing-rows' with 'keep-if': the pages state where the list ends",
      at: span)
  }

  static func keepIfInList(_ path: String, of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'keep-if' of \(owner) is '\(path)', a path in the response, which is a list of rows and has no keys",
      at: span)
  }

  static func completeWithoutDeletion(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'complete-with' of \(owner) has no effect without 'missing-rows: delete'",
      at: span)
  }

  static func unknownFilter(
    _ name: Located<String>, of owner: String, known: [String]
  ) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: name.value, in: known, at: name.span)
    let expected =
      known.isEmpty
      ? "but the endpoint has no parameter that can leave rows out"
      : "expected \(known.count == 1 ? "" : "one of ")\(quoted(known))"
    return Diagnostic(
      .invalidEndpoint, "'complete-with' of \(owner) names '\(name.value)', \(expected)",
      at: name.span, notes: notes, fixIt: fixIt)
  }

  private static func quoted(_ names: [String]) -> String {
    let names = names.map { "'\($0)'" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

import SyncGenDiagnostics

/// The messages about uploads: about entities stated twice, and about the `rest` protocol.
extension Diagnostic {
  static func keyOfOtherProtocol(
    _ key: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) has '\(key)', which the 'rest' protocol does not use: its requests go to the "
        + "endpoints under 'entities'",
      at: span)
  }

  static func keyOfRowUploads(_ key: String, of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "\(owner) has '\(key)', which only the 'rest' protocol uses", at: span)
  }

  static func concurrencyTooHigh(_ stated: Located<Int>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'concurrency' of \(owner) is \(stated.value), expected a number from 1 to "
        + "\(RowUpload.maximumConcurrency)",
      at: stated.span)
  }

  static func invalidHeader(_ name: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "\(owner) is '\(name.value)', expected the name of a header field",
      at: name.span)
  }

  static func uploadWithoutQueue(
    _ entity: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) uploads '\(entity)', which has 'push: false' under 'sync', so no local changes are recorded",
      at: span)
  }

  static func repeatedUpload(
    _ entity: Located<String>, of owner: String, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "'entities' of \(owner) names '\(entity.value)' twice", at: entity.span,
      notes: [Note("it is first named here", at: first)])
  }

  static func uploadWithoutEndpoints(
    _ entity: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'\(entity)' of \(owner) has no endpoint, expected 'create', 'update' or 'delete'", at: span
    )
  }

  static func unknownEndpoint(
    _ name: Located<String>, for what: String, known: [String]
  ) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: name.value, in: known, at: name.span)
    return Diagnostic(
      .invalidEndpoint, "\(what) names an unknown endpoint '\(name.value)'", at: name.span,
      notes: notes, fixIt: fixIt)
  }

  static func unfitEndpoint(
    _ name: Located<String>, _ key: String, of entity: String, problem: String,
    at endpoint: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "endpoint '\(name.value)' cannot \(key) a row of '\(entity)': \(problem)",
      at: name.span, notes: [Note("'\(name.value)' is here", at: endpoint)])
  }
}

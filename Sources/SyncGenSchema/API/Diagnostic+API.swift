import SyncGenDiagnostics

/// The messages about `api:`.
extension Diagnostic {
  /// - Parameter problem: What is wrong, e.g. `does not begin with '/'`.
  static func invalidPath(
    _ path: Located<String>, _ problem: String, note: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .invalidPath, "the path '\(path.value)' \(problem)", at: path.span,
      notes: note.map { [Note($0, at: path.span)] } ?? [])
  }

  /// The warning about a segment like `:id`, which other languages use for placeholders.
  static func colonInPath(_ path: Located<String>, name: String) -> Diagnostic {
    Diagnostic(
      .warning, .invalidPath,
      "the path '\(path.value)' has the segment ':\(name)', which is sent as it is",
      at: path.span, notes: [Note("write '{\(name)}' for a placeholder", at: path.span)])
  }

  static func uploadWithoutEntities(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) has no 'entities': list the entities whose changes are pushed to it",
      at: span)
  }

  static func endpointMethod(_ owner: String, stated: [String], at span: SourceSpan) -> Diagnostic {
    let found = stated.isEmpty ? "no method" : stated.map { "'\($0)'" }.joined(separator: " and ")
    return Diagnostic(
      .invalidEndpoint, "\(owner) has \(found), expected one method with its path", at: span)
  }

  static func bodyOfGet(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.invalidEndpoint, "\(owner) is a 'get', which cannot have a 'body'", at: span)
  }

  /// A name that hides the member by which a type conceals its secrets.
  static func mirrorBesideSecret(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .reservedName,
      "'\(ReservedNames.mirror)' of \(owner) cannot be used next to a secret: the generated code "
        + "declares it to conceal the secret",
      at: span,
      notes: [
        Note("use another name, with 'remote' for the key in requests and responses", at: span)
      ])
  }

  static func parameterTwice(_ name: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "'\(name.value)' is a parameter of the path and of the query of \(owner)",
      at: name.span)
  }

  static func sameEndpoint(_ endpoint: EndpointModel, first: EndpointModel) -> Diagnostic {
    let shared =
      first.path == endpoint.path
      ? "method, path, version, parameters, body and response"
      : "method, path and version, but other names of placeholders"
    return Diagnostic(
      .invalidEndpoint,
      "endpoints '\(first.name.name)' and '\(endpoint.name.name)' have the same \(shared)",
      at: endpoint.span, notes: [Note("'\(first.name.name)' is here", at: first.span)])
  }

  static func storesWithoutEntity(
    _ owner: String, isKeyed: Bool, remedy: String?, at span: SourceSpan
  ) -> Diagnostic {
    let expected = isKeyed ? "no dictionary of an entity's rows" : "no entity"
    return Diagnostic(
      .invalidEndpoint,
      "the response of \(owner) cannot be stored: 'returns' has \(expected), or none at 'root'"
        + (remedy.map { "; \($0)" } ?? ""),
      at: span)
  }

  static func deletionSinceWatermark(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) cannot delete missing rows: with 'since' a response contains only some of them",
      at: span)
  }

  static func sinceWithoutClock(_ owner: String, entity: String, at span: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      .invalidEndpoint, "'since' of \(owner) needs a watermark, but '\(entity)' has no clock",
      at: span)
  }

  static func scopeWithoutRelation(
    _ name: Located<String>, of owner: String, entity: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'scope' of \(owner) is '\(name.value)', which is not a to-one of '\(entity)'",
      at: name.span)
  }

  static func scopeWithoutPlaceholder(_ name: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'scope' of \(owner) is '\(name.value)', but the path has no '{\(name.value)}'",
      at: name.span)
  }
}

import SyncGenDiagnostics

/// The messages about `page:` and the policy of an endpoint.
extension Diagnostic {
  static func pageOfOneRow(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "\(owner) has 'page' but returns one row, expected a list of rows",
      at: span)
  }

  /// - Parameter remedy: What to write under `stores`, if the rows are inside the response.
  static func pageWithoutList(
    _ owner: String, remedy: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "\(owner) has 'page' but 'returns' is not a list", at: span,
      notes: remedy.map { [Note("to store the rows, \($0) under 'stores'", at: span)] } ?? [])
  }

  static func pageStyle(_ owner: String, stated: [String], at span: SourceSpan) -> Diagnostic {
    let found = stated.map { "'\($0)'" }.joined(separator: " and ")
    return Diagnostic(
      .invalidEndpoint,
      stated.isEmpty
        ? "'page' of \(owner) does not specify how pages are requested, expected one of 'number', 'offset', 'cursor', 'after', 'next' and 'link'"
        : "'page' of \(owner) has \(found), expected one of them",
      at: span)
  }

  static func keyOfOtherStyle(
    _ key: String, in place: String, style: String, of owner: String, instead: String? = nil,
    at span: SourceSpan
  ) -> Diagnostic {
    let hint = instead.map { "; write '\($0)'" } ?? ""
    return Diagnostic(
      .invalidEndpoint,
      "'\(key)' in '\(place)' of \(owner) has no effect with '\(style)'\(hint)", at: span)
  }

  static func shortPageWithoutSize(_ owner: String, size: String, at span: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      .invalidEndpoint,
      "'short-page' of \(owner) needs the size of a page: add '\(size)'", at: span)
  }

  static func lastWithoutValue(
    _ name: Located<String>, of owner: String, entity: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'last' of \(owner) is '\(entity).\(name.value)', expected an imported attribute that is sent as a single string or number",
      at: name.span)
  }

  static func lastWithoutField(
    _ name: Located<String>, of owner: String, known: [String]
  ) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: name.value, in: known, at: name.span)
    return Diagnostic(
      .invalidEndpoint,
      "'last' of \(owner) is '\(name.value)', expected a field of the listed type that is a single string or number",
      at: name.span, notes: notes, fixIt: fixIt)
  }

  static func lastIsRelation(
    _ name: Located<String>, of owner: String, entity: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'last' of \(owner) is the relationship '\(entity).\(name.value)', expected an attribute",
      at: name.span)
  }

  static func lastOfObject(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'after' of \(owner) needs rows in a list: with 'keyed-by' they are in an object, which has no last row",
      at: span)
  }

  static func invalidLinkRelation(_ text: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'link' of \(owner) is '\(text.value)', expected a link relation such as 'next'",
      at: text.span)
  }

  static func pageInBodyOfGet(_ name: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "\(owner) is a 'get', which cannot have '\(name.value)'", at: name.span)
  }

  static func pageInRequiredField(_ name: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'\(name.value)' of \(owner) is a required field; make it optional, because 'page' sets it",
      at: name.span)
  }

  static func pageInBodyWithoutKeys(_ name: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'\(name.value)' of \(owner) cannot be set, because its body is not an object",
      at: name.span)
  }

  static func parameterForTwo(_ name: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "the parameter '\(name.value)' of \(owner) is used for two purposes",
      at: name.span)
  }

  static func pathInList(_ key: String, of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'\(key)' in 'page' of \(owner) is a path in the response, which is a list of rows and has no keys",
      at: span)
  }

  static func sinceInBody(_ since: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'since' of \(owner) is '\(since.value)', expected the name of a query parameter",
      at: since.span)
  }

  static func invalidResponsePath(
    _ text: Located<String>, _ what: String, of owner: String, example: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(what) of \(owner) is '\(text.value)', expected keys joined by single dots such as '\(example)'",
      at: text.span)
  }

  static func pageSize(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(what) must be one parameter with its value, e.g. '{ per_page: 100 }'",
      at: span)
  }

  static func originsOfWrite(_ owner: String, method: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) is a '\(method)', which is never sent to another origin, so 'origins' has no effect",
      at: span)
  }

  static func invalidOrigin(_ text: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "the origin '\(text.value)' of \(owner) is invalid, expected a scheme and a host such as 'https://cdn.example'",
      at: text.span)
  }

  static func newestWithoutClock(_ owner: String, entity: String, at span: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      .invalidEndpoint,
      "'newest-wins' of \(owner) compares clocks, but '\(entity)' has no clock", at: span)
  }

  static func pageOutsideJSON(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "'page' of \(owner) sets a parameter of the body, which is not JSON",
      at: span)
  }
}

import SyncGenDiagnostics

/// The messages about header fields, bodies and errors of endpoints.
extension Diagnostic {
  static func invalidHeader(
    _ name: String, of owner: String, _ problem: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(.invalidHeader, "header '\(name)' of \(owner) \(problem)", at: span)
  }

  static func parameterTwice(
    _ name: String, in first: String, and second: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    let places = first == second ? "twice in the \(first)" : "in the \(first) and in the \(second)"
    return Diagnostic(
      .invalidEndpoint, "the parameter '\(name)' is \(places) of \(owner)", at: span)
  }

  static func misplacedSeparator(of what: String, at span: SourceSpan) -> Diagnostic {
    .misplacedKey("separator", of: what, belongs: "attributes and parameters of 'query'", at: span)
  }

  static func misplacedFile(of what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidType,
      "\(what) is a file, which is allowed only as 'body' or 'returns' of an endpoint, or in a 'multipart' body",
      at: span)
  }

  static func moneyAlone(of what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidType,
      "\(what) is 'money', which has two values; declare an object with a money field", at: span)
  }

  static func partInPlace(_ name: String, of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "part '\(name)' of \(owner) is an inline type, expected the name of a type under 'types'",
      at: span)
  }

  static func contentTypeWithoutBytes(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "'content-type' of \(owner) needs the body 'data' or 'file'", at: span)
  }

  static func invalidMediaType(
    _ text: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'content-type' of \(owner) is '\(text)', expected a media type such as 'image/png'", at: span
    )
  }

  static func invalidErrorStatus(
    _ key: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "error '\(key)' of \(owner) is not a status from 300 to 599, '4xx', '5xx' or 'default'",
      at: span)
  }

  static func noneOfSeveral(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "\(what) is 'none', which is allowed only for a single status", at: span)
  }

  static func failsWithoutJSON(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'fails' of \(owner) needs a JSON response, but 'returns' is 'data' or 'file'", at: span)
  }

  static func noneWithStores(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "'errors' of \(owner) has 'none', but 'stores' needs a response", at: span)
  }

  static func errorInPlace(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(what) is an inline type, expected 'none', 'Problem' or the name of a type under 'types'",
      at: span)
  }

  static func optionalError(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint, "\(what) is optional, expected a type without '?'", at: span)
  }
}

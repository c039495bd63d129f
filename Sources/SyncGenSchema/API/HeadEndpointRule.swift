import SyncGenDiagnostics

/// Checks an endpoint with `head`: its responses have header fields, but no body.
enum HeadEndpointRule {
  private static let bodyKeys: [EndpointKey] = [
    .body, .contentType, .returns, .fails, .stores, .page, .since, .missingRows, .pulls,
  ]

  static func check(
    _ keys: KeyedNodes<EndpointKey>, errors: [EndpointError], of owner: String,
    into bag: inout DiagnosticBag
  ) {
    for key in bodyKeys {
      if let span = keys.keySpan(key) { bag.add(.keyOfBody(key.rawValue, ofHead: owner, at: span)) }
    }
    if errors.contains(where: { $0.body != .none }), let span = keys.keySpan(.errors) {
      bag.add(.errorBodyOfHead(owner, at: span))
    }
  }
}

extension Diagnostic {
  fileprivate static func keyOfBody(
    _ key: String, ofHead owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "\(owner) is a 'head', whose requests and responses have no body, so it cannot have '\(key)'",
      at: span)
  }

  fileprivate static func errorBodyOfHead(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'errors' of \(owner) can only be 'none', because the responses to a 'head' have no body",
      at: span)
  }
}

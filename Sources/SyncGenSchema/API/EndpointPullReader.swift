import SyncGenDiagnostics

/// Decides whether a session pulls the rows of an endpoint, with `pulls:`.
struct EndpointPullReader {
  let endpoint: EndpointStatement
  /// The parameters in header fields.
  let headers: [InlineField]
  let storage: EndpointStorageReader.Result

  func read(into bag: inout DiagnosticBag) -> EndpointPulling {
    let stated = endpoint.keys[.pulls]?.flag(
      for: "'pulls' of \(endpoint.owner)", into: &bag)
    if stated?.value == false { return .notPulled }
    if let obstacle {
      if let stated { bag.add(.cannotBePulled(endpoint.owner, obstacle, at: stated.span)) }
      return nested.map { EndpointPulling.ofParent($0) } ?? .notPulled
    }
    return stated != nil || storage.filters.isEmpty
      ? .pulled(isStated: stated != nil) : .notPulled
  }

  private var isStored: Bool { storage.stores != nil || storage.document != nil }

  /// Why a session cannot request the rows, which has no values for parameters.
  private var obstacle: String? {
    if !isStored { return "its response is not stored" }
    if endpoint.method != .get { return "it is a '\(endpoint.method.rawValue)'" }
    if let name = endpoint.placeholders.first { return "its path needs '\(name)'" }
    return requiredParameter.map { "its requests need '\($0)'" }
  }

  private var requiredParameter: String? {
    let query = endpoint.query.filter { field in
      let name = field.remote.dotted
      return storage.stores?.since != name
        && storage.paging?.sets(name, inBody: false) != true
    }
    return (query + headers).first { !$0.isOptional && $0.defaultValue == nil }?.name.name
  }

  /// The to-one of the parent whose list the endpoint returns, if nothing else is needed.
  private var nested: RelationID? {
    guard endpoint.method == .get, endpoint.placeholders.count == 1, storage.filters.isEmpty,
      requiredParameter == nil
    else { return nil }
    return storage.stores?.scope
  }
}

extension Diagnostic {
  fileprivate static func cannotBePulled(
    _ owner: String, _ reason: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(.invalidEndpoint, "\(owner) cannot be pulled by a session: \(reason)", at: span)
  }
}

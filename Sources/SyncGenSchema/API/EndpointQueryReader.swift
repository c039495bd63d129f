import SyncGenDiagnostics
import SyncGenYAML

/// Reads `query:` of an endpoint: parameters, and constants that every request has.
struct EndpointQueryReader {
  struct Query {
    var parameters: [InlineField] = []
    var constants: [QueryConstant] = []
  }

  let symbols: Symbols
  let payloads: PayloadTypeReader
  /// The name of the endpoint.
  let name: String
  /// The endpoint in messages.
  let owner: String

  func read(
    _ node: YAMLNode?, besides placeholders: [String], into bag: inout DiagnosticBag
  ) -> Query {
    let pairs = node?.pairs(for: "'query' of \(owner)", into: &bag) ?? []
    for pair in pairs where placeholders.contains(pair.key) {
      bag.add(.parameterTwice(Located(pair.key, at: pair.keySpan), of: owner))
    }
    let parameters = payloads.parameters(
      pairs.filter { !Self.isConstant($0) }, of: name, into: &bag)
    let constants = pairs.filter(Self.isConstant).compactMap { constant($0, into: &bag) }
    var known = Dictionary(
      parameters.map { ($0.remote, $0) }, uniquingKeysWith: { first, _ in first })
    for field in constants.map(\.field) {
      guard let first = known.updateValue(field, forKey: field.remote) else { continue }
      bag.add(
        .remoteCollision(
          field.remote.dotted, in: name, "field '\(field.name.name)'", at: field.span,
          "field '\(first.name.name)'", at: first.span))
    }
    return Query(parameters: parameters, constants: constants)
  }

  /// Whether a parameter is stated by its value instead of its type.
  private static func isConstant(_ pair: YAMLPair) -> Bool {
    guard case .mapping(let pairs) = pair.value.content else { return false }
    return pairs.contains { $0.key == "value" }
  }

  private func constant(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> QueryConstant? {
    let what = "field '\(name).\(pair.key)'"
    MemberNameRule.check(Located(pair.key, at: pair.keySpan), of: "field", into: &bag)
    var stated = FieldDeclaration(pair)
    FieldKeys.constant.read(pair, of: what, to: &stated, into: &bag)
    guard let value = stated.valueNode?.text(for: "'value' of \(what)", into: &bag) else {
      return nil
    }
    let remote = RemoteMapping(
      stated.remoteNode.flatMap { RemoteReader.path($0, of: what, into: &bag) }.map {
        .paths([$0])
      },
      of: pair.key, snake: symbols.names.snakeCase(pair.key), type: .scalar(.string),
      symbols.namer)
    guard let path = remote.paths.first else { return nil }
    let settings = FieldKeys.constant.resolved(
      stated, FieldFacts(.scalar(.string), isOptional: false), symbols.conventions, of: what,
      into: &bag)
    let field = InlineField(
      name: SwiftIdentifier(pair.key), remote: path, currencyRemote: nil, type: .scalar(.string),
      scalar: nil, isOptional: false, defaultValue: nil, settings: settings, span: pair.keySpan)
    return QueryConstant(field: field, value: value.value)
  }
}

extension Diagnostic {
  static func constantSetByPages(_ constant: QueryConstant, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "'\(constant.field.name.name)' of \(owner) is a constant, but 'page' or 'since' sets it",
      at: constant.field.span)
  }
}

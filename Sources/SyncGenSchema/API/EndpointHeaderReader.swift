import SyncGenDiagnostics
import SyncGenYAML

/// Reads `headers:` of an endpoint or of `api:`.
struct EndpointHeaderReader {
  /// The lowercase names of fields that only the transport sets.
  private static let reserved: Set<String> = [
    "connection", "content-length", "host", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  let symbols: Symbols
  let payloads: PayloadTypeReader
  /// The owner of the header fields, e.g. `endpoint 'tasks'`.
  let owner: String

  func read(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> [EndpointHeader] {
    let pairs = node?.pairs(for: "'headers' of \(owner)", into: &bag) ?? []
    var headers: [EndpointHeader] = []
    for pair in pairs {
      guard checkName(pair, among: headers, into: &bag), let header = header(pair, into: &bag)
      else { continue }
      headers.append(header)
    }
    return headers
  }

  private func checkName(
    _ pair: YAMLPair, among others: [EndpointHeader], into bag: inout DiagnosticBag
  ) -> Bool {
    let isToken = !pair.key.isEmpty && pair.key.utf8.allSatisfy(Self.isTokenByte)
    guard isToken else {
      bag.add(
        .invalidHeader(
          pair.key, of: owner, "is not a name of letters, digits and !#$%&'*+-.^_`|~",
          at: pair.keySpan))
      return false
    }
    if Self.reserved.contains(pair.key.lowercased()) {
      bag.add(.invalidHeader(pair.key, of: owner, "is set by the transport", at: pair.keySpan))
      return false
    }
    if others.contains(where: { $0.name.lowercased() == pair.key.lowercased() }) {
      bag.add(
        .invalidHeader(
          pair.key, of: owner, "is declared twice; header names are case-insensitive",
          at: pair.keySpan))
      return false
    }
    return true
  }

  private func header(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> EndpointHeader? {
    let what = "header '\(pair.key)' of \(owner)"
    var stated = FieldDeclaration(pair)
    guard case .mapping = pair.value.content else {
      stated.typeNode = pair.value
      return parameter(pair, stated, what, into: &bag)
    }
    FieldKeys.header.read(pair, of: what, to: &stated, into: &bag)
    if let value = stated.valueNode {
      for other in [stated.stated[.type], stated.stated[\.remoteDates]].compactMap({ $0 }) {
        bag.add(
          .invalidHeader(
            pair.key, of: owner, "has 'value' and '\(other.name)', expected one of them",
            at: other.span))
      }
      return constant(pair, value, what, into: &bag)
    }
    guard stated.typeNode != nil else {
      bag.add(.missingKey("type", in: what, at: pair.keySpan))
      return nil
    }
    return parameter(pair, stated, what, into: &bag)
  }

  private func constant(
    _ pair: YAMLPair, _ value: YAMLNode, _ what: String, into bag: inout DiagnosticBag
  ) -> EndpointHeader? {
    guard let text = value.text(for: "'value' of \(what)", into: &bag) else { return nil }
    guard text.value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
      bag.add(
        .invalidHeader(pair.key, of: owner, "has a control character in its value", at: text.span))
      return nil
    }
    return EndpointHeader(name: pair.key, content: .constant(text.value))
  }

  private func parameter(
    _ pair: YAMLPair, _ declaration: FieldDeclaration, _ what: String,
    into bag: inout DiagnosticBag
  ) -> EndpointHeader? {
    guard let node = declaration.typeNode,
      let stated = payloads.type(node, named: pair.key, for: what, into: &bag)
    else { return nil }
    let (type, isOptional) = payloads.unwrapped(stated)
    guard type.isText || type.isListOfTexts else {
      bag.add(
        .invalidHeader(
          pair.key, of: owner,
          "has a type that cannot be sent in a header, expected a scalar, an enum or a list of them",
          at: node.span))
      return nil
    }
    let name = parameterName(pair.key)
    MemberNameRule.check(Located(name, at: pair.keySpan), of: "header", into: &bag)
    let field = InlineField(
      name: SwiftIdentifier(name), remote: RemotePath([pair.key]), currencyRemote: nil, type: type,
      scalar: payloads.scalar(named: node), isOptional: isOptional, defaultValue: nil,
      settings: FieldKeys.header.resolved(
        declaration, FieldFacts(type, isOptional: isOptional), symbols.conventions, of: what,
        into: &bag), span: pair.keySpan)
    return EndpointHeader(name: pair.key, content: .parameter(field))
  }

  /// The name of a parameter, e.g. `idempotencyKey` for `Idempotency-Key`.
  private func parameterName(_ header: String) -> String {
    let words = header.split { !$0.isLetter && !$0.isNumber }
    return symbols.names.camelCase(words.map { $0.lowercased() }.joined(separator: "_"))
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    CanonicalNumber.isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

extension PayloadType {
  fileprivate var isListOfTexts: Bool {
    if case .array(let element) = self { element.isText } else { false }
  }
}

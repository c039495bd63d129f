import SyncGenDiagnostics
import SyncGenYAML

/// Reads `placeholders:` of an endpoint: the types of placeholders that are not inferred.
struct EndpointPlaceholderReader {
  let symbols: Symbols
  let payloads: PayloadTypeReader
  /// The endpoint in messages.
  let owner: String

  /// - Parameter names: The placeholders of the path.
  func read(
    _ node: YAMLNode?, in names: [String], into bag: inout DiagnosticBag
  ) -> [InlineField] {
    let pairs = node?.pairs(for: "'placeholders' of \(owner)", into: &bag) ?? []
    return pairs.compactMap { pair in
      guard names.contains(pair.key) else {
        bag.add(
          .typeOfNoPlaceholder(Located(pair.key, at: pair.keySpan), of: owner, known: names))
        return nil
      }
      return field(pair, into: &bag)
    }
  }

  /// Reports the type of a placeholder that must have the type of the identity of a parent.
  static func check(
    _ fields: [InlineField], scope: String?, of owner: String, into bag: inout DiagnosticBag
  ) {
    for field in fields where field.name.name == scope {
      bag.add(.typeOfScope(field, of: owner))
    }
  }

  private func field(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> InlineField? {
    let what = "placeholder '\(pair.key)' of \(owner)"
    var stated = FieldDeclaration(pair)
    if case .mapping = pair.value.content {
      FieldKeys.placeholder.read(pair, of: what, to: &stated, into: &bag)
    } else {
      stated.typeNode = pair.value
    }
    guard let node = stated.typeNode,
      let type = payloads.type(node, named: pair.key, for: what, into: &bag)
    else { return nil }
    guard type.isText else {
      bag.add(.invalidPlaceholderType(what, at: node.span))
      return nil
    }
    return InlineField(
      name: SwiftIdentifier(pair.key), remote: RemotePath([pair.key]), currencyRemote: nil,
      type: type, scalar: payloads.scalar(named: node), isOptional: false, defaultValue: nil,
      settings: FieldKeys.placeholder.resolved(
        stated, FieldFacts(type, isOptional: false), symbols.conventions, of: what, into: &bag),
      span: pair.keySpan)
  }
}

extension PayloadType {
  /// Whether a value is a single string outside JSON.
  var isText: Bool {
    switch self {
    case .scalar(.data), .scalar(.json): false
    case .scalar, .enumeration: true
    default: false
    }
  }
}

extension Diagnostic {
  static func typeOfNoPlaceholder(
    _ name: Located<String>, of owner: String, known: [String]
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: name.value, in: known)
    return Diagnostic(
      .invalidEndpoint,
      "'placeholders' of \(owner) has '\(name.value)', but the path has no '{\(name.value)}'",
      at: name.span, notes: near.map { [Note("did you mean '\($0)'?", at: name.span)] } ?? [])
  }

  static func invalidPlaceholderType(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidType,
      "\(what) has a type that cannot be a segment of a path, expected a scalar or an enum",
      at: span)
  }

  static func typeOfScope(_ field: InlineField, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidEndpoint,
      "placeholder '\(field.name.name)' of \(owner) is the 'scope', so it has the type of the parent's identity; remove it from 'placeholders'",
      at: field.span)
  }
}

import SyncGenDiagnostics
import SyncGenYAML

/// Reads what requests and responses carry: names of types, lists, and types that are stated in place.
struct PayloadTypeReader {
  private let symbols: Symbols
  /// The names under `types:`, in their order.
  private let named: [String]

  init(_ symbols: Symbols, named: [String]) {
    self.symbols = symbols
    self.named = named
  }

  /// - Parameter name: What a type that is stated in place is called.
  func type(
    _ node: YAMLNode, named name: String, for what: String, into bag: inout DiagnosticBag
  ) -> PayloadType? {
    switch node.content {
    case .mapping:
      return inlineType(node, named: name, into: &bag).map { wrapped(.inline($0), node) }
    case .sequence(let items):
      guard items.count == 1, let item = items.first else {
        bag.add(.invalidListType(for: what, at: node.span))
        return nil
      }
      return type(item, named: name, for: what, into: &bag).map { wrapped(.array($0), node) }
    case .scalar:
      return TypeReader.read(node, for: what, into: &bag).flatMap {
        type($0, for: what, into: &bag)
      }
    }
  }

  private func wrapped(_ type: PayloadType, _ node: YAMLNode) -> PayloadType {
    node.hasQuestionMark ? .optional(type) : type
  }

  private func type(
    _ expression: TypeExpression, for what: String, into bag: inout DiagnosticBag
  ) -> PayloadType? {
    guard expression.shape != .dictionary else {
      bag.add(.dictionaryInPayload(for: what, at: expression.span))
      return nil
    }
    guard let base = named(expression.name) else {
      let known =
        ScalarType.allCases.map(\.rawValue) + symbols.enums.map(\.name.name)
        + symbols.entityIDs.keys.sorted() + named
      bag.add(
        .unknownType(
          expression, of: what, known: known, usual: SwiftTypeNames.scalar(for: expression.name)))
      return nil
    }
    let type = expression.shape == .array ? .array(base) : base
    return expression.isOptional ? .optional(type) : type
  }

  private func named(_ name: String) -> PayloadType? {
    if let scalar = ScalarType(rawValue: name) { return .scalar(scalar) }
    if let id = symbols.enumIDs[name] { return .enumeration(id) }
    if let id = symbols.entityIDs[name] { return .entity(id) }
    if let index = named.firstIndex(of: name) { return .named(index) }
    guard name.hasSuffix(".Patch") else { return nil }
    return symbols.entityIDs[String(name.dropLast(".Patch".count))].map { .patch($0) }
  }

  func inlineType(
    _ node: YAMLNode, named name: String, into bag: inout DiagnosticBag
  ) -> InlineType? {
    guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
      bag.add(
        .wrongShape("type '\(name)'", expected: "a mapping of fields", item: "field", found: node))
      return nil
    }
    return InlineType(name: name, fields: fields(pairs, of: name, into: &bag), span: node.span)
  }

  func fields(
    _ pairs: [YAMLPair], of owner: String, into bag: inout DiagnosticBag
  ) -> [InlineField] {
    let fields = pairs.compactMap { field($0, of: owner, into: &bag) }
    var keys: [RemotePath: InlineField] = [:]
    for field in fields {
      guard let first = keys.updateValue(field, forKey: field.remote) else { continue }
      bag.add(
        .remoteCollision(
          field.remote.dotted, in: owner, "field '\(field.name.name)'", at: field.span,
          "field '\(first.name.name)'", at: first.span))
    }
    return fields
  }

  private func field(
    _ pair: YAMLPair, of owner: String, into bag: inout DiagnosticBag
  ) -> InlineField? {
    let what = "field '\(owner).\(pair.key)'"
    MemberNameRule.check(Located(pair.key, at: pair.keySpan), of: "field", into: &bag)
    let keys =
      isLongForm(pair.value) ? KeyedNodes<InlineFieldKey>(pair.value, of: what, into: &bag) : nil
    let node = keys?[.type] ?? pair.value
    guard let type = type(node, named: nested(pair.key, node, in: owner), for: what, into: &bag)
    else { return nil }
    let remote = keys?[.remote].flatMap { RemoteReader.path($0, of: what, into: &bag) }?.value
    let dates = keys?[.dates].flatMap {
      DateFormatReader.read($0, for: "'dates' of \(what)", into: &bag)
    }
    let documentation = keys?[.doc]?.text(for: "'doc' of \(what)", into: &bag)?.value
    let (base, isOptional) = unwrapped(type)
    return InlineField(
      name: SwiftIdentifier(pair.key),
      remote: remote ?? symbols.namer.paths(pair.key).first ?? RemotePath([pair.key]),
      type: base, isOptional: isOptional,
      remoteDates: dates?.value ?? symbols.conventions.dates(of: base),
      documentation: documentation,
      span: pair.keySpan)
  }

  /// Whether a mapping says more of a field, and is not itself the field's type.
  private func isLongForm(_ node: YAMLNode) -> Bool {
    guard case .mapping(let pairs) = node.content, !node.hasQuestionMark else { return false }
    return pairs.contains { $0.key == InlineFieldKey.type.rawValue }
      && pairs.allSatisfy { InlineFieldKey(rawValue: $0.key) != nil }
  }

  /// `CheerHistory.History.Comment`: the path, lists in the singular.
  private func nested(_ field: String, _ node: YAMLNode, in owner: String) -> String {
    let snake = symbols.names.snakeCase(field)
    let word = if case .sequence = node.content { Inflection.singular(snake) } else { snake }
    return owner + "." + symbols.names.upperCamelCase(word)
  }

  private func unwrapped(_ type: PayloadType) -> (type: PayloadType, isOptional: Bool) {
    if case .optional(let base) = type { (base, true) } else { (type, false) }
  }
}

import SyncGenDiagnostics
import SyncGenYAML

/// Reads fields of types, and distinguishes their long form from an inline type.
enum TypeFieldReader {
  /// Reads a field whose type is not stated in place.
  static func declaration(
    _ pair: YAMLPair, of owner: String, into bag: inout DiagnosticBag
  ) -> FieldDeclaration {
    var field = FieldDeclaration(pair)
    guard pair.value.isMapping else {
      field.readShortForm(pair.value, of: owner, into: &bag)
      return field
    }
    if let secret = secret(of: pair.value) {
      bag.add(.misplacedSecret(of: owner, at: secret.keySpan))
      return field
    }
    FieldKeys.field.read(
      pair, of: owner, to: &field, into: &bag,
      hint: { hint($0, $1, known: FieldKeys.field.names) })
    field.readStatedParts(of: owner, into: &bag)
    return field
  }

  /// Whether the value of a field is its long form: a mapping with `type`, whatever its other keys
  /// are.
  static func isLongForm(_ node: YAMLNode) -> Bool {
    guard case .mapping(let pairs) = node.content else { return false }
    return pairs.contains { $0.key == "type" }
  }

  /// The key `secret` of the long form, which has no meaning for fields of types.
  static func secret(of value: YAMLNode) -> YAMLPair? {
    guard isLongForm(value), case .mapping(let pairs) = value.content else { return nil }
    return pairs.first { $0.key == "secret" }
  }

  /// What to write instead of a key that the long form does not have.
  ///
  /// - Parameter known: The keys of the long form.
  static func hint(_ pair: YAMLPair, _ pairs: [YAMLPair], known: [String]) -> String? {
    if let words = OptionalityHint.words(for: pair, in: pairs, type: "type") {
      return words
    }
    let isTypo =
      Suggestion.nearest(to: pair.key, in: known) != nil
      || Synonyms.key(for: pair.key, in: known) != nil || pair.key.contains(":")
    return isTypo
      ? nil
      : "a mapping with 'type' is the long form of a field; a type with a field of that name is "
        + "'{ type: { type: …, \(pair.key): … } }'"
  }

  /// The node with the type of a field, without a default that follows it.
  static func typeNode(of value: YAMLNode) -> YAMLNode {
    let node = typeWithDefault(of: value)
    return TypedDefault(node)?.type ?? node
  }

  /// The default of a field, read again from what it states.
  static func defaultValue(of value: YAMLNode) -> (node: YAMLNode, typed: TypedDefault?)? {
    if isLongForm(value), case .mapping(let pairs) = value.content,
      let pair = pairs.first(where: { $0.key == "default" })
    {
      return (pair.value, nil)
    }
    guard let typed = TypedDefault(typeWithDefault(of: value), isShort: !value.isMapping) else {
      return nil
    }
    // What cannot be read has been reported.
    var unread = DiagnosticBag()
    return typed.value(of: "", into: &unread).map { ($0, typed) }
  }

  private static func typeWithDefault(of value: YAMLNode) -> YAMLNode {
    guard isLongForm(value), case .mapping(let pairs) = value.content else { return value }
    return pairs.first { $0.key == "type" }?.value ?? value
  }
}

extension YAMLNode {
  /// Whether the type is inline rather than named: one with fields, or a list of lists.
  var isInPlace: Bool {
    if TypeReader.nested(self) != nil { return true }
    var unread = DiagnosticBag()
    return switch content {
    case .mapping: true
    case .sequence(let items):
      items.contains(where: \.isMapping) && TypeReader.read(self, for: "", into: &unread) == nil
    case .scalar: false
    }
  }
}

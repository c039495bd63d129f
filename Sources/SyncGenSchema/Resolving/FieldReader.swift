import SyncGenDiagnostics
import SyncGenYAML

/// Distinguishes the long form of a field from an inline type.
enum FieldReader {
  /// Whether the value of a field is its long form: a mapping with `type`, whatever its other keys
  /// are.
  static func isLongForm(_ node: YAMLNode) -> Bool {
    guard case .mapping(let pairs) = node.content else { return false }
    return pairs.contains { $0.key == FieldKey.type.rawValue }
  }

  /// The key `secret` of the long form, which has no meaning for fields of types.
  static func secret(of value: YAMLNode) -> YAMLPair? {
    guard isLongForm(value), case .mapping(let pairs) = value.content else { return nil }
    return pairs.first { $0.key == InlineFieldKey.secret.rawValue }
  }

  /// What to write instead of a key that the long form does not have.
  ///
  /// - Parameter known: The keys of the long form.
  static func hint(_ pair: YAMLPair, _ pairs: [YAMLPair], known: [String]) -> String? {
    if let words = OptionalityHint.words(for: pair, in: pairs, type: FieldKey.type.rawValue) {
      return words
    }
    let isTypo =
      Suggestion.nearest(to: pair.key, in: known) != nil
      || KeySynonyms.key(for: pair.key, in: known) != nil || pair.key.contains(":")
    return isTypo
      ? nil
      : "a mapping with 'type' is the long form of a field; a type with a field of that name is "
        + "'{ type: { type: …, \(pair.key): … } }'"
  }

  /// The node with the type of a field.
  static func typeNode(of value: YAMLNode) -> YAMLNode {
    guard isLongForm(value), case .mapping(let pairs) = value.content else { return value }
    return pairs.first { $0.key == FieldKey.type.rawValue }?.value ?? value
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

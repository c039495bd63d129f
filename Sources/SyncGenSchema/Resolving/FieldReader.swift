import SyncGenDiagnostics
import SyncGenYAML

/// Distinguishes the long form of a field from an inline type.
enum FieldReader {
  /// Whether a mapping is the long form of a field rather than the field's type.
  static func isLongForm(_ node: YAMLNode) -> Bool {
    guard case .mapping(let pairs) = node.content, !node.hasQuestionMark else { return false }
    return pairs.contains { $0.key == FieldKey.type.rawValue }
      && pairs.allSatisfy {
        FieldKey(rawValue: $0.key) != nil || Annotations.name(of: $0.key) != nil || isSecret($0)
          || OptionalityHint.isMeant(by: $0)
      }
  }

  /// The key `secret` of the long form, which has no meaning for fields of types.
  static func secret(of value: YAMLNode) -> YAMLPair? {
    guard isLongForm(value), case .mapping(let pairs) = value.content else { return nil }
    return pairs.first(where: isSecret)
  }

  /// Whether it is the key, and not a field of that name next to one with the name 'type'.
  static func isSecret(_ pair: YAMLPair) -> Bool {
    pair.key == InlineFieldKey.secret.rawValue
      && ["true", "false"].contains(pair.value.plainText)
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

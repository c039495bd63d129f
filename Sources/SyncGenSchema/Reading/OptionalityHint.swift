import SyncGenDiagnostics
import SyncGenYAML

/// Explains how a schema expresses what other languages express with keys such as `optional: true`.
enum OptionalityHint {
  /// - Parameter type: The key whose value gets a question mark.
  static func words(for pair: YAMLPair, in pairs: [YAMLPair], type: String) -> String? {
    let isNegated: Bool
    switch pair.key.lowercased() {
    case "optional", "isoptional", "nullable", "null": isNegated = false
    case "required", "isrequired", "notnull", "not-null": isNegated = true
    default: return nil
    }
    guard isTrue(pair.value) != isNegated else {
      return "remove the key: a type without '?' is required"
    }
    guard let name = pairs.first(where: { $0.key == type })?.value.scalar?.text, !name.isEmpty
    else {
      return "write a '?' after the type to make it optional"
    }
    if name.hasSuffix("?") { return "remove the key: the '?' of '\(name)' makes it optional" }
    let text = name.hasPrefix("[") ? "\"\(name)?\"" : "\(name)?"
    return "write '\(type): \(text)' to make it optional"
  }

  private static func isTrue(_ node: YAMLNode) -> Bool {
    switch node.scalar?.text.lowercased() {
    case "false", "no", "off", "0": false
    default: true
    }
  }
}

import SyncGenDiagnostics
import SyncGenYAML

/// Explains how a schema expresses what other languages express with keys such as `optional: true`.
enum OptionalityHint {
  /// - Parameter type: The key whose value gets a question mark.
  static func words(for pair: YAMLPair, in pairs: [YAMLPair], type: String) -> String? {
    guard let isNegated = isNegated(pair.key) else { return nil }
    guard isTrue(pair.value) != isNegated else {
      return "remove the key: a type without '?' is required"
    }
    let stated = pairs.first { $0.key == type }?.value
    let typed = stated.flatMap { TypedDefault($0) }
    guard let name = (typed?.type ?? stated)?.scalar?.text, !name.isEmpty else {
      return "write a '?' after the type to make it optional"
    }
    if name.hasSuffix("?") { return "remove the key: the '?' of '\(name)' makes it optional" }
    let optional = "\(name)?" + (typed.map { " = \($0.text)" } ?? "")
    let text = name.hasPrefix("[") ? YAMLText.quoted(optional) : optional
    return "write '\(type): \(text)' to make it optional"
  }

  /// Whether `true` means that a value is required; `nil` for keys with another meaning.
  private static func isNegated(_ key: String) -> Bool? {
    switch key.lowercased() {
    case "optional", "isoptional", "nullable", "null": false
    case "required", "isrequired", "notnull", "not-null": true
    default: nil
    }
  }

  private static func isTrue(_ node: YAMLNode) -> Bool {
    switch node.scalar?.text.lowercased() {
    case "false", "no", "off", "0": false
    default: true
    }
  }
}

import SyncGenDiagnostics
import SyncGenYAML

/// Compact JSON with sorted keys.
enum JSONText {
  /// The shortest spelling, integers without a fraction.
  static func number(_ value: Double) -> String {
    let text = (value == 0 ? 0 : value).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func array(_ items: [String]) -> String {
    "[" + items.joined(separator: ",") + "]"
  }

  /// - Parameter members: Keys, not yet in quotes, with JSON.
  static func object(_ members: [(key: String, json: String)]) -> String {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{" + sorted.map { JSONString.quoted($0.key) + ":" + $0.json }.joined(separator: ",")
      + "}"
  }

  /// The JSON that a YAML value means by YAML 1.2; `nil` for a number that JSON would spell otherwise.
  static func value(_ node: YAMLNode) -> String? {
    switch node.content {
    case .sequence(let items):
      let values = items.compactMap(value)
      return values.count == items.count ? array(values) : nil
    case .mapping(let pairs):
      let members = pairs.compactMap { pair in value(pair.value).map { (key: pair.key, json: $0) } }
      return members.count == pairs.count ? object(members) : nil
    case .scalar(let scalar):
      guard scalar.isPlain else { return JSONString.quoted(scalar.text) }
      if node.isNull { return "null" }
      if ["true", "false"].contains(scalar.text) || CanonicalNumber.isDecimal(scalar.text) {
        return scalar.text
      }
      return CanonicalNumber.looksLikeNumber(scalar.text) ? nil : JSONString.quoted(scalar.text)
    }
  }
}

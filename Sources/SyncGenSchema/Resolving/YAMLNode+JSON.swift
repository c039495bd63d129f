import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

extension YAMLNode {
  /// The JSON of the value by YAML 1.2, compact and with sorted keys; `nil` for a number that JSON
  /// would spell differently.
  var json: String? {
    switch content {
    case .sequence(let items):
      let values = items.compactMap(\.json)
      return values.count == items.count ? JSONDocument.array(values.map { .json($0) }).text() : nil
    case .mapping(let pairs):
      let members = pairs.compactMap { pair in
        pair.value.json.map { (key: pair.key, value: JSONDocument.json($0)) }
      }
      return members.count == pairs.count ? JSONDocument.sorted(members).text() : nil
    case .scalar(let scalar):
      guard scalar.isPlain else { return JSONString.quoted(scalar.text) }
      if isNull { return "null" }
      if ["true", "false"].contains(scalar.text) || NumberText.isNumber(scalar.text) {
        return scalar.text
      }
      return CanonicalNumber.looksLikeNumber(scalar.text) ? nil : JSONString.quoted(scalar.text)
    }
  }
}

extension JSONDocument {
  /// An object whose keys are in the order of their bytes.
  static func sorted(_ members: [JSONObject.Member]) -> JSONDocument {
    .object(
      JSONObject(members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }))
  }
}

import SyncGenDiagnostics

/// A part of a frozen version, with one fact per line.
///
/// git merges lines, so two branches that change different facts must not change the same line.
typealias FrozenValue = JSONDocument
typealias FrozenObject = JSONObject

extension JSONObject {
  /// The same members in the order of some keys, of which `x-` is all annotations; others come last.
  func inOrder(of keys: [String]) -> JSONObject {
    func position(_ key: String) -> Int {
      keys.firstIndex { $0 == key || $0 == Annotations.prefix && key.hasPrefix($0) } ?? keys.count
    }
    let positions = members.map { position($0.key) }
    return JSONObject(
      (0...keys.count).flatMap { position in
        zip(positions, members).filter { $0.0 == position }.map(\.1)
      })
  }
}

extension JSONDocument.Layout {
  static let frozen = lines { JSONDocument.escaped(json: JSONString.quoted($0)) }
}

extension JSONDocument {
  /// JSON without characters that YAML, which is used to read it, treats as line ends or refuses.
  static func escaped(json: String) -> String {
    json.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        result += JSONString.escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

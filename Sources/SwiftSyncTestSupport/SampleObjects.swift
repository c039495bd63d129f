@_spi(Generated) import SwiftSyncRuntime

/// Sample values of types without a table, in their stored form.
enum SampleObjects {
  /// The value with as few fields as possible, and those with all fields. A type nested in itself
  /// ends at once.
  static func all(of shape: ValueShape, inside: [ValueShape] = []) -> [String] {
    guard let cases = shape.cases else { return plain(shape, inside).map(text) }
    let others = cases.filter { item in item.shape.map { !inside.contains($0) } ?? true }
    return others.flatMap { item in
      let objects = item.shape.map { plain($0, inside + [shape]) } ?? [[]]
      return objects.map { text($0 + [(item.key, item.value)]) }
    }
  }

  private static func text(_ members: [(key: String, value: String)]) -> String {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{" + sorted.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private static func plain(
    _ shape: ValueShape, _ inside: [ValueShape]
  ) -> [[(key: String, value: String)]] {
    [0, 1, 2].map { turn in
      shape.fields.filter { turn > 0 || !$0.isOptional }.flatMap {
        self.members($0, turn, inside + [shape])
      }
    }
  }

  private static func members(
    _ field: ValueFieldMetadata, _ turn: Int, _ inside: [ValueShape]
  ) -> [(key: String, value: String)] {
    if field.currency != nil {
      return zip(field.keys, ["\(turn * 250)", "\"EUR\""]).map { ($0, $1) }
    }
    let values = values(field.type, inside)
    return field.keys.map { ($0, values[turn % values.count]) }
  }

  private static func values(_ type: ValueType, _ inside: [ValueShape]) -> [String] {
    switch type {
    case .date(let form) where form.storage == .integer: return ["0", "1767323045123456"]
    case .array(let element, _):
      return ["[]"] + elements(element, inside).prefix(1).map { "[\($0)]" }
    case .dictionary(let element):
      return ["{}"] + elements(element, inside).prefix(1).map { "{\"a\":\($0)}" }
    default: return elements(type, inside)
    }
  }

  private static func elements(_ type: ValueType, _ inside: [ValueShape]) -> [String] {
    switch type {
    case .value(let shape): inside.contains(shape) ? [] : all(of: shape, inside: inside)
    case .date: ["\"2026-01-02T03:04:05.123456Z\""]
    case .textEnum(nil): ["\"todo\""]
    default: SampleValues.json(of: type)
    }
  }
}

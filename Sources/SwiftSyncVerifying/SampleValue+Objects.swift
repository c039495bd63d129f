@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Values of types without a table in their stored form.
extension SampleValue {
  private typealias Members = [(key: String, value: String)]

  /// Values with as few fields as possible, with all fields, and with every second one of the
  /// optional fields; of a tagged type, such values of each case, and one of an unknown case.
  ///
  /// - Parameter depth: The number of values around them.
  func objects(of shape: ValueShape, _ depth: Int) -> [String] {
    guard let tagging = shape.tagging else { return members(of: shape, depth).map(Self.text) }
    let unknown = tagging.isRejecting ? [] : [Self.unknown(tagging)]
    let cases = depth < 2 ? tagging.cases : unknown.isEmpty ? [tagging.end].compactMap { $0 } : []
    return cases.flatMap { item in
      let tag = (key: tagging.tag, value: String(decoding: item.value.json, as: UTF8.self))
      return (item.shape.map { members(of: $0, depth) } ?? [[]]).map { Self.text($0 + [tag]) }
    } + unknown
  }

  private static func unknown(_ tagging: ValueTagging) -> String {
    let isInteger = if case .integer? = tagging.cases.first?.value { true } else { false }
    let tag = (key: tagging.tag, value: isInteger ? "987654321" : "\"of tomorrow\"")
    let raw = text([("a", "[1,null,0.30000000000000004]"), tag])
    return text([(ValueTagging.unknownKey, raw), tag])
  }

  private static func text(_ members: Members) -> String {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{" + sorted.map { "\(JSONText.quoted($0.key)):\($0.value)" }.joined(separator: ",")
      + "}"
  }

  private func members(of shape: ValueShape, _ depth: Int) -> [Members] {
    let fields = shape.fields
    let isLeast = depth > 1
    let values = fields.map { isLeast && $0.isOptional ? [] : json(of: $0.type, depth: depth + 1) }
    func members(_ turn: Int, where isThere: (Int) -> Bool) -> Members {
      fields.indices.filter { !fields[$0].isOptional || isThere($0) }.flatMap { place in
        // Fields of the same type have different values.
        let pair = [values[place], ["\"EUR\"", "\"XTS\""]].map { Self.pick($0, turn + place) }
        return zip(fields[place].keys, pair).map { (key: $0, value: $1) }
      }
    }
    let least = members(0) { _ in false }
    if isLeast { return [least] }
    // At the top level, each value of each scalar field is in one of the values.
    let counts = zip(fields, values).map { depth == 0 && $0.type.content == nil ? $1.count : 0 }
    let turns = max(4, counts.max() ?? 0)
    return [least] + (1...turns).map { members($0) { _ in true } }
      + (0..<2).map { part in members(turns + 1 + part) { $0 % 2 == part } }
  }
}

extension ValueTagging {
  /// A case that ends the nesting, because a tagged value may contain itself.
  fileprivate var end: Case? { cases.first { $0.shape?.isRecursive != true } ?? cases.first }
}

extension ValueShape {
  /// Whether a value may contain another of its type outside of lists and dictionaries.
  fileprivate var isRecursive: Bool {
    var (seen, open): (Set<ObjectIdentifier>, _) = ([], inner)
    while let shape = open.popLast() {
      if shape === self { return true }
      if seen.insert(ObjectIdentifier(shape)).inserted { open += shape.inner }
    }
    return false
  }

  private var inner: [ValueShape] {
    let fields = fields.compactMap { field in
      if case .value(let shape) = field.type { shape } else { nil }
    }
    return fields + (tagging?.cases.compactMap(\.shape) ?? [])
  }
}

import TestHelpers

/// Random types of two versions, and values of them. Keys identify the same field in both versions.
struct RandomTypes {
  struct Field {
    let key: Int
    var name: String
    var type: String
    var isOptional: Bool
    var defaultValue: String?
    var renamedFrom: String?
  }

  /// A value by the keys of its fields, independent of their names.
  indirect enum Value {
    /// As JSON.
    case scalar(String)
    case object([Int: Value])
    case list([Value])
    case dictionary([(key: String, value: Value)])
  }

  /// The fields of each type, which may use the types after it.
  private var old: [[Field]] = []
  private var new: [[Field]] = []
  private var lastKey = 0

  private static let names = ["Ta", "Tb", "Tc"]
  private static let scalars = [
    "string", "int", "double", "decimal", "bool", "day", "uuid", "url", "json", "[string]", "Kind",
    "[Kind]", "[string: int]", "money",
  ]
  private static let conversions = [
    "int": "string", "bool": "int", "uuid": "string", "day": "string", "string": "json",
    "decimal": "string", "url": "json", "Ta": "[Ta]", "Tb": "[Tb]", "Tc": "[Tc]", "Kind": "[Kind]",
  ]

  init(_ random: inout RandomSource) {
    for place in Self.names.indices {
      old.append((0..<(1 + random.below(5))).map { _ in field(of: place, &random) })
    }
    new = old
    for _ in 0..<(1 + random.below(6)) { change(&random) }
  }

  private mutating func field(of place: Int, _ random: inout RandomSource) -> Field {
    lastKey += 1
    let inner = Self.names[(place + 1)...]
    let types = Self.scalars + inner + inner.flatMap { ["[\($0)]", "[string: \($0)]", $0] }
    let name = "f" + String(UnicodeScalar(UInt8(97) + UInt8(random.below(26)))) + letters(lastKey)
    return Field(
      key: lastKey, name: name, type: random.element(of: types) ?? "int",
      isOptional: random.once(in: 2))
  }

  /// A name with only letters, which no naming rule splits.
  private func letters(_ number: Int) -> String {
    String(number).map { String(UnicodeScalar(UInt8(98) + UInt8($0.wholeNumberValue ?? 0))) }
      .joined() + "x"
  }

  // MARK: Changes

  private mutating func change(_ random: inout RandomSource) {
    let place = random.below(new.count)
    let index = random.below(new[place].count)
    switch random.below(5) {
    case 0: addField(to: place, &random)
    case 1 where new[place].count > 1 && old[place].contains { $0.key == new[place][index].key }:
      new[place].remove(at: index)
    case 2:
      lastKey += 1
      guard new[place][index].renamedFrom == nil, new[place][index].type != "money",
        old[place].contains(where: { $0.key == new[place][index].key })
      else { return }
      new[place][index].renamedFrom = new[place][index].name
      new[place][index].name = "g" + letters(lastKey)
    case 3: changeOptionality(place, index)
    default:
      guard
        old[place].contains(where: {
          $0.key == new[place][index].key && $0.type == new[place][index].type
        }),
        let type = Self.conversions[new[place][index].type]
      else { return }
      new[place][index].type = type
      new[place][index].defaultValue = nil
    }
  }

  private mutating func addField(to place: Int, _ random: inout RandomSource) {
    var field = field(of: place, &random)
    field.defaultValue = Self.defaults[field.type]
    field.isOptional = field.defaultValue == nil
    new[place].append(field)
  }

  private mutating func changeOptionality(_ place: Int, _ index: Int) {
    if new[place][index].isOptional {
      guard let value = Self.defaults[new[place][index].type] else { return }
      new[place][index].defaultValue = value
      new[place][index].isOptional = false
    } else {
      new[place][index].isOptional = true
      new[place][index].defaultValue = nil
    }
  }

  /// Defaults with the same JSON as in the schema.
  private static let defaults = [
    "string": #""it's \"ä\"""#, "int": "-7", "double": "0.5", "bool": "true", "[string]": #"["a"]"#,
    "day": #""2026-01-02""#, "decimal": #""1.25""#,
  ]

  // MARK: Schemas

  func yaml(isOld: Bool, permissions: [String] = []) -> String {
    var lines = [
      "enums:", "  Kind: { cases: { one: \(isOld ? "one" : "uno"), two: two } }", "types:",
    ]
    for (name, fields) in zip(Self.names, isOld ? old : new) {
      lines.append("  \(name):")
      lines += fields.map { field in
        let parts = [
          "type: \"\(field.type)\(field.isOptional ? "?" : "")\"",
          field.defaultValue.map { "default: \($0)" },
          field.renamedFrom.map { "renamed-from: \($0), remote: \(field.name)" },
        ].compactMap { $0 }
        return "    \(field.name): { \(parts.joined(separator: ", ")) }"
      }
    }
    lines += [
      "entities:", "  Item:", "    sync: { push: true }", "    attributes:", "      id: int",
    ]
    lines += attributes.map { "      \($0.name): \"\($0.type)\"" }
    if !permissions.isEmpty {
      lines += ["migrations:", "  2:"] + permissions.map { "    - \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// All types are used, each in a different way.
  let attributes = [
    (name: "one", type: "Ta"), (name: "many", type: "[Ta]"), (name: "named", type: "[string: Tb]"),
    (name: "last", type: "Tc"),
  ]

  // MARK: Values

  func value(of type: String, _ random: inout RandomSource) -> Value {
    if type.hasPrefix("[string: ") {
      let element = String(type.dropFirst(9).dropLast())
      let keys = ["", "a.b", "k", "ä"].filter { _ in random.once(in: 2) }
      return .dictionary(keys.map { ($0, value(of: element, &random)) })
    }
    if type.hasPrefix("[") {
      let element = String(type.dropFirst().dropLast())
      return .list((0..<random.below(3)).map { _ in value(of: element, &random) })
    }
    guard let place = Self.names.firstIndex(of: type) else {
      return .scalar(random.element(of: Self.samples[type] ?? []) ?? "0")
    }
    var fields: [Int: Value] = [:]
    for field in old[place] where !field.isOptional || random.once(in: 2) {
      fields[field.key] = value(of: field.type, &random)
    }
    return .object(fields)
  }

  /// Amounts of money are in euros.
  private static let samples = [
    "string": [#""""#, #""a\"\\\n\u0001\u0000""#, #""ä'日本""#, #""12""#, #""null""#],
    "int": ["0", "-9223372036854775808", "9223372036854775807"],
    "double": ["0.30000000000000004", "1e+300", "5e-324", "-0.0", "12"],
    "decimal": [#""1.25""#, #""12345678901234567890123456789012345678""#],
    "bool": ["true", "false"], "day": [#""2026-01-02""#], "money": ["-250", "0"],
    "uuid": [#""00000000-0000-4000-8000-0000000000ab""#], "url": [#""a:b""#],
    "json": [#"{"b":0.30000000000000004,"a":[true,null]}"#, #""x""#, "1e400"],
    "Kind": [#""one""#, #""two""#, #""un'heard""#],
  ]

  /// The text that the older version stores.
  func oldText(_ value: Value, of type: String) -> String {
    text(value, type, type, isOld: true) ?? "null"
  }

  /// The text that the newer version stores for the same value; `nil` if a required field is
  /// missing.
  func newText(_ value: Value, of type: String) -> String? {
    text(value, type, type, isOld: false)
  }

  /// An element without a new form is left out of its list or dictionary, as `plan` announces for a
  /// field that becomes required without a default.
  private func text(_ value: Value, _ was: String, _ type: String, isOld: Bool) -> String? {
    if type.hasPrefix("["), was == String(type.dropFirst().dropLast()) {
      return text(value, was, was, isOld: isOld).map { "[\($0)]" }
    }
    switch value {
    case .scalar(let text): return isOld ? text : Self.converted(text, was, type)
    case .list(let values):
      let element = String(type.dropFirst().dropLast())
      let parts = values.compactMap { text($0, element, element, isOld: isOld) }
      return "[" + parts.joined(separator: ",") + "]"
    case .dictionary(let entries):
      let element = String(type.dropFirst(9).dropLast())
      let parts = entries.compactMap { entry in
        text(entry.value, element, element, isOld: isOld).map { "\"\(entry.key)\":\($0)" }
      }
      return "{" + parts.joined(separator: ",") + "}"
    case .object(let values): return object(values, type, isOld: isOld)
    }
  }

  private func object(_ values: [Int: Value], _ type: String, isOld: Bool) -> String? {
    let place = Self.names.firstIndex(of: type) ?? 0
    var members: [String] = []
    for field in (isOld ? old : new)[place] {
      let former = old[place].first { $0.key == field.key }
      let found = self.members(field, values[field.key], former, isOld: isOld)
      if found.isEmpty, !field.isOptional { return nil }
      members += found
    }
    return "{" + members.sorted().joined(separator: ",") + "}"
  }

  private func members(
    _ field: Field, _ value: Value?, _ former: Field?, isOld: Bool
  ) -> [String] {
    // Names consist of letters that no convention changes.
    let text = value.flatMap { self.text($0, former?.type ?? field.type, field.type, isOld: isOld) }
    let isFilled = !isOld && (former == nil || !field.isOptional)
    guard let stated = text ?? (isFilled ? field.defaultValue : nil) else { return [] }
    guard field.type == "money" else { return ["\"\(field.name)\":\(stated)"] }
    return ["\"\(field.name)_currency\":\"EUR\"", "\"\(field.name)_minor\":\(stated)"]
  }

  private static func converted(_ text: String, _ was: String, _ type: String) -> String {
    switch (was, type) {
    case ("int", "string"): "\"\(text)\""
    case ("bool", "int"): text == "true" ? "1" : "0"
    case ("Kind", _): text == #""one""# ? #""uno""# : text
    default: text
    }
  }
}

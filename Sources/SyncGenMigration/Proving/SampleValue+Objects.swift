import SyncGenDiagnostics
import SyncGenSchema

/// Values of types in their stored form, as unusual as possible.
extension SampleValue {
  /// The keys of dictionaries in their stored order.
  private static let keys = [
    "", "$", "a", #"a\"b"#, "a.b", "b[0]", "c\\u0000", "d\u{7F}", "Ä", "ä", "日本語",
  ]

  /// Values with as few fields as possible, with all fields, and with every second one of the
  /// optional fields.
  func objects(of id: ValueTypeID, depth: Int = 0) -> [String] {
    if let tagging = schema[id].tagging { return tagged(tagging, depth) }
    let fields = schema[id].fields
    let least = object(fields, 0, depth) { _, field in !field.isOptional }
    guard depth < 2 else { return [least] }
    let turns = turns(of: fields, depth)
    let whole = (1...turns).map { turn in object(fields, turn, depth) { _, _ in true } }
    let parts = (0..<2).map { turn in
      object(fields, turn + turns + 1, depth) { place, field in
        !field.isOptional || place % 2 == turn
      }
    }
    return [least] + whole + parts
  }

  /// Values of each case, and one of an unknown case.
  private func tagged(_ tagging: Tagging, _ depth: Int) -> [String] {
    let unknown = tagging.unknownValues == .preserve ? [unknown(tagging)] : []
    // A value that ends the nesting, because a tagged value may contain itself.
    let isEnd = depth > 1
    let ends = tagging.cases.filter { $0.type.map { !schema.isRecursive($0) } ?? true }
    let cases = isEnd ? (unknown.isEmpty ? Array(ends.prefix(1)) : []) : tagging.cases
    return cases.flatMap { item -> [String] in
      let tag = (key: tagging.tag, value: item.value.json)
      guard let type = item.type else { return [Self.object([tag])] }
      return objects(of: type, depth: depth).map { text in
        guard case .object(let members)? = StoredJSON(text) else { return text }
        return Self.object(members.map { ($0.key, $0.value.text) } + [tag])
      }
    } + unknown
  }

  private func unknown(_ tagging: Tagging) -> String {
    let tag = tagging.hasIntegerTags ? "987654321" : "\"of tomorrow\""
    let raw = Self.object([("a", "[1,null,0.30000000000000004]"), (tagging.tag, tag)])
    return Self.object([(ValueTypeModel.unknownKey, raw), (tagging.tag, tag)])
  }

  private static func object(_ members: [(key: String, value: String)]) -> String {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{" + sorted.map { "\($0.key.json):\($0.value)" }.joined(separator: ",") + "}"
  }

  /// The number of values with all fields: at the top level, each value of each scalar field is in
  /// one of them.
  private func turns(of fields: [ValueField], _ depth: Int) -> Int {
    guard depth == 0 else { return 4 }
    let counts = fields.map { field in
      field.type.valueType == nil ? values(of: field, depth).count : 0
    }
    return max(4, counts.max() ?? 0)
  }

  /// Dictionaries with none, one and all of the values.
  func dictionaries(of values: [String]) -> [String] {
    func dictionary(_ values: some Sequence<String>) -> String {
      "{" + zip(Self.keys, values).map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
    guard !values.isEmpty else { return ["{}"] }
    let repeated = Self.keys.indices.map { values[$0 % values.count] }
    return ["{}", dictionary(values.prefix(1)), dictionary(repeated)]
  }

  /// - Parameter isThere: Whether the field at a position is not null.
  private func object(
    _ fields: [ValueField], _ turn: Int, _ depth: Int, _ isThere: (Int, ValueField) -> Bool
  ) -> String {
    let members = fields.enumerated().filter(isThere).flatMap { place, field in
      // Fields of the same type have different values.
      self.members(of: field, turn + place, depth)
    }
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{" + sorted.map { "\($0.key.json):\($0.value)" }.joined(separator: ",") + "}"
  }

  private func members(
    of field: ValueField, _ turn: Int, _ depth: Int
  ) -> [(key: String, value: String)] {
    func pick(_ values: [String]) -> String { Self.pick(values, turn) }
    guard field.type != .money else {
      let amounts = ["0", "-250", "9223372036854775807", "-9223372036854775808"]
        .filter(range.contains)
      return [
        (field.storageNames[0], pick(amounts)),
        (field.storageNames[1], pick(["\"EUR\"", "\"XTS\""])),
      ]
    }
    return [(field.storageNames[0], pick(values(of: field, depth)))]
  }

  private func values(of field: ValueField, _ depth: Int) -> [String] {
    switch field.type {
    case .scalar(.date) where field.storage == .integer:
      ["0", "-1", "1767323045123456"]
        + (range == .whole ? ["-62135596800000000", "253402300799999999"] : [])
    case .scalar(let scalar): texts(of: scalar)
    case .enumeration(let id): texts(of: id)
    case .value(let id): objects(of: id, depth: depth + 1)
    case .array(let element):
      ["[]", "[" + elements(of: element, depth).joined(separator: ",") + "]"]
    case .dictionary(let element): dictionaries(of: elements(of: element, depth))
    case .money: []
    }
  }

  private func elements(of element: ElementType, _ depth: Int) -> [String] {
    // A type may contain lists of its own values.
    if depth > 1, case .value = element { return [] }
    return switch element {
    case .scalar(let scalar): elements(.scalar(scalar))
    case .enumeration(let id): texts(of: id)
    case .value(let id): objects(of: id, depth: depth + 1)
    }
  }

  private func texts(of id: EnumID) -> [String] {
    let model = schema[id]
    let unknown =
      model.unknownValues == .preserve ? [model.hasIntegerValues ? "-77" : #""un\"heard""#] : []
    return elements(.enumeration(id)) + unknown
  }

  /// The stored strings of a type inside a value, including those that look like another type's.
  private func texts(of type: ScalarType) -> [String] {
    let all = Self.texts(of: type)
    guard range != .whole else { return all }
    return switch type {
    case .int: all.filter(range.contains)
    case .double: ["0.30000000000000004", "-1.5", "12", "-0.0"]
    case .decimal: all.filter { $0.count < 19 }
    case .date, .day: all.filter { !$0.hasPrefix("\"9999") && !$0.hasPrefix("\"0001") }
    default: all
    }
  }

  private static func texts(of type: ScalarType) -> [String] {
    switch type {
    case .string:
      [
        #""""#, #""it's""#, #""a\"\\\n\u0001/\u0000b""#, "\"日本語 👩‍👩‍👧 e\u{301}\u{7F}\"", #""12""#,
        #""null""#, #""2026-01-02""#, #""true""#, #""00000000-0000-4000-8000-0000000000AB""#,
        #""https://example.com/?q=1""#, #""v1""#, #""{\"a\":1}""#,
      ]
    case .int:
      ["0", "-1", "9223372036854775807", "-9223372036854775808", "1", "9007199254740993"]
    case .double:
      ["0.30000000000000004", "-1.5", "1e+300", "5e-324", "12", "-0.0", "9007199254740992"]
    case .decimal:
      [#""0""#, #""-1.25""#, #""12345678901234567890123456789012345678""#, #""12""#]
    case .bool: ["true", "false"]
    case .date:
      [
        #""1970-01-01T00:00:00.000000Z""#, #""1969-12-31T23:59:59.999999Z""#,
        #""0001-01-01T00:00:00.000000Z""#, #""9999-12-31T23:59:59.999999Z""#,
      ]
    case .day: [#""2026-01-02""#, #""0001-01-01""#, #""9999-12-31""#, #""2024-02-29""#]
    case .uuid: [#""00000000-0000-4000-8000-0000000000ab""#]
    case .url: [#""https://example.com/ä?q=it's""#, #""a:b""#]
    case .data: [#""""#, #""AP8=""#]
    case .json: [#"{"a":[1,null,0.30000000000000004],"b":true}"#, #""ä""#, "true", "[]", "1e300"]
    }
  }
}

extension String {
  /// The text as a JSON string.
  fileprivate var json: String { JSONDocument.text(self).text() }
}

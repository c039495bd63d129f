import SyncGenSchema

/// Values of attributes as SQL literals, at the limits of their types.
struct SampleValue {
  let schema: Schema
  let range: SampleRange

  init(_ schema: Schema, in range: SampleRange = .whole) {
    self.schema = schema
    self.range = range
  }

  /// The number of rows that get a distinct unusual value.
  static let oddCount = max(integers.count, texts.count)

  static let integers = [
    "0", "-1", "9223372036854775807", "-9223372036854775808", "1", "42", "3", "1767323045",
    "4611686018427387904", "9007199254740993", "100", "-1000", "1000",
  ]

  /// Strings of all kinds, including those that look like values of other types but are not.
  private static let texts = [
    "", " ", "it's", "ä\n\"", "日本語 👩‍👩‍👧", "e\u{301}", "12", "012", "1.5", "null", "v1",
    "00000000-0000-4000-8000-0000000000AB", "2026-01-02", "; DROP TABLE x --",
    String(repeating: "long ", count: 200), "Ada Lovelace", "2026-02-31", "0000-01-01",
    "9223372036854775808", "-0", "1e3", "true", "https://example.com/a?b=c", "http://[::1",
    "{\"a\":1}", "[1,null]", "2026-01-02T03:04:05.123456Z", "EUR", "a,b;c|d",
    // Equal to others without regard to case and surrounding blanks.
    "ADA LOVELACE", " Ada Lovelace ",
  ]

  /// The integers in the range.
  var integers: [String] { Self.integers.filter(range.contains) }

  private var texts: [String] {
    range == .whole ? Self.texts : Self.texts.filter { $0 != "9223372036854775808" }
  }

  private func pick(_ whole: [String], orNear near: [String], _ turn: Int) -> String {
    Self.pick(range == .whole ? whole : near, turn)
  }

  /// One of the values that the attribute can have.
  func any(_ attribute: Attribute, _ turn: Int) -> String {
    if let values = nested(attribute) { return Self.pick(values, turn) }
    return switch attribute.type {
    case .scalar(let type): scalar(type, attribute, turn)
    case .enumeration(let id): raw(id, turn)
    case .money, .value, .array, .dictionary: "0"
    }
  }

  /// All values of an attribute that has a value type, a list or a dictionary, which take long to
  /// create; `nil` for other attributes.
  func nested(_ attribute: Attribute) -> [String]? {
    switch attribute.type {
    case .value(let id): objects(of: id).map(SQLText.string)
    case .array(let element): arrays(of: element)
    case .dictionary(let element): dictionaries(of: element)
    case .scalar, .enumeration, .money: nil
    }
  }

  /// A value from which an amount of money can be computed; `nil` if the attribute has no such
  /// values.
  static func amount(_ type: AttributeType, _ turn: Int) -> String? {
    switch type {
    case .scalar(.int), .money:
      pick(["0", "-1", "42", "-250", "1767323045", "9007199254740"], turn)
    case .scalar(.double): pick(["0.0", "-1.5", "19.99", "5e-324", "12.0", "-9007199254.25"], turn)
    case .scalar(.decimal):
      SQLText.string(pick(["0", "1.25", "-12", "19.99", "9007199254.25", "0.000001"], turn))
    case .scalar(.string): SQLText.string(pick(texts.filter { $0.count < 19 }, turn))
    default: nil
    }
  }

  static func pick(_ values: [String], _ turn: Int) -> String {
    values[turn % values.count]
  }

  private func scalar(_ type: ScalarType, _ attribute: Attribute, _ turn: Int) -> String {
    switch type {
    case .string: SQLText.string(Self.pick(texts, turn))
    case .url:
      SQLText.string(Self.pick(["https://example.com/ä?q=it's", "a:b", "mailto:x@y"], turn))
    case .int: Self.pick(integers, turn)
    case .double:
      pick(
        ["0.0", "-1.5", "1e300", "5e-324", "12.0", "0.1", "-9007199254740993.0"],
        orNear: ["0.0", "-1.5", "19.99", "12.0", "0.1", "-250.25"], turn)
    case .decimal:
      SQLText.string(
        pick(
          ["0", "1.25", "-12", "12345678901234567890123456789012345678", "0.000001"],
          orNear: ["0", "1.25", "-12", "19.99", "0.000001"], turn))
    case .bool: Self.pick(["0", "1"], turn)
    case .date: date(attribute, turn)
    case .day:
      SQLText.string(
        pick(
          ["2026-01-02", "0001-01-01", "9999-12-31", "2024-02-29"],
          orNear: ["2026-01-02", "1969-12-31", "2000-01-01", "2024-02-29"], turn))
    case .uuid: Self.uuid(turn % 20, attribute)
    case .data: Self.pick(["x''", "x'00ff'", "x'\(String(repeating: "ab", count: 300))'"], turn)
    case .json:
      SQLText.string(
        pick(
          ["null", #"{"a":[1,null]}"#, #""ä""#, "12345678901234567890", "[]"],
          orNear: ["null", #"{"a":[1,null]}"#, #""ä""#, "12", "[]"], turn))
    }
  }

  private func date(_ attribute: Attribute, _ turn: Int) -> String {
    // In a narrower range, the years 1 and 9999 at the end are left out.
    func pick(_ dates: [String]) -> String {
      Self.pick(range == .whole ? dates : dates.dropLast(2), turn)
    }
    return switch attribute.storage {
    case .integer:
      pick(["0", "-1", "1767323045123456", "-62135596800000000", "253402300799999999"])
    case .seconds: pick(["0", "-1", "1767323045", "-62135596800", "253402300799"])
    case .referenceDate:
      pick([
        "-978307200.0", "-978307200.000001", "789015845.123456", "-63113904000.0",
        "252423993599.0",
      ])
    case .text, .blob:
      SQLText.string(
        pick([
          "1970-01-01T00:00:00.000000Z", "1969-12-31T23:59:59.999999Z",
          "2026-01-02T03:04:05.123456Z", "0001-01-01T00:00:00.000000Z",
          "9999-12-31T23:59:59.999999Z",
        ]))
    }
  }

  // MARK: Enums and lists

  private func raw(_ id: EnumID, _ turn: Int) -> String {
    let model = schema[id]
    let known = model.cases.map(\.rawValue.sql)
    let unknown =
      model.unknownValues == .preserve ? [model.hasIntegerValues ? "-77" : "'unheard of'"] : []
    return Self.pick(known + unknown, turn)
  }

  private func arrays(of element: ElementType) -> [String] {
    let values = elements(element)
    return ["'[]'", array([values[0]]), array(values + values)]
  }

  private func array(_ values: [String]) -> String {
    SQLText.string("[" + values.joined(separator: ",") + "]")
  }

  private func dictionaries(of element: ElementType) -> [String] {
    if case .value(let id) = element {
      return dictionaries(of: objects(of: id)).map(SQLText.string)
    }
    let pairs = elements(element).enumerated().map { "\"k\($0 + 1)\":\($1)" }
    return ["'{}'", SQLText.string("{" + pairs.joined(separator: ",") + "}")]
  }

  /// Values as JSON.
  func elements(_ element: ElementType, depth: Int = 0) -> [String] {
    switch element {
    case .value(let id): objects(of: id, depth: depth + 1)
    case .enumeration(let id):
      schema[id].cases.map(\.rawValue.json)
    case .scalar(.int): ["1", range == .whole ? "-9223372036854775808" : "-3"]
    case .scalar(.double): ["0.5", range == .whole ? "1e+300" : "-250.25"]
    case .scalar(.bool): ["true", "false"]
    case .scalar(.json): ["null", "{\"a\":1}"]
    case .scalar(.data): ["\"AP8=\""]
    case .scalar(.date): ["\"2026-01-02T03:04:05.123456Z\""]
    case .scalar(.day): ["\"2026-01-02\""]
    case .scalar(.uuid): ["\"00000000-0000-4000-8000-0000000000ab\""]
    case .scalar(.decimal): ["\"1.25\""]
    case .scalar(.url): ["\"https://example.com/?q=1\"", "\"a:b\""]
    case .scalar(.string):
      ["\"ä\"", "\"\"", "\"a b, c\"", #""say \"hi\"""#, #""back\\slash""#, "\"[x]\""]
    }
  }

  // MARK: Distinct values

  /// A value that no other row has, unusual ones first.
  ///
  /// For types with few values, further rows repeat one, and a unique index leaves them out.
  func distinct(_ attribute: Attribute, _ row: Int) -> String {
    switch attribute.type {
    case .scalar(let type): distinct(type, attribute, row)
    case .money: distinct(.int, attribute, row)
    case .enumeration(let id): raw(id, row)
    case .value(let id): SQLText.string(Self.pick(objects(of: id), row))
    case .array(let element): Self.pick(arrays(of: element), row)
    case .dictionary(let element):
      SQLText.string("{\"k\(row)\":\(elements(element)[0])}")
    }
  }

  private func distinct(_ type: ScalarType, _ attribute: Attribute, _ row: Int) -> String {
    switch type {
    case .int: distinctInteger(row)
    case .uuid: Self.uuid(row, attribute)
    case .double: "\(row).5"
    case .decimal: SQLText.string("\(row).25")
    case .bool: "\(row % 2)"
    case .data: "x'\(Self.hexadecimal(row, 6))'"
    case .day: SQLText.string(Self.day(row))
    case .date: Self.distinctDate(attribute, row)
    case .string: SQLText.string(row < texts.count ? texts[row] : "row \(row)")
    case .url: SQLText.string("https://example.com/\(row)")
    case .json: SQLText.string("\"row \(row)\"")
    }
  }

  private func distinctInteger(_ row: Int) -> String {
    let odd = integers
    if row < odd.count { return odd[row] }
    // Larger than each of the unusual ones that are left.
    return range == .small ? "\(row + 1_000)" : "\(row * 1_000)"
  }

  private static func distinctDate(_ attribute: Attribute, _ row: Int) -> String {
    switch attribute.storage {
    case .integer: "\(row * 86_400_000_000)"
    case .seconds: "\(row * 86_400)"
    case .referenceDate: "\(row * 86_400).5"
    case .text, .blob: SQLText.string(day(row) + "T03:04:05.123456Z")
    }
  }

  private static func uuid(_ number: Int, _ attribute: Attribute) -> String {
    attribute.form == .blob
      ? "x'00000000000040008000\(hexadecimal(number, 12))'"
      : "'00000000-0000-4000-8000-\(hexadecimal(number, 12))'"
  }

  private static func hexadecimal(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A day from the year 1000 on, in years of twelve months of 28 days each.
  private static func day(_ number: Int) -> String {
    let (year, month, day) = (1_000 + number / 336, number / 28 % 12 + 1, number % 28 + 1)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))"
  }
}

@_spi(Generated) import SwiftSyncRuntime

/// Sample values of each type in their stored form: ordinary ones, and those that often break
/// migrations.
enum SampleValues {
  /// Longer than the others, so that it spills over from its page.
  private static let long = String(repeating: "long text ", count: 600)

  private static let texts: [StoredValue] = [
    "", " ", "a", "Ada Lovelace", "Ada  Lovelace ", "Prince", "O'Brien \"x\"; DROP TABLE t; --",
    "ada lovelace", " Ada Lovelace", "line\nbreak\ttab", "Ünïcödé ✓ 👩‍👩‍👧 e\u{301}", "NULL", "0", "12",
    "-1.5", "true", "a,b;c|d",
    .text(long),
  ]
  private static let integers: [Int64] = [
    0, 1, -1, 2, 7, 42, 9_007_199_254_740_993, .max, .min,
  ]
  private static let decimals: [StoredValue] = [
    "0", "1", "-1", "0.1", "12.5", "99999999999999999999999999999999999999",
    "0.00000000000000000000000000000000000001",
  ]
  // No fraction at the end: a `Date` of that time would be rounded up to the year 10000.
  private static let dates: [StoredValue] = [
    "0001-01-01T00:00:00.000000Z", "1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00.000000Z",
    "2024-02-29T12:00:00.000000Z", "2026-01-02T03:04:05.123456Z", "9999-12-31T23:59:59.000000Z",
  ]
  /// The same as microseconds since 1970.
  private static let microseconds: [Int64] = [
    -62_135_596_800_000_000, -1, 0, 1_709_208_000_000_000, 1_767_323_045_123_456,
    253_402_300_799_000_000,
  ]

  /// The sample values for a column that are not near the limits of its type, because a step may
  /// compute with them; at least one.
  static func ordinary(of type: ValueType) -> [StoredValue] {
    switch type {
    case .int, .money, .integerEnum(allowing: nil):
      integers.filter { $0.magnitude <= 1_000 }.map(StoredValue.integer)
    case .double: [0, 1, -1.5, 0.1]
    case .decimal: decimals.filter { $0.text.count < 19 }
    case .date, .day, .formattedDay: Array(all(of: type).dropFirst().dropLast())
    default: all(of: type)
    }
  }

  /// All sample values for a column; at least one.
  static func all(of type: ValueType) -> [StoredValue] {
    switch type {
    case .string: texts
    case .int: integers.map(StoredValue.integer)
    case .double: [0, 1, -1.5, 0.1, .real(.leastNonzeroMagnitude), .real(1e308), .real(-1e308)]
    case .decimal: decimals
    case .bool: [0, 1]
    case .date(let form):
      form.storage == .text
        ? dates : microseconds.map { StoredValue.date($0, in: form.storage.column) }
    case .day, .formattedDay:
      ["0001-01-01", "1969-12-31", "2024-02-29", "2026-01-02", "9999-12-31"]
    case .uuid: (0..<8).map { uuid($0) }
    case .uuidBlob: (0..<8).map { uuidBytes($0) }
    case .url:
      ["https://example.com/a?b=c#d", "https://example.com/%C3%BC", "mailto:a@example.com"]
    case .data: [.blob([]), .blob([0]), .blob([0xFF, 0, 0x27, 0x80])]
    case .json: ["null", "{}", "[]", #"{"a":[1,2.50,"ü"],"b":null}"#, "true", #""text""#]
    case .money: integers.map(StoredValue.integer)
    case .textEnum(allowing: let values):
      values.map { $0.map(StoredValue.text) } ?? ["todo", "", "a state of the future"]
    case .integerEnum(allowing: let values): (values ?? integers).map(StoredValue.integer)
    case .value(let shape): SampleObjects.all(of: shape).map(StoredValue.text)
    case .array(let element, _): ["[]"] + lists(of: element)
    case .dictionary(let element): ["{}"] + objects(of: element)
    }
  }

  /// A value for the row with the given number that no other number yields, if the type has that
  /// many values.
  static func distinct(of type: ValueType, _ number: Int) -> StoredValue {
    switch type {
    case .string: .text(number == 0 ? "ü ' \"" : "id-\(number)")
    case .int, .integerEnum(allowing: nil), .money: .integer(Int64(number))
    case .double: .real(Double(number) + 0.5)
    case .decimal: .text("\(number)")
    case .uuid: uuid(number)
    case .uuidBlob: uuidBytes(number)
    case .url: .text("https://example.com/\(number)")
    case .data: .blob(Array("\(number)".utf8))
    case .textEnum(allowing: nil): .text("value-\(number)")
    default: all(of: type)[number % all(of: type).count]
    }
  }

  private static func uuid(_ number: Int) -> StoredValue {
    let digits = String(number, radix: 16)
    let tail = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    return .text("5a3b1e00-0000-4000-8000-\(tail)")
  }

  private static func uuidBytes(_ number: Int) -> StoredValue {
    let tail = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return .blob([0x5A, 0x3B, 0x1E, 0, 0, 0, 0x40, 0, 0x80, 0] + tail.suffix(6))
  }

  private static func lists(of element: ValueType) -> [StoredValue] {
    let values = json(of: element)
    return values.map { .text("[\($0)]") } + [.text("[\(values.joined(separator: ","))]")]
  }

  private static func objects(of element: ValueType) -> [StoredValue] {
    json(of: element).map { .text(#"{"a":\#($0)}"#) }
  }

  /// The sample values as JSON elements of a list.
  static func json(of element: ValueType) -> [String] {
    switch element {
    case .int, .integerEnum(allowing: nil): ["0", "-7"]
    case .integerEnum(allowing: let values?): values.map { "\($0)" }
    case .double: ["0.5", "-3.25"]
    case .bool: ["true", "false"]
    case .string: [#""""#, #""ü ' x""#, #""a b, c""#, #""say \"hi\"""#, #""back\\slash""#]
    case .decimal: [#""12.5""#]
    case .json: ["{}"]
    case .data: [#""AA==""#]
    case .value(let shape): SampleObjects.all(of: shape)
    default:
      all(of: element).prefix(2).compactMap { value in
        if case .text(let text) = value { return "\"\(text)\"" }
        if case .integer(let number) = value { return "\(number)" }
        return nil
      }
    }
  }
}

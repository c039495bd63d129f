@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Values of types in their stored form, at the limits of the types.
struct SampleValue {
  let range: SampleRange

  /// The number of rows that get a distinct unusual value.
  static let oddCount = max(integers.count, strings.count)

  private static let integers = [
    "0", "-1", "9223372036854775807", "-9223372036854775808", "1", "42", "3", "1767323045",
    "4611686018427387904", "9007199254740993", "100", "-1000", "1000",
  ]

  /// Strings of all kinds, including those that look like values of other types but are not.
  private static let strings = [
    "", " ", "it's", "ä\t\n\"", "日本語 👩‍👩‍👧", "e\u{301}", "12", "012", "1.5", "null", "v1",
    "00000000-0000-4000-8000-0000000000AB", "2026-01-02", "; DROP TABLE x --",
    // Longer than a page of the database.
    String(repeating: "long ", count: 900), "Ada Lovelace", "2026-02-31", "0000-01-01",
    "9223372036854775808", "-0", "1e3", "true", "https://example.com/a?b=c", "http://[::1",
    "{\"a\":1}", "[1,null]", "2026-01-02T03:04:05.123456Z", "EUR", "a,b;c|d",
    // Equal to others without regard to case and surrounding blanks.
    "ADA LOVELACE", " Ada Lovelace ",
  ]

  static func pick(_ values: [String], _ turn: Int) -> String { values[turn % values.count] }

  /// The values as SQL literals; at least one.
  func literals(of type: ValueType) -> [String] {
    switch type {
    case .int, .money, .integerEnum(allowing: nil): integers
    case .integerEnum(allowing: let values?): values.map { "\($0)" }
    case .double:
      [
        "0.0", "-1.5", "1e300", "5e-324", "12.0", "0.1", "-9007199254740993.0", "19.99", "-250.25",
      ].filter(range.contains)
    case .bool: ["0", "1"]
    case .date(let form) where form.storage != .text: dates(in: form.storage)
    case .uuidBlob: (0..<20).map { "x'\(Self.uuid($0).filter { $0 != "-" })'" }
    case .data: ["x''", "x'00ff2780'", "x'\(String(repeating: "ab", count: 300))'"]
    default: texts(of: type).map(quotedText)
    }
  }

  private var integers: [String] { Self.integers.filter(range.contains) }
  private var strings: [String] { Self.strings.filter(range.contains) }

  /// The texts that columns of the type hold.
  private func texts(of type: ValueType) -> [String] {
    switch type {
    case .decimal:
      ["0", "1.25", "-12", "12345678901234567890123456789012345678", "0.000001", "19.99"]
        .filter(range.contains)
    case .date: dates(in: .text)
    case .day, .formattedDay:
      near(["2026-01-02", "1969-12-31", "2024-02-29", "0001-01-01", "9999-12-31"])
    case .uuid, .uuidBlob: (0..<20).map(Self.uuid)
    case .url: ["https://example.com/ä?q=it's", "a:b", "mailto:x@y"]
    case .textEnum(allowing: let values?): values
    case .json: elements(type, 1)
    case .value, .array, .dictionary: json(of: type)
    default: strings
    }
  }

  private func dates(in storage: DateForm.Storage) -> [String] {
    switch storage {
    case .text:
      near([
        "1970-01-01T00:00:00.000000Z", "1969-12-31T23:59:59.999999Z",
        "2026-01-02T03:04:05.123456Z", "0001-01-01T00:00:00.000000Z",
        // A `Date` with a fraction of this second would be rounded up to the year 10000.
        "9999-12-31T23:59:59.000000Z",
      ])
    case .integer:
      near(["0", "-1", "1767323045123456", "-62135596800000000", "253402300799000000"])
    case .seconds: near(["0", "-1", "1767323045", "-62135596800", "253402300799"])
    case .referenceDate:
      near([
        "-978307200.0", "-978307200.000001", "789015845.123456", "-63113904000.0",
        "252423993599.0",
      ])
    }
  }

  /// Leaves out the years 1 and 9999 at the end in a narrower range.
  private func near(_ dates: [String]) -> [String] {
    range == .whole ? dates : dates.dropLast(2)
  }

  // MARK: JSON

  /// The values as JSON, in lists and in types without a table.
  ///
  /// - Parameter depth: The number of values around them.
  func json(of type: ValueType, depth: Int = 0) -> [String] {
    switch type {
    case .string:
      [
        #""""#, #""it's""#, #""a\"\\\n\u0001/\u0000b""#, "\"日本語 👩‍👩‍👧 e\u{301}\u{7F}\"", #""12""#,
        #""null""#, #""2026-01-02""#, #""true""#, #""00000000-0000-4000-8000-0000000000AB""#,
        #""https://example.com/?q=1""#, #""v1""#, #""{\"a\":1}""#, #""a b, c""#, #""[x]""#,
      ]
    case .double:
      ["0.30000000000000004", "-1.5", "1e+300", "5e-324", "12", "-0.0", "9007199254740992"]
        .filter(range.contains)
    case .bool: ["true", "false"]
    case .data: [#""""#, #""AP8=""#]
    case .json:
      [
        #"{"a":[1,null,0.30000000000000004],"b":true}"#, #""ä""#, "[]", "true", "1e300",
        "12345678901234567890",
      ].filter(range.contains)
    case .value(let shape): objects(of: shape, depth)
    case .array(let element, _): lists(of: elements(element, max(1, depth)))
    case .dictionary(let element): dictionaries(of: elements(element, max(1, depth)))
    case .int, .money, .integerEnum: literals(of: type)
    case .date(let form) where form.storage != .text: literals(of: type)
    default: texts(of: type).map(JSONText.quoted)
    }
  }

  private func elements(_ type: ValueType, _ depth: Int) -> [String] {
    switch type {
    // A type may contain lists of its own values.
    case .value: depth > 2 ? [] : json(of: type, depth: depth)
    case .date(let form): json(of: .date(form.with(.text)))
    // Types do not store null fields.
    case .json: json(of: type) + ["null"]
    default: json(of: type)
    }
  }

  /// Lists with none and one of the values, and with all of them and one twice.
  private func lists(of values: [String]) -> [String] {
    ["[]", "[\(values.first ?? "")]", "[\((values + values.prefix(1)).joined(separator: ","))]"]
  }

  /// The keys of dictionaries in their stored order.
  private static let keys = [
    "", "$", "a", #"a\"b"#, "a.b", "b[0]", "c\\u0000", "d\u{7F}", "Ä", "ä", "日本語",
  ]

  /// Dictionaries with none, one and all of the values.
  private func dictionaries(of values: [String]) -> [String] {
    guard !values.isEmpty else { return ["{}"] }
    let members = Self.keys.enumerated().map { "\"\($1)\":\(Self.pick(values, $0))" }
    return ["{}", "{\(members[0])}", "{\(members.joined(separator: ","))}"]
  }

  // MARK: Distinct values

  /// A value that no other row has as an SQL literal, unusual ones first.
  ///
  /// For types with few values, further rows repeat one, and a unique index leaves them out.
  func distinct(_ type: ValueType, _ row: Int) -> String {
    switch type {
    case .int, .money, .integerEnum(allowing: nil): distinctInteger(row)
    case .double: "\(row).5"
    case .decimal: "'\(row).25'"
    case .uuid: "'\(Self.uuid(row))'"
    case .uuidBlob: "x'\(Self.uuid(row).filter { $0 != "-" })'"
    case .data: "x'\(Self.hexadecimal(row, 6))'"
    case .day, .formattedDay: "'\(Self.day(row))'"
    case .date(let form): Self.distinctDate(form.storage, row)
    case .string, .textEnum(allowing: nil):
      quotedText(row < strings.count ? strings[row] : "row \(row)")
    case .url: "'https://example.com/\(row)'"
    case .json: "'\"row \(row)\"'"
    case .dictionary(let element): quotedText("{\"k\(row)\":\(elements(element, 1)[0])}")
    case .bool, .textEnum, .integerEnum, .value, .array: Self.pick(literals(of: type), row)
    }
  }

  private func distinctInteger(_ row: Int) -> String {
    let odd = integers
    if row < odd.count { return odd[row] }
    // Larger than each of the unusual ones that are left.
    return range == .small ? "\(row + 1_000)" : "\(row * 1_000)"
  }

  private static func distinctDate(_ storage: DateForm.Storage, _ row: Int) -> String {
    switch storage {
    case .integer: "\(row * 86_400_000_000)"
    case .seconds: "\(row * 86_400)"
    case .referenceDate: "\(row * 86_400).5"
    case .text: "'\(day(row))T03:04:05.123456Z'"
    }
  }

  private static func uuid(_ number: Int) -> String {
    "00000000-0000-4000-8000-\(hexadecimal(number, 12))"
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

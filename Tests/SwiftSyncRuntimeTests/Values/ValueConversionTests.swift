import SwiftSyncValues
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct ValueConversionTests {
  @Test(
    arguments: [
      ("12", 12), ("12.0", 12), ("\"12\"", 12), ("1.2e1", 12), ("-0", 0), ("-0.0", 0),
      ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("\"9223372036854775807\"", .max), ("1200e-2", 12),
      ("\"\\u0031\"", 1), ("922337203685477580.7e1", .max),
    ] as [(String, Int64)])
  func convertsIntegers(_ json: String, _ value: Int64) throws {
    #expect(try convert(json, .int) == .integer(value))
  }

  @Test(arguments: [
    "12.9", "\"12 \"", "\" 12\"", "\"0x0c\"", "\"012\"", "\"12.0\"", "\"1e2\"", "\"+1\"", "\"\"",
    "1e30", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
    "18446744073709551615.5", "true", "[1]", "{}", "1e-1", "\"-\"", "1e308",
  ])
  func rejectsNonIntegers(_ json: String) throws {
    #expect(try convert(json, .int) == .badValue)
  }

  @Test(arguments: [
    ("1", true), ("\"yes\"", true), ("\"TRUE\"", true), ("true", true), ("\"1\"", true),
    ("1.0", true), ("0", false), ("\"No\"", false), ("\"false\"", false), ("\"0\"", false),
  ])
  func convertsBools(_ json: String, _ value: Bool) throws {
    #expect(try convert(json, .bool) == .integer(value ? 1 : 0))
  }

  @Test(arguments: ["\"on\"", "2", "\"\"", "\"y\"", "\"10\"", "-1", "0.5", "[]", "\"truex\""])
  func rejectsNonBools(_ json: String) throws {
    #expect(try convert(json, .bool) == .badValue)
  }

  @Test(arguments: [
    ("0.1", "0.1"), ("\"0.10\"", "0.1"), ("12.50", "12.5"), ("\"12.500\"", "12.5"),
    ("98765432109876.5432109876543219", "98765432109876.5432109876543219"),
    ("-123456789012345678901234567891", "-123456789012345678901234567891"), ("-0", "0"),
    ("-0.00", "0"), ("1e3", "1000"), ("1.5E+2", "150"), ("15e-3", "0.015"), ("100", "100"),
    ("0e5", "0"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("1e-127", "0." + String(repeating: "0", count: 126) + "1"),
    ("1e127", "1" + String(repeating: "0", count: 127)), ("0.000", "0"), ("-1.0", "-1"),
    ("100.0", "100"), ("1e0", "1"), ("-10.010e1", "-100.1"),
  ])
  func convertsDecimals(_ json: String, _ text: String) throws {
    #expect(try convert(json, .decimal) == .text(text))
  }

  @Test(arguments: [
    "\"12,5\"", "\"\"", "\" 1\"", "true", "1e128", "1e-128", "\"NaN\"", "\".5\"", "\"5.\"",
    "123456789012345678901234567890123456789", "[1]", "\"01\"",
  ])
  func rejectsNonDecimals(_ json: String) throws {
    #expect(try convert(json, .decimal) == .badValue)
  }

  @Test(arguments: [
    ("0.1", 0.1), ("1", 1), ("\"1.50\"", 1.5), ("1e308", 1e308),
    ("9007199254740993", 9_007_199_254_740_992),
    ("\"-2\"", -2), ("1e-400", 0), ("123456789012345678", 123_456_789_012_345_680),
  ])
  func convertsDoubles(_ json: String, _ value: Double) throws {
    #expect(try convert(json, .double) == .real(value))
  }

  @Test(arguments: ["-0.0", "-0", "-0e5", "-1e-400", "\"-0.0\"", "-0.000000000000000000"])
  func doublesKeepSignOfZero(_ json: String) throws {
    guard case .stored(.real(let value)) = try convert(json, .double) else {
      Issue.record("not a real")
      return
    }
    #expect(value == 0 && value.sign == .minus)
    #expect(export(.real(value), .double) == "-0.0")
  }

  @Test(arguments: [("\"eur\"", "EUR"), ("\"EUR\"", "EUR"), ("\"uSd\"", "USD")])
  func storesUppercaseCurrency(_ json: String, _ text: String) throws {
    #expect(try convert(json, .currency()) == .text(text))
    let strict = try convert(json, .currency(ValueRules(isStrict: true)))
    #expect(strict == (json == "\"\(text)\"" ? .text(text) : .badValue))
  }

  @Test(arguments: ["\"eu\"", "\"e1r\"", "\"euro\"", "\"éur\"", "\"[@`\"", "5", "\"\""])
  func rejectsNonCurrencies(_ json: String) throws {
    #expect(try convert(json, .currency()) == .badValue)
  }

  @Test(arguments: [
    "\"1.2.3\"", "\"\"", "\"inf\"", "\"nan\"", "\"0x1\"", "\"1e400\"", "true", "{}",
  ])
  func rejectsNonDoubles(_ json: String) throws {
    #expect(try convert(json, .double) == .badValue)
  }

  @Test(arguments: [
    ("\"a\"", "a"), ("12.50", "12.50"), ("true", "true"), ("\"\"", ""), ("\"\\u00e9\\n\"", "é\n"),
    ("1E2", "1E2"), ("\"\\ud83d\\ude00\"", "😀"),
  ])
  func convertsStrings(_ json: String, _ text: String) throws {
    #expect(try convert(json, .string) == .text(text))
    #expect(try convert(json, .textEnum(allowing: nil)) == .text(text))
  }

  @Test(arguments: ["{\"a\":1}", "[]"])
  func rejectsNonStrings(_ json: String) throws {
    #expect(try convert(json, .string) == .badValue)
  }

  @Test func convertsEnums() throws {
    let phase = ValueType.textEnum(allowing: ["draft", "7"])
    #expect(try convert("\"draft\"", phase) == .text("draft"))
    #expect(try convert("7", phase) == .text("7"))
    #expect(try convert("\"Draft\"", phase) == .badValue)
    #expect(try convert("\"3\"", .integerEnum(allowing: [3])) == .integer(3))
    #expect(try convert("4", .integerEnum(allowing: [3])) == .badValue)
    #expect(try convert("4", .integerEnum(allowing: nil)) == .integer(4))
  }

  @Test func convertsUUIDs() throws {
    let lower = "abcdef01-2345-4789-abcd-ef0123456789"
    #expect(try convert("\"\(lower)\"", .uuid) == .text(lower))
    #expect(try convert("\"ABCDEF01-2345-4789-ABCD-EF0123456789\"", .uuid) == .text(lower))
    for text in [
      "", "xyz", "{\(lower)}", "abcdef0123454789abcdef0123456789", lower + "0",
      "g" + lower.dropFirst(),
    ] {
      #expect(try convert("\"\(text)\"", .uuid) == .badValue, "\(text)")
    }
  }

  /// Compares each byte at each position of a UUID with the definition.
  @Test func checksEveryByteOfUUID() {
    let valid = Array("abcdef01-2345-4789-abcd-ef0123456789".utf8)
    for place in 0..<36 {
      for byte in UInt8.min...UInt8.max {
        var bytes = valid
        bytes[place] = byte
        let isHyphen = [8, 13, 18, 23].contains(place)
        let expected = isHyphen ? byte == 0x2D : byte.hexadecimalValue != nil
        let spelling = bytes.withUnsafeBufferPointer { UUIDText.spelling(JSONSlice($0)) }
        #expect((spelling != nil) == expected, "\(byte) at \(place)")
        if expected { #expect((spelling == .mixed) == byte.isUppercaseLetter) }
      }
    }
  }

  @Test func convertsBase64() throws {
    #expect(try convert("\"aGVsbG8=\"", .data) == .stored(.blob(Array("hello".utf8))))
    #expect(try convert("\"\"", .data) == .stored(.blob([])))
    #expect(try convert("\"aGU\\/\"", .data) == .stored(.blob([0x68, 0x65, 0x3F])))
    for text in [
      "***", "aGVsbG8", "aGVs bG8=", "aGVsbG8==", "====", "a===", "aGVsbG9=", "-_-_", "aG=s",
    ] {
      #expect(try convert("\"\(text)\"", .data) == .badValue, "\(text)")
    }
  }

  @Test func convertsMoney() throws {
    #expect(try convert("1999", .money) == .integer(1999))
    #expect(try convert("19.99", .money) == .badValue)
    #expect(try convert("\"EUR\"", .currency()) == .text("EUR"))
    for json in ["\"EURO\"", "\"E1R\"", "978", "\"\""] {
      #expect(try convert(json, .currency()) == .badValue, "\(json)")
    }
  }

  @Test func freeJSONIsCompactAndSorted() throws {
    let json =
      #" { "b" : [1.0, 1e2, "\u00e9\/"], "a" : {"z":null,"y":9007199254740993}, "b" : [ ] } "#
    #expect(try convert(json, .json) == .text(#"{"a":{"y":9007199254740993,"z":null},"b":[]}"#))
    #expect(try convert(#""\u0041\u000b\b""#, .json) == .text(#""A\u000b\b""#))
    #expect(try convert("null", .json) == .stored(.null))
  }

  @Test func convertsLists() throws {
    #expect(try convert(#"[1, "b", true]"#, .array(.string)) == .text(#"["1","b","true"]"#))
    #expect(try convert(#"["1", 2.0]"#, .array(.int)) == .text("[1,2]"))
    #expect(try convert(#"[1.50, "2"]"#, .array(.decimal)) == .text(#"["1.5","2"]"#))
    #expect(try convert("[1, 0.5]", .array(.double)) == .text("[1,0.5]"))
    #expect(try convert("[null]", .array(.json)) == .text("[null]"))
    #expect(
      try convert(#"{"b": 1, "a": "x", "b": "\"2"}"#, .dictionary(.string))
        == .text(#"{"a":"x","b":"\"2"}"#))
    let dates = ValueType.array(.date(DateForm(remote: .unix, storage: .integer)))
    #expect(try convert("[1600000000]", dates) == .text(#"["2020-09-13T12:26:40.000000Z"]"#))
    for json in ["\"a\"", "[null]", "{}", "[[]]", "null1".prefix(0) + "1"] {
      #expect(try convert(String(json), .array(.string)) == .badValue, "\(json)")
    }
    #expect(try convert("[]", .dictionary(.string)) == .badValue)
  }

  @Test(arguments: [
    (#""5""#, ValueType.int), ("5.0", .int), ("1", .bool), (#""true""#, .bool), ("5", .string),
    (#""1.5""#, .double), ("true", .string), (#""1""#, .integerEnum(allowing: nil)),
    ("1", .textEnum(allowing: nil)), ("[1]", .array(.string)),
  ])
  func strictRejectsCoercion(_ json: String, _ type: ValueType) throws {
    #expect(try convert(json, type, strict: true) == .badValue)
    #expect(try convert(json, type) != .badValue)
  }

  @Test func strictAcceptsDocumentedTypes() throws {
    #expect(try convert("5", .int, strict: true) == .integer(5))
    #expect(try convert("5.25", .decimal, strict: true) == .text("5.25"))
    #expect(try convert("\"5.25\"", .decimal, strict: true) == .text("5.25"))
    #expect(try convert("5", .double, strict: true) == .real(5))
  }

  @Test func emptyTextIsNullIfDeclared() throws {
    for type in [ValueType.url, .uuid, .day, .date(DateForm(remote: .auto, storage: .text)), .int] {
      #expect(try convert("\"\"", type) == .badValue)
      #expect(try convert("\"\"", type, emptyIsNull: true) == .stored(.null))
      #expect(try convert("\" \"", type, emptyIsNull: true) == .badValue)
    }
  }
}

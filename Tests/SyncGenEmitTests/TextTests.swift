import TestHelpers
import SyncGenEmit
import SyncGenSchema
import Testing

@Suite struct TextTests {
  @Test(arguments: [
    ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("a\nb\tc\r", #""a\nb\tc\r""#),
    ("\\(x)", #""\\(x)""#), ("\u{0}\u{1B}\u{2028}", #""\u{0}\u{1b}\u{2028}""#),
    ("né 👍🏽", #""né 👍🏽""#),
  ])
  func swiftStrings(value: String, literal: String) {
    #expect(SwiftText.string(value) == literal)
  }

  @Test func swiftMultilineStrings() {
    #expect(SwiftText.multiline("a \"\"\"\" b\\\n\tc") == "a \"\"\\\"\" b\\\\\n\\tc")
  }

  @Test(arguments: [
    (0, "0"), (999_999, "999999"), (1_000_000, "1_000_000"), (-12_345_678, "-12_345_678"),
    (Int64.min, "-9_223_372_036_854_775_808"),
  ])
  func swiftIntegers(value: Int64, literal: String) {
    #expect(SwiftText.integer(value) == literal)
  }

  @Test(arguments: [
    ("it's", "'it''s'"), ("a\nb", "'a\nb'"), ("\\", "'\\'"),
    ("a\u{0}b", "(CAST(x'610062' AS TEXT))"),
  ])
  func sqlStrings(value: String, literal: String) throws {
    #expect(SQLText.string(value) == literal)
    let database = try Database()
    #expect(try database.rows("SELECT \(literal) = CAST(x'\(hex(value))' AS TEXT)") == [["1"]])
  }

  private func hex(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(arguments: [
    (SQLLiteral.integer(.min), "-9223372036854775808"), (.real(0.1), "0.1"),
    (.real(1e300), "1e+300"), (.blob([0, 255]), "x'00ff'"),
  ])
  func sqlLiterals(value: SQLLiteral, literal: String) {
    #expect(SQLText.literal(value) == literal)
  }

  @Test(arguments: [
    ("/a/Schemas/t.yaml", "../Generated/T", "../../Schemas/t.yaml"),
    ("/a/t.yaml", "Out", "../t.yaml"), ("/a/t.yaml", ".", "t.yaml"),
    ("/a/b/t.yaml", "/c", "../a/b/t.yaml"),
  ])
  func schemaPathsInHeaders(path: String, output: String, expected: String) {
    #expect(RelativePath.ofSchema(at: path, output: output) == expected)
  }
}

import SwiftSyncValues
import TestHelpers
import Testing

@Suite struct ValuePathTests {
  @Test(arguments: [
    ("a", [PathStep.key("a")]), ("a.b", [.key("a"), .key("b")]),
    ("items[0].url", [.key("items"), .index(0), .key("url")]),
    ("grid[0][12]", [.key("grid"), .index(0), .index(12)]),
    ("edges[].node", [.key("edges"), .each, .key("node")]),
    (#"a."b.c""#, [.key("a"), .key("b.c")]), (#""a\"\\[""#, [.key(#"a"\["#)]),
  ])
  func readsAndWritesPath(_ text: String, _ steps: [PathStep]) {
    #expect(ValuePath.steps(text) == steps)
    #expect(ValuePath.text(steps) == text)
  }

  @Test(arguments: [
    "", ".", "a.", ".a", "a..b", "a[", "a]", "[0]", "a[01]", "a[-1]", "a[x]", "a[0]b", #""a"#,
    #""""#, #"a"b""#, "a[1234567]",
  ])
  func rejectsInvalidPath(_ text: String) {
    #expect(ValuePath.steps(text) == nil)
  }

  @Test func removesOrIndexesListMarkers() {
    #expect(ValuePath.withoutLists("members.edges[].node") == "members.edges.node")
    #expect(ValuePath.text("edges[].node", element: 3) == "edges[3].node")
    #expect(ValuePath.text("items", element: 3) == "items[3]")
  }

  /// Each path that can be read is written in a form that can be read again.
  @Test func roundTripsPaths() {
    var random = SeededRandom(3)
    let letters = Array("ab.[]\"\\0 1")
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...8, using: &random)
      let text = String((0..<length).compactMap { _ in letters.randomElement(using: &random) })
      guard let steps = ValuePath.steps(text) else { continue }
      #expect(ValuePath.steps(ValuePath.text(steps)) == steps, "\(text)")
    }
  }

  @Test(arguments: [
    ("USD", 1999, "19.99"), ("JPY", -300, "-300"), ("KWD", 5, "0.005"), ("EUR", -5, "-0.05"),
    ("CLF", 0, "0.0000"), ("eur", .min, "-92233720368547758.08"),
  ])
  func writesAllDecimalsOfAmount(_ currency: String, _ units: Int64, _ text: String) throws {
    let digits = try #require(CurrencyExponent.of(currency))
    #expect(CurrencyExponent.text(minorUnits: units, exponent: digits) == text)
  }

  @Test(arguments: ["XAU", "ZZZ", "EURO", ""])
  func rejectsUnknownCurrencies(_ currency: String) {
    #expect(CurrencyExponent.of(currency) == nil)
  }
}

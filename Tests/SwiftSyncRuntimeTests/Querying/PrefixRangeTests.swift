import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct PrefixRangeTests {
  @Test(arguments: [
    ("A", "B"), ("az", "a{"), ("é", "ê"), ("\u{D7FF}", "\u{E000}"), ("a\u{10FFFF}", "b"),
    ("a\u{7F}", "a\u{80}"), ("a\u{FFFF}", "a\u{10000}"),
  ])
  func endsBeforeNextText(prefix: String, end: String) {
    #expect(PrefixRange.end(of: prefix) == end)
  }

  @Test(arguments: [
    ("A", "b"), ("z", "{"), ("Z", "{"), ("a@", "a["), ("[", "\\"), ("É", "Ê"),
    ("a\u{10FFFF}", "b"), ("Z\u{10FFFF}", "{"),
  ])
  func endsBeforeNextTextIgnoringCase(prefix: String, end: String) {
    #expect(PrefixRange.end(of: prefix, ignoringCase: true) == end)
  }

  @Test(arguments: ["", "\u{10FFFF}", "\u{10FFFF}\u{10FFFF}"])
  func hasNoEndIfNothingIsGreater(prefix: String) {
    #expect(PrefixRange.end(of: prefix) == nil)
  }
}

import Testing

@_spi(Generated) @testable import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct HTTPDateTests {
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
  ])
  func readsDate(text: String, seconds: Int) {
    #expect(HTTPDate.seconds(text[...]) == seconds)
  }

  @Test(arguments: [
    "", "soon", "120", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
    "06 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2023 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 11 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func rejectsOtherText(text: String) {
    #expect(HTTPDate.seconds(text[...]) == nil)
  }

  @Test(arguments: [
    ("", ""), (" ", ""), (" \t7 a\t ", "7 a"), ("7", "7"), ("\u{A0}7", "\u{A0}7"),
  ])
  func trimsFieldValue(text: String, trimmed: String) {
    #expect(text.trimmedFieldValue == trimmed)
  }
}

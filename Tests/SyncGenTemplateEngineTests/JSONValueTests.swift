import SwiftSyncValues
import SyncGenTemplateEngine
import Testing

struct JSONValueTests {
  @Test func readsEveryKindOfValue() throws {
    let text =
      #"{"b": [1, 2.5, -0, 1e2, true, null], "a": {"x": "\u00e9\ud83d\ude00\n\"\\\u0001"}, "c": []}"#
    let value = try JSONValueReader.value(of: Array(text.utf8))
    #expect(
      value.text
        == #"["a": ["x": "é😀\n\"\\\u{01}"], "b": [1, 2.5, 0, 100.0, true, nil], "c": []]"#)
  }

  static let invalid: [(text: String, offset: Int)] = [
    ("", 0), ("{", 1), ("[1,]", 3), ("{\"a\" 1}", 5), ("tru", 3), ("1 2", 2), ("\"a", 2),
    ("\"\\x\"", 1), ("+1", 0), (String(repeating: "[", count: 600), 512),
  ]

  @Test(arguments: invalid)
  func invalidText(_ text: String, _ offset: Int) {
    #expect {
      try JSONValueReader.value(of: Array(text.utf8))
    } throws: { error in
      (error as? JSONError)?.offset == offset
    }
  }
}

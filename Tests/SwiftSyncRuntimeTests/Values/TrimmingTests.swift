import SwiftSyncValues
import Testing

@testable import SwiftSyncCoding

/// `trim: true`, compared with Swift's knowledge of Unicode.
@Suite struct TrimmingTests {
  private func trimmed(_ text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: JSONSlice($0).trimmed.bytes, as: UTF8.self) }
  }

  @Test func whiteSpaceIsThatOfUnicode() {
    for value in UInt32(0)...0x3100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "\(scalar)a\(scalar)b\(scalar)"
      let expected = scalar.properties.isWhitespace ? "a\(scalar)b" : text
      #expect(trimmed(text) == expected, "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: ["", " ", "\u{3000}\t\u{85}", "\u{200A}\u{2028}\r\n"])
  func nothingIsLeftOfWhiteSpace(text: String) {
    #expect(trimmed(text) == "")
  }

  @Test(arguments: ["é", "🚀", "\u{E2}", "\u{200B}", "a\u{301}"])
  func otherCharactersStay(text: String) {
    #expect(trimmed("\u{2003}\(text) ") == text)
  }
}

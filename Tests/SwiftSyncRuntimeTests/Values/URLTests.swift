import Foundation
import SwiftSyncValues
import TestHelpers
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct URLTests {
  @Test(arguments: [
    "https://example.com", "https://user:pw@example.com:8080/a/b?c=d&e#f", "/relative/path", "a/b",
    "mailto:someone@example.com", "http://[::1]:80/", "https://example.com/{owner}/{repo}{?page}",
    "https://example.com/ü", "tel:+49123", "?q", "#f", "file:///tmp/x", "//host/path",
    "https://example.com/100%", "https://example.com/a%20b", "http://example.com:/",
  ])
  func acceptsURLs(_ text: String) throws {
    #expect(try convert("\"\(text)\"", .url) == .text(text))
    #expect(StoredValue.text(text).withBound(URL.init(column:)) != nil)
  }

  @Test(arguments: [
    "", " ", "https://example.com/a b", "https://example.com/\\n", "1http://x", ":foo", "a b:c",
    "http://example.com:8x/", "http://[::1", "http://[zz]/", "http:", "http://a[b]/", "ht tp://x",
    "http://exa%zzmple.com/", "http://[::1]x/",
  ])
  func rejectsInvalidURLs(_ text: String) throws {
    #expect(try convert("\"\(text)\"", .url) == .badValue)
  }

  /// Foundation accepts each text that our rules accept.
  @Test func acceptedTextIsFoundationURL() throws {
    var random = SeededRandom(9)
    let letters = Array("ab1:/?#[]@!$&'()*+,;=%.-_~{}|\\^`<>ü:/:/".unicodeScalars)
    var accepted = 0
    for _ in 0..<20_000 {
      var text = Bool.random(using: &random) ? "http://" : ""
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        text.unicodeScalars.append(letters[Int.random(in: 0..<letters.count, using: &random)])
      }
      var copy = text
      guard copy.withUTF8({ URLText.isValid(JSONSlice($0)) }) else { continue }
      accepted += 1
      #expect(StoredValue.text(text).withBound(URL.init(column:)) != nil, "\(text)")
    }
    #expect(accepted > 1000)
  }
}

import Foundation
import SwiftSyncValues
import Testing

@_spi(Generated) import SwiftSyncREST

@Suite struct UUIDTextTests {
  private static let text = "0f1e2d3c-4b5a-6978-8796-A5B4c3D2e1F0"

  private func read(_ text: [UInt8]) -> UUID? {
    text.withUnsafeBufferPointer { UUID(column: .text(JSONSlice($0))) }
  }

  /// Foundation also accepts some texts that are not UUIDs, e.g. with a space instead of a digit.
  private func isUUID(_ text: [UInt8]) -> Bool {
    text.indices.allSatisfy { place in
      [8, 13, 18, 23].contains(place)
        ? text[place] == UInt8(ascii: "-")
        : text[place] < 128 && Character(Unicode.Scalar(text[place])).isHexDigit
    }
  }

  /// Replaces each character of a UUID with each byte.
  @Test func readsOnlyHexDigitsAndHyphens() {
    for place in 0..<36 {
      for byte in UInt8.min...UInt8.max {
        var text = Array(Self.text.utf8)
        text[place] = byte
        let expected = isUUID(text) ? UUID(uuidString: String(decoding: text, as: UTF8.self)) : nil
        #expect(read(text) == expected, "\(text)")
      }
    }
  }

  @Test func readsRandomUUIDs() {
    for _ in 0..<1_000 {
      let id = UUID()
      #expect(read(Array(id.uuidString.utf8)) == id)
      #expect(read(Array(id.uuidString.lowercased().utf8)) == id)
    }
  }

  @Test func rejectsOtherLengths() {
    #expect(read(Array(Self.text.utf8.dropLast())) == nil)
    #expect(read(Array((Self.text + "0").utf8)) == nil)
  }
}

import Foundation
import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct NumberPropertyTests {
  /// Digits with a decimal point somewhere, and possibly an exponent.
  private static func number(_ random: inout SeededRandom, digits: Int) -> String {
    var text = String(Int.random(in: 1...9, using: &random))
    for _ in 1..<max(digits, 2) { text += String(Int.random(in: 0...9, using: &random)) }
    let point = Int.random(in: 1..<text.count, using: &random)
    text.insert(".", at: text.index(text.startIndex, offsetBy: point))
    if Bool.random(using: &random) { text += "e\(Int.random(in: -20...20, using: &random))" }
    return (Bool.random(using: &random) ? "-" : "") + text
  }

  @Test func decimalsAgreeWithFoundation() throws {
    var random = SeededRandom(1)
    for _ in 0..<3000 {
      let text = Self.number(&random, digits: Int.random(in: 1...36, using: &random))
      guard case .stored(.text(let stored)) = try convert(text, .decimal) else {
        Issue.record("\(text) is no decimal")
        continue
      }
      let decimal = try #require(StoredValue.text(stored).withBound(Decimal.init(column:)))
      #expect(decimal == Decimal(string: text), "\(text)")
      #expect(decimal.stored(in: .text) == .text(stored), "\(text)")
    }
  }

  @Test func largestDecimalsAreExact() throws {
    for text in [
      String(repeating: "9", count: 38), "1" + String(repeating: "0", count: 127),
      "0." + String(repeating: "0", count: 126) + "1", "-0." + String(repeating: "9", count: 38),
    ] {
      let decimal = try #require(StoredValue.text(text).withBound(Decimal.init(column:)))
      #expect(decimal.stored(in: .text) == .text(text))
    }
  }

  @Test func doublesAreCorrectlyRounded() throws {
    var random = SeededRandom(2)
    for _ in 0..<3000 {
      let text = Self.number(&random, digits: Int.random(in: 1...25, using: &random))
      #expect(try convert(text, .double) == .real(try #require(Double(text))))
    }
  }

  @Test func doublesRoundTrip() throws {
    var random = SeededRandom(3)
    for _ in 0..<3000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = try #require(export(.real(value), .double))
      #expect(try convert(text, .double) == .real(value))
    }
    #expect(export(.real(.infinity), .double) == nil)
    #expect(export(.real(.nan), .double) == nil)
  }

  @Test func integersRoundTrip() throws {
    var random = SeededRandom(4)
    for _ in 0..<3000 {
      let value = Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)
      #expect(try convert("\(value)", .int) == .integer(value))
      #expect(try convert("\"\(value)\"", .int) == .integer(value))
    }
  }

  @Test func bytesRoundTripThroughBase64() throws {
    var random = SeededRandom(5)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = try #require(export(.blob(bytes), .data))
      #expect(text == "\"\(Data(bytes).base64EncodedString())\"")
      #expect(try convert(text, .data) == .stored(.blob(bytes)))
    }
  }
}

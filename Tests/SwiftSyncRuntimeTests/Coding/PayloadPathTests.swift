import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Values in the middle of the paths that generated structs read.
@Suite struct PayloadPathTests {
  private let coding = EntityCodingTests()

  @Test(arguments: [
    ("\"state\":5", "state", "expected an object, found 5"),
    ("\"state\":[1]", "state", "expected an object, found [1]"),
    ("\"state\":\"todo\"", "state", "expected an object, found \"todo\""),
    ("\"fee\":true", "fee", "expected an object, found true"),
  ])
  func rejectsNonObjectParent(_ member: String, _ key: String, _ message: String) throws {
    do {
      _ = try coding.decode(with: member)
      Issue.record("it was read")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == [key])
      #expect(context.debugDescription == message)
    }
  }

  @Test func patchRejectsNonObjectParent() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Todo.Patch.self, from: Data(#"{"state":5}"#.utf8))
    }
  }

  @Test func nullParentIsNullAndEmptyOneIsMissing() throws {
    let patch = try JSONDecoder().decode(
      Todo.Patch.self, from: Data(#"{"state":null,"fee":{}}"#.utf8))
    #expect(patch.stateLabel.isNull && patch.fee.isMissing && patch.title.isMissing)
  }

  @Test func rejectsOverflowAndLoneSurrogates() {
    #expect(throws: DecodingError.self) { try coding.decode(with: "\"extra\":[1e400]") }
    #expect(throws: DecodingError.self) { try coding.decode(with: "\"weights\":{\"a\":1e400}") }
    #expect(throws: DecodingError.self) { try coding.decode(with: #""extra":{"a":"\ud83d"}"#) }
  }

  @Test func keepsSignOfZero() throws {
    let task = try coding.decode(with: "\"extra\":[-0.0,0,-0]")
    #expect(task.extra?.json == "[-0.0,0,-0.0]")
    // Foundation writes `-0`.
    let encoded = try coding.encoded(task)["extra"]
    #expect(encoded?[0] == .number(try #require(.init("-0"))) && encoded?[1] == 0)
    let sorted = try coding.decode(
      EntityCodingTests.minimal.replacingOccurrences(of: "1.5", with: "-0.0"))
    #expect(sorted.sortIndex.sign == .minus)
  }
}

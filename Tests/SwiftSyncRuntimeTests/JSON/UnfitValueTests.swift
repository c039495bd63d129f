import SwiftSyncValues
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Numbers that overflow a double, and lone surrogates: valid JSON, but not a value of any type.
@Suite struct UnfitValueTests {
  private func token(_ json: String) throws -> JSONToken {
    let arena = ByteArena()
    return try withExtendedLifetime(arena) {
      var scanner = JSONScanner(arena.copy(json))
      let token = try scanner.readValue()
      try scanner.finish()
      return token
    }
  }

  @Test(arguments: [
    "1e400", "-1e999", "1.8e308", #""\ud83d""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\udc00""#,
    #""a\udbff\udbff\udc00""#,
  ])
  func marksInvalidToken(_ json: String) throws {
    #expect(try token(json).isInvalid)
    for type in [ValueType.string, .int, .double, .decimal, .bool, .json, .textEnum(allowing: nil)]
    {
      #expect(try convert(json, type) == .badValue)
    }
  }

  @Test(arguments: ["1e308", "1e-999", #""\ud83d\ude00""#, #""\\ud83d""#, #""\uffff""#])
  func doesNotMarkValidToken(_ json: String) throws {
    #expect(try !token(json).isInvalid)
  }

  @Test(arguments: [
    ("[1,1e400]", ValueType.array(.double)), ("[1e400]", .json),
    (#"{"k":[{"l":"\ud800"}]}"#, .json),
    (#"{"\ud800":1}"#, .json), (#"{"\ud800":1}"#, .dictionary(.int)),
    (#"["a","\udc00"]"#, .array(.string)), (#"{"a":1e400}"#, .dictionary(.double)),
  ])
  func invalidatesContainer(_ json: String, _ type: ValueType) throws {
    #expect(try convert(json, type) == .badValue)
  }

  @Test(arguments: [
    (#"{"a":1e400,"a":1}"#, #"{"a":1}"#), (#"{"a":{"b":"\ud800"},"a":[]}"#, #"{"a":[]}"#),
  ])
  func ignoresInvalidValueOfRepeatedKey(_ json: String, _ text: String) throws {
    #expect(try convert(json, .json) == .text(text))
  }

  @Test(arguments: ["[1e400]", #""\ud800""#, #"{"\udc00":1}"#])
  func rejectsTextWithInvalidValue(_ json: String) throws {
    #expect(throws: DecodingError.self) { try JSONValue(json: json) }
    #expect(StoredValue.text(json).withBound { JSONValue(column: $0) } == nil)
    #expect(export(.text(json), .json) == nil)
  }

  /// The text may be read in pieces of any length.
  @Test(arguments: [#"["\ud83d\u0041\udc00x",1e400]"#, #"["\ud83d\ude00\ud83d"]"#])
  func isIncompleteAtEveryBufferEnd(_ json: String) throws {
    let bytes = Array(json.utf8)
    for count in 0..<bytes.count {
      bytes.prefix(count).withContiguousStorageIfAvailable { buffer in
        var scanner = JSONScanner(buffer, isFinal: false)
        #expect(throws: JSONError(reason: .incomplete, offset: count)) { try scanner.skipValue() }
      }
    }
  }

  @Test func distinguishesKeysWithLoneSurrogates() throws {
    let arena = ByteArena()
    try withExtendedLifetime(arena) {
      var scanner = JSONScanner(arena.copy(#"{"\ud800":1,"\udc00a":2,"\ufffd":3}"#))
      try scanner.beginObject()
      var keys: [String] = []
      while let key = try scanner.nextKey(arena) {
        #expect(key.isSame(as: "\u{FFFD}") == (keys.count == 2))
        keys.append(key.shownKey)
        _ = try scanner.skipValue()
      }
      #expect(keys == [#"\ud800"#, #"\udc00a"#, "\u{FFFD}"])
    }
  }
}

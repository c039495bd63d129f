import Foundation
import SwiftSyncValues
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct JSONScannerTests {
  /// The error of scanning the whole text, or `nil`.
  static func failure(_ bytes: [UInt8], isFinal: Bool = true) -> JSONError? {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(buffer, isFinal: isFinal, refusesInvalid: true)
      do throws(JSONError) {
        _ = try scanner.skipValue()
        try scanner.finish()
        return nil
      } catch {
        return error
      }
    }
  }

  static func failure(_ text: String) -> JSONError? { failure(Array(text.utf8)) }

  @Test(arguments: [
    "null", " true ", "false", "0", "-0", "1.5e+10", "1E-2", "\"\"", "[]", "{}", "[[],{}]",
    "{\"a\":[1,2,{\"b\":null}]}", "\t\r\n1", "\"\\u0000\\ud83d\\ude00\\/\"", "\"é€😀\u{7F}\"",
    "{\"a\":1,\"a\":2}", "1e-999", "1e308", "0e999", "[1 , 2]",
  ])
  func acceptsValidText(_ text: String) {
    #expect(Self.failure(text) == nil)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("nul", .unexpectedEnd, 3),
      ("nulx", .unexpectedCharacter, 3), ("[1,]", .unexpectedCharacter, 3),
      ("[1", .unexpectedEnd, 2), ("[,1]", .unexpectedCharacter, 1),
      ("[1 2]", .unexpectedCharacter, 3),
      ("{\"a\":1,}", .unexpectedCharacter, 7), ("{a:1}", .unexpectedCharacter, 1),
      ("{\"a\" 1}", .unexpectedCharacter, 5), ("{\"a\"}", .unexpectedCharacter, 4),
      ("{1:2}", .unexpectedCharacter, 1), ("[}", .unexpectedCharacter, 1),
      ("{]", .unexpectedCharacter, 1), ("01", .trailingText, 1), ("1.", .unexpectedEnd, 2),
      ("1.x", .invalidNumber, 2), ("-", .unexpectedEnd, 1), ("-x", .invalidNumber, 1),
      ("1e", .unexpectedEnd, 2), ("1e+]", .invalidNumber, 3), ("+1", .unexpectedCharacter, 0),
      (".5", .unexpectedCharacter, 0), ("NaN", .unexpectedCharacter, 0),
      ("'a'", .unexpectedCharacter, 0),
      ("\"a", .unexpectedEnd, 2), ("\"\n\"", .controlCharacter, 1), ("\"\\x\"", .invalidEscape, 1),
      ("\"\\u12g4\"", .invalidEscape, 1), ("\"\\ud83d\"", .loneSurrogate, 1),
      ("\"\\ud83d\\n\"", .loneSurrogate, 1), ("\"\\ud83d\\u0041\"", .loneSurrogate, 1),
      ("\"\\udc00\"", .loneSurrogate, 1), ("{\"\\udc00\":1}", .loneSurrogate, 2),
      ("[1] 2", .trailingText, 4), ("[1]]", .trailingText, 3), ("1e400", .numberOutOfRange, 0),
      ("[-1e999]", .numberOutOfRange, 1), ("1.8e308", .numberOutOfRange, 0),
      ("\u{FEFF}1", .unexpectedCharacter, 0), ("/**/1", .unexpectedCharacter, 0),
      ("\"\\ud83d", .unexpectedEnd, 7), ("tru", .unexpectedEnd, 3),
      ("{\"a\":1 \"b\":2}", .unexpectedCharacter, 7),
    ] as [(String, JSONError.Reason, Int)])
  func rejectsInvalidText(_ text: String, _ reason: JSONError.Reason, _ offset: Int) {
    #expect(Self.failure(text) == JSONError(reason: reason, offset: offset))
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3, 0x28], [0xE2, 0x82, 0x28],
      [0xE2, 0x82],
    ] as [[UInt8]])
  func rejectsInvalidUTF8(_ bytes: [UInt8]) {
    #expect(Self.failure([0x22] + bytes + [0x22])?.reason == .invalidUTF8)
    #expect(Self.failure(Array("\"12345678".utf8) + bytes + [0x22])?.reason == .invalidUTF8)
  }

  @Test func longIntegersOverflow() {
    #expect(Self.failure(String(repeating: "9", count: 400))?.reason == .numberOutOfRange)
    #expect(
      Self.failure("[" + String(repeating: "9", count: 309) + "]")?.reason == .numberOutOfRange)
    #expect(Self.failure("1" + String(repeating: "0", count: 308)) == nil)
    #expect(
      Self.failure(String(repeating: "0", count: 1) + "." + String(repeating: "1", count: 400))
        == nil)
    #expect(Self.failure("1" + String(repeating: "0", count: 400) + "e-200") == nil)
  }

  @Test func limitsDepth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let text = { (count: Int) in
        String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
      }
      #expect(Self.failure(text(512)) == nil)
      #expect(Self.failure(text(513))?.reason == .nestedTooDeeply)
      #expect(Self.failure(text(100_000))?.reason == .nestedTooDeeply)
    }
  }

  /// Wherever a text is cut, the first part is incomplete, not malformed.
  @Test func everyPrefixIsIncomplete() {
    let text = Array(#"{"a\n\ud83d\ude00é":[1,-2.5e+3,true,false,null,"€"],"b":{}}"#.utf8)
    for count in 0..<text.count {
      let error = Self.failure(Array(text.prefix(count)), isFinal: false)
      #expect(error == JSONError(reason: .incomplete, offset: count), "\(count)")
      #expect(Self.failure(Array(text.prefix(count)))?.reason == .unexpectedEnd, "\(count)")
    }
    #expect(Self.failure(Array("12".utf8), isFinal: false)?.reason == .incomplete)
  }

  @Test func readsMembers() throws {
    var text = #" { "a" : 1 , "\u0062\n" : "x\ty" , "c" : [ true , {"d":null} ] , "e" : {} } "#
    try text.withUTF8 { bytes in
      let arena = ByteArena(chunkSize: 8)
      var scanner = JSONScanner(bytes, baseOffset: 100)
      var keys: [String] = []
      try scanner.beginObject()
      while let key = try scanner.nextKey(arena) {
        keys.append(key.string)
        switch keys.count {
        case 2:
          let token = try scanner.readToken()
          #expect(token.kind == .string && token.hasEscapes)
          #expect(token.slice.string == "x\\ty")
          #expect(token.text(in: arena).string == "x\ty")
        case 3:
          #expect(try scanner.readToken().kind == .array)
          try scanner.beginArray()
          var count = 0
          while try scanner.nextElement() {
            _ = try scanner.readValue()
            count += 1
          }
          #expect(count == 2)
        case 4: #expect(try scanner.skipValue().string == "{}")
        default: #expect(try scanner.readValue().isInteger)
        }
      }
      try scanner.finish()
      #expect(keys == ["a", "b\n", "c", "e"])
      #expect(scanner.depth == 0)
    }
  }

  @Test func offsetIncludesBaseOffset() {
    let bytes = Array("[1,x]".utf8)
    bytes.withUnsafeBufferPointer {
      var scanner = JSONScanner($0, baseOffset: 1000)
      #expect(throws: JSONError(reason: .unexpectedCharacter, offset: 1003)) {
        try scanner.skipValue()
      }
    }
  }

  @Test func computesLineAndColumn() {
    let bytes = Array("[\n  1,\n  é x".utf8)
    #expect(TextPosition(of: 0, in: bytes) == TextPosition(line: 1, column: 1))
    #expect(TextPosition(of: 4, in: bytes) == TextPosition(line: 2, column: 3))
    #expect(TextPosition(of: bytes.count - 1, in: bytes) == TextPosition(line: 3, column: 5))
  }
}

extension TextPosition {
  fileprivate init(line: Int, column: Int) {
    let text = String(repeating: "\n", count: line - 1) + String(repeating: " ", count: column - 1)
    self.init(of: text.utf8.count, in: Array(text.utf8))
  }
}

import Foundation
import SwiftSyncValues
import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct JSONOracleTests {
  static let seeds = [
    #"{"id":"a1","tags":["x","y"],"n":-12.5e3,"b":true,"z":null,"o":{"k":"v\n\u00e9"}}"#,
    #"[[],{},[1,2,3],"\ud83d\ude00","é€😀",0.1,1e10,false]"#,
    #"  {"a" : [ ] , "b" : { "c" : 0 } }  "#,
  ]

  /// Texts with bytes changed, removed and duplicated: we accept the same texts as Foundation.
  ///
  /// The texts avoid the intended differences: Foundation also accepts other encodings (a zero byte
  /// among the first four), a byte order mark, lone surrogates, numbers that overflow, and a comma
  /// before a closing bracket.
  @Test func acceptsSameTextAsFoundation() {
    var random = SeededRandom(11)
    var compared = 0
    for _ in 0..<12_000 {
      var bytes = Array(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.mutate(&bytes, &random) }
      let ours = JSONScannerTests.failure(bytes)
      guard !bytes.contains(0), ours?.reason != .loneSurrogate, ours?.reason != .numberOutOfRange
      else { continue }
      if let ours, Self.isClosedAfterComma(bytes, ours) { continue }
      compared += 1
      let theirs = Self.isAcceptedByFoundation(bytes)
      #expect((ours == nil) == theirs, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(compared > 10_000)
  }

  private static func isClosedAfterComma(_ bytes: [UInt8], _ error: JSONError) -> Bool {
    guard error.reason == .unexpectedCharacter, [0x5D, 0x7D].contains(bytes[error.offset]) else {
      return false
    }
    return bytes[..<error.offset].last { !$0.isJSONWhiteSpace } == UInt8(ascii: ",")
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let index = Int.random(in: 0..<bytes.count, using: &random)
    let interesting =
      Array("{}[]\",:\\0123456789.eE+-untf x\n\t".utf8) + [0x80, 0xC3, 0xED, 0xF4, 0x1F]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[index] = interesting[Int.random(in: 0..<interesting.count, using: &random)]
    case 1: bytes.remove(at: index)
    case 2:
      bytes.insert(interesting[Int.random(in: 0..<interesting.count, using: &random)], at: index)
    default: bytes.removeSubrange(index...)
    }
    if bytes.isEmpty { bytes = [0x20] }
  }

  private static func isAcceptedByFoundation(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
      return true
    } catch {
      return false
    }
  }

  /// Escaped and plain text in a canonical form are read as Foundation reads them.
  @Test func readsAndWritesStringsLikeFoundation() throws {
    var random = SeededRandom(12)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x11_0000
        guard let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) else {
          continue
        }
        text.unicodeScalars.append(scalar)
      }
      let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
      #expect(try JSONValue(json: json) == .array([.string(text)]))
      let written = JSONValue.array([.string(text)]).json
      #expect(try JSONDecoder().decode([String].self, from: Data(written.utf8)) == [text])
    }
  }
}

extension UInt8 {
  fileprivate var isJSONWhiteSpace: Bool { [0x20, 0x0A, 0x0D, 0x09].contains(self) }
}

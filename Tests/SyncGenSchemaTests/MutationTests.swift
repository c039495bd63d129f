import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import TestHelpers
import Testing

/// Broken copies of the golden schemas: each of them gives a schema or diagnostics.
@Suite struct MutationTests {
  private static let pieces: [String] = [
    "", " ", "\n", "\t", ":", ": ", "?", "]?", "[", "]", "{", "}", "*a", "&a ", "- ", "!t ", "'",
    "\"", "#",
    "|\n", "none", "id", "null", "-1", "~", "%", "\u{0}", "é", "<<", "---\n", "[[[[", "}}}}",
    "true",
  ]

  private static func sources() throws -> [[UInt8]] {
    let cases = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../GoldenTests/Cases").standardizedFileURL
    let names =
      FileManager.default.enumerator(atPath: cases.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix("schema.yaml") }.sorted().map {
      [UInt8](try Data(contentsOf: cases.appending(path: $0)))
    }
  }

  private static func mutate(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0...bytes.count, using: &random)
      let length = min(Int.random(in: 0...12, using: &random), bytes.count - start)
      let piece = pieces.randomElement(using: &random) ?? ""
      let isRaw = Int.random(in: 0..<8, using: &random) == 0
      let new = isRaw ? [UInt8.random(in: 0...255, using: &random)] : Array(piece.utf8)
      bytes.replaceSubrange(start..<(start + length), with: new)
    }
    return bytes
  }

  @Test func neverCrashesOnBrokenSchemas() throws {
    var random = SeededRandom(20_260_102)
    let sources = try Self.sources()
    try #require(sources.count > 70)
    for source in sources {
      for _ in 0..<20 {
        let bytes = Self.mutate(source, &random)
        var bag = DiagnosticBag()
        let schema = SchemaCompiler.compile(
          path: "a.yaml",
          read: { path throws(FileReadError) in SourceFile(path: path, bytes: bytes) },
          into: &bag)
        #expect((schema == nil) == bag.hasErrors, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}

import Foundation
import SyncGenEmit
import TestHelpers
import Testing

/// Blocks of a page in Swift, with what they use. `PageProgramTests` compiles each program, so each
/// block that occurs in its text.
struct PageProgram: Sendable, CustomTestStringConvertible {
  struct Code {
    let text: String
    /// The other sources of its module: names and texts.
    var sources: [(String, String)] = []
    /// The modules that it imports, except for those that its text imports.
    var imports: [String] = []
  }

  enum Use: Sendable {
    /// It is compiled in some modes, with stubs of SwiftUI.
    case app([IsolationMode])
    /// It is compiled with the records of GRDB.
    case records
    /// It runs, and prints a text.
    case run(String)
  }

  let testDescription: String
  let use: Use
  let code: @Sendable () throws -> Code

  init(_ name: String, _ use: Use, _ code: @escaping @Sendable () throws -> Code) {
    testDescription = name
    self.use = use
    self.code = code
  }

  static let all = [
    readmeApp, readmeStatements, views, openingViews, accountView, syncState, recipeScene, schema,
    rest, records, recipes, tests,
  ]

  /// What the code of a schema generates in Swift.
  static func models(of schema: String, path: String) throws -> [(String, String)] {
    try SchemaFixture.files(schema, path: path).filter { $0.path.hasSuffix(".swift") }
      .map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
  }
}

/// The code of a page of the documentation, without excerpts of files and fragments of manifests.
struct PageCode {
  private let blocks: [PageBlock]

  init(_ path: String) throws {
    blocks = try PageBlock.all(of: path).filter { $0.source == nil && !$0.isManifest }
  }

  /// The blocks in a language.
  func blocks(_ language: String) -> [String] {
    blocks.filter { $0.language == language }.map(\.text)
  }

  /// The block of Swift code with a mark, which no other has.
  func swift(_ mark: String) throws -> String {
    let found = blocks("swift").filter { $0.contains(mark) }
    try #require(found.count == 1, "\(found.count) blocks contain '\(mark)'")
    return found[0]
  }

  /// The schema that all blocks of YAML together make. Each has some of the keys `types`,
  /// `entities`, `api` and `endpoints`; the first has all others.
  func schema() -> String {
    var parts: [String: [Substring]] = [:]
    var part = ""
    for line in blocks("yaml").flatMap({ $0.split(separator: "\n") }) {
      let key = line.trimmingCharacters(in: [" ", ":"])
      if ["types:", "entities:", "api:", "  endpoints:"].contains(line) {
        part = key
      } else {
        if !line.hasPrefix(" ") { part = "" }
        parts[part, default: []].append(line)
      }
    }
    let keys = ["", "types", "entities", "api", "endpoints"]
    return keys.flatMap { key -> [Substring] in
      let title = key == "endpoints" ? "  endpoints:" : "\(key):"
      return (key.isEmpty ? [] : [Substring(title)]) + (parts[key] ?? [])
    }.joined(separator: "\n")
  }
}

extension PageBlock {
  /// Whether the block is a manifest of a package, or a part of one.
  var isManifest: Bool { text.contains(".package(") || text.contains(".product(") }
}

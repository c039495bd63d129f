import Foundation
import Testing

/// The code of a page of the documentation.
struct PageCode {
  private let text: String

  init(_ path: String) throws {
    text = try String(
      contentsOf: SwiftToolchain.package.appendingPathComponent(path), encoding: .utf8)
  }

  /// The fenced blocks in a language, without excerpts: those name a file after the language, and
  /// `scripts/check-citations` compares them with it.
  func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// The block of Swift code with a mark.
  func swift(_ mark: String) throws -> String {
    try #require(blocks("swift").first { $0.contains(mark) }, "no block contains '\(mark)'")
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

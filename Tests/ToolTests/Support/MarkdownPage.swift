import Foundation

/// A page of the documentation.
struct MarkdownPage {
  let text: String

  /// - Parameter path: The file in this repository.
  init(_ path: String) throws {
    text = try String(contentsOf: Repository.url(path), encoding: .utf8)
  }

  /// The code blocks in a language, in order.
  func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// The lines of all blocks for a shell, without comments.
  var commands: [String] {
    blocks("sh").joined().split(separator: "\n")
      .map { $0.components(separatedBy: " #")[0].trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}

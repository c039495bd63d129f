package import Foundation

/// A fenced block of a page of the documentation.
package struct PageBlock: Hashable, Sendable, CustomStringConvertible {
  /// The path of the page in this repository.
  package let page: String
  package let line: Int
  /// The word after the fence, or an empty text.
  package let language: String
  /// The file of which the block is an excerpt, which follows the language.
  /// `scripts/check-citations` compares the two.
  package let source: String?
  /// The lines, each with a line end.
  package let text: String

  package var description: String { "\(page):\(line)" }

  /// The blocks of a page, in order.
  package static func all(of page: String) throws -> [PageBlock] {
    var blocks: [PageBlock] = []
    var current: (line: Int, info: [Substring], text: String)?
    let lines = try text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let fence = line.drop { $0 == " " }
      if !fence.hasPrefix("```") {
        current?.text += "\(line)\n"
      } else if let (line, info, text) = current {
        blocks.append(PageBlock(page, line: line, info, text))
        current = nil
      } else {
        current = (index + 1, fence.dropFirst(3).split(separator: " "), "")
      }
    }
    return blocks
  }

  /// The blocks of all guides in some languages.
  package static func ofGuides(in languages: Set<String>) throws -> [PageBlock] {
    try guides().flatMap { try all(of: $0) }.filter { languages.contains($0.language) }
  }

  /// The paths of the README and the guides, without the tutorial, whose pages
  /// `scripts/test-tutorial` follows line by line.
  package static func guides() throws -> [String] {
    let tutorial = try text(of: "scripts/test-tutorial")
    let names = try FileManager.default
      .contentsOfDirectory(atPath: root.appendingPathComponent("docs").path)
      .filter { $0.hasSuffix(".md") && !tutorial.contains("\"\($0)\"") }
    return ["README.md"] + names.sorted().map { "docs/\($0)" }
  }

  /// The text of a file in this repository.
  package static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The folder of this repository.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private init(_ page: String, line: Int, _ info: [Substring], _ text: String) {
    self.page = page
    self.line = line
    language = info.first.map(String.init) ?? ""
    source = info.dropFirst().first.map(String.init)
    self.text = text
  }
}

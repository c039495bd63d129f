import Foundation
import Testing

/// A page of `docs/` with examples in fenced blocks.
///
/// The first word after the fence is the language, the second is the kind of the block, and the
/// others are its arguments:
/// ```` ```json apply Todo --strict ````.
struct DocumentPage: Sendable {
  struct Block: Sendable {
    /// The line number of the opening fence, from 1.
    let line: Int
    let kind: String
    let arguments: String
    let lines: [String]

    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  /// The content under a second-level heading.
  struct Section: Sendable, CustomTestStringConvertible {
    let title: String
    var text = ""
    var parts: [Part] = []

    var testDescription: String { title }

    /// The text on one line, to search for words that may be wrapped.
    var unwrapped: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  enum Part: Sendable {
    case subheading
    case block(Block)
  }

  let file: URL
  let lines: [String]
  let sections: [Section]

  init(_ name: String) throws {
    file =
      URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/\(name)").standardizedFileURL
    lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    sections = Self.sections(of: lines)
  }

  private static func sections(of lines: [String]) -> [Section] {
    var sections = [Section(title: "")]
    var fence: Int?
    for (index, line) in lines.enumerated() {
      let current = sections.count - 1
      if let start = fence {
        guard line == "```" else { continue }
        sections[current].parts.append(.block(block(lines, start..<index)))
        fence = nil
      } else if line.hasPrefix("```") {
        fence = index
      } else if line.hasPrefix("## ") {
        sections.append(Section(title: String(line.dropFirst(3))))
      } else {
        if line.hasPrefix("### ") { sections[current].parts.append(.subheading) }
        sections[current].text += line + "\n"
      }
    }
    return sections
  }

  private static func block(_ lines: [String], _ range: Range<Int>) -> Block {
    let words = lines[range.lowerBound].split(separator: " ", maxSplits: 2).map(String.init)
    return Block(
      line: range.lowerBound + 1, kind: words.count > 1 ? words[1] : "",
      arguments: words.count > 2 ? words[2] : "", lines: Array(lines[range.dropFirst()]))
  }

  /// The page with the content of some blocks replaced.
  ///
  /// - Parameter contents: The new content, by the line of the opening fence.
  func replacing(_ contents: [Int: [String]]) -> String {
    var result: [String] = []
    var isReplaced = false
    for (index, line) in lines.enumerated() {
      if line == "```" { isReplaced = false }
      if !isReplaced { result.append(line) }
      if let content = contents[index + 1] {
        result += content
        isReplaced = true
      }
    }
    return result.joined(separator: "\n")
  }
}

/// The outcome of the blocks of a section.
struct ExampleOutcome: Sendable {
  private(set) var problems: [String] = []
  /// The expected content of the blocks that differ, by line.
  private(set) var contents: [Int: [String]] = [:]

  mutating func note(_ problem: String, at block: DocumentPage.Block) {
    problems.append("line \(block.line): \(problem)")
  }

  /// Compares a block with its expected content.
  mutating func compare(_ block: DocumentPage.Block, with lines: [String]) {
    guard block.lines != lines else { return }
    contents[block.line] = lines
    note("expected\n\(lines.joined(separator: "\n"))", at: block)
  }
}

/// Runs the sections of a page. A recording run writes the page and fails.
enum PageCheck {
  static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil }

  static func run(
    _ page: DocumentPage, _ outcome: (DocumentPage.Section) async throws -> ExampleOutcome
  ) async throws {
    var contents: [Int: [String]] = [:]
    for section in page.sections {
      let found = try await outcome(section)
      contents.merge(found.contents) { $1 }
      #expect(found.problems.isEmpty, "\(section.title)\n\(found.problems.joined(separator: "\n"))")
    }
    guard isRecording, !contents.isEmpty else { return }
    try Data(page.replacing(contents).utf8).write(to: page.file)
  }
}

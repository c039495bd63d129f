import Foundation
import TestHelpers
import Testing

/// Formatting keeps what a file says and its comments, and a formatted file stays as it is.
@Suite struct FormatLawTests {
  @Test func holdsForRandomLayouts() throws {
    for seed in StatedSeeds.seeds(usually: 400) {
      let layout = RandomLayout(seed: seed)
      let before = try #require(
        YAMLContent(of: layout.text), "seed \(seed) is not valid:\n\(layout.text)")
      let formatted = try #require(try FormattedText(layout.text), "seed \(seed)")
      #expect(formatted.content == before, "seed \(seed)")
      let again = try FormattedText(formatted.text)?.text
      #expect(again == formatted.text, "seed \(seed):\n\(layout.text)")
      var rest = formatted.text[...]
      for comment in layout.comments {
        let found = try #require(
          rest.range(of: comment + "\n"), "seed \(seed) lacks '\(comment)':\n\(formatted.text)")
        rest = rest[rest.index(before: found.upperBound)...]
      }
      let hasBlanks = formatted.text.contains(" \n") || formatted.text.contains("\n\n\n")
      #expect(!hasBlanks, "seed \(seed)")
    }
  }

  /// The schemas of this repository, also those with mistakes, and documents of other formats.
  @Test(arguments: ["Schemas", "Tests", "Examples", "Benchmarks"])
  func holdsForEveryFile(in folder: String) throws {
    var count = 0
    for url in try Self.files(in: folder) {
      let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      guard let before = YAMLContent(of: text) else { continue }
      count += 1
      let formatted = try #require(try FormattedText(text, path: url.path), "\(url.path)")
      #expect(formatted.content == before, "\(url.path)")
      #expect(try FormattedText(formatted.text)?.text == formatted.text, "\(url.path)")
      #expect(Self.comments(of: formatted.text) == Self.comments(of: text), "\(url.path)")
      // A merge keeps the layout of the schema that it extends.
      let isImported = url.path.contains("/SyncGenImportTests/Cases/")
      let isMerged = ["merge", "again"].contains { url.path.contains("/Cases/\($0)/") }
      if isImported, !isMerged, url.lastPathComponent == "expected.yaml" {
        #expect(formatted.text == text, "'import' writes another format than 'format': \(url.path)")
      }
    }
    #expect(count > 0)
  }

  /// The comments on lines of their own.
  private static func comments(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("#") }
  }

  private static func files(in folder: String) throws -> [URL] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
      .filter { $0.hasSuffix(".yaml") && !$0.contains(".build/") }
      .map { root.appendingPathComponent($0) }
  }
}

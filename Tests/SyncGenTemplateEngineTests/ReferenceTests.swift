import Foundation
import SyncGenTemplateEngine
import Testing

/// The reference of the language lists everything that exists, and nothing else.
struct ReferenceTests {
  private func headings(under title: String) throws -> [String] {
    let file = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../docs/templates.md").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## \(title)\n").last)
    return (section.components(separatedBy: "\n## ").first ?? "")
      .components(separatedBy: "\n")
      .filter { $0.hasPrefix("### `") }
      .map { $0.dropFirst(5).dropLast().description }
  }

  @Test func everyTagHasSection() throws {
    #expect(try headings(under: "Tags") == TemplateTag.allCases.map(\.rawValue).sorted())
  }

  @Test func everyFilterHasSection() throws {
    #expect(try Set(headings(under: "Filters")).isSuperset(of: FilterTable.standard.names))
  }
}

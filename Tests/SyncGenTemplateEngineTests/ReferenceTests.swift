import Foundation
import SyncGenTemplateEngine
import Testing

/// The reference of the language lists everything that exists, and nothing else.
struct ReferenceTests {
  private func lines(of title: String) throws -> [String] {
    let file = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../docs/reference/template-language.md").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## \(title)\n").last)
    return (section.components(separatedBy: "\n## ").first ?? "").components(separatedBy: "\n")
  }

  @Test func everyTagHasSection() throws {
    let headings = try lines(of: "Tags").filter { $0.hasPrefix("### `") }
      .map { String($0.dropFirst(5).dropLast()) }
    #expect(headings == TemplateTag.allCases.map(\.rawValue).sorted())
  }

  /// The first cells of the table name the filters.
  @Test func everyFilterHasRow() throws {
    let table = try lines(of: "Filters").drop { $0 != "| Filter | Result |" }.prefix { $0 != "" }
    let listed = table.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
    #expect(Set(listed).isSuperset(of: FilterTable.standard.names))
    #expect(Set(listed).count == listed.count)
  }
}

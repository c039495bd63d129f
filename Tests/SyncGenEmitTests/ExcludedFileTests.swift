import Foundation
import Testing

@testable import SyncGenEmit

/// The page on plugins lists exactly the files of the sets that a target of SwiftPM has to exclude.
@Suite struct ExcludedFileTests {
  private static let schema = """
    swiftsync: 1
    name: Shop
    version: 1
    generate: { sets: [SET] }
    entities:
      Item:
        attributes: { id: int, title: string }
    api:
      endpoints:
        items: { get: "/items", returns: [Item], stores: false }
    """

  @Test(arguments: OutputCatalog.sets.map(\.name))
  func documentedFilesMatchOutput(_ set: String) throws {
    let old = Self.schema.replacing("SET", with: set)
    let new = old.replacing("version: 1", with: "version: 2").replacing(
      "title: string", with: "title: string, size: int?")
    let files = try SchemaFixture.files(new, after: old)
    let names = files.map { String($0.path.split(separator: "/")[0]) }
      .filter { !$0.hasSuffix(".swift") }.map { $0.replacing("Shop", with: "NAME") }
    let documented = try documented(set)
    #expect(Set(names) == documented)
  }

  private func documented(_ set: String) throws -> Set<String> {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "docs/install.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let row = try #require(
      rows.first { $0.hasPrefix("| `") && $0.split(separator: "|")[0].contains("`\(set)`") })
    let names = row.split(separator: "|")[1].split(separator: "`", omittingEmptySubsequences: false)
    return Set(names.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
  }
}

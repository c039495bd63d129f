import Foundation
import Programs
import Testing

/// Migrations with and without a mistake, and the findings of `verify`.
///
/// A case is a folder with `1.yaml`, `2.yaml`, …, which are frozen in order, and `schema.yaml`, for
/// which `generate` runs; without them, the versions of the case `base`. Then, `mistake.txt` describes
/// an edit: a path, followed by `delete`, or by the removed and the added lines.
@Suite struct VerifyCases {
  static let folder = Repository.url("Tests/GoldenTests/Cases/verify")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  @Test(arguments: names)
  func outputMatchesExpected(_ name: String) async throws {
    let workspace = try Workspace()
    try await freeze(name, in: workspace)
    if let mistake = try text("mistake.txt", of: name) {
      try plant(mistake, in: workspace)
      // An edit of the schema also changes the generated files, unless it is rejected.
      if mistake.hasPrefix("Schemas/") { _ = try await workspace.run("generate") }
    }
    let outcome = try await workspace.run("verify")
    let found = """
      exit status \(outcome.status)
      --- output
      \(outcome.output)--- errors
      \(outcome.errors)
      """
    let expected = Self.folder.appending(path: "\(name)/expected.txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Data(found.utf8).write(to: expected)
      Issue.record("recorded, run again without RECORD_GOLDENS")
    }
    #expect(try text("expected.txt", of: name) == found)
    let isRight = [
      "app-before-the-change",
      "archive-ends-in-a-renamed-entity",
      "archive-gets-another-flag",
      "backfill-adds-one",
      "base",
      "composite-identity-converts",
      "enum-field-rejects-unknown-cases",
      "enum-values-become-integers",
      "field-of-another-type",
      "fields-of-other-types",
      "identity-by-backfill-is-null",
      "identity-loses-a-case",
      "links-of-a-dropped-reference",
      "list-gets-an-order-beside-a-lossy-step",
      "lossy-identity-becomes-int",
      "lost-values-are-filled",
      "lossy-identity-with-local-writes",
      "needs-the-app",
      "price-becomes-money",
      "quotation-marks-in-case-values",
      "references-to-unknown-types",
      "search",
      "separated-lists",
      "soft-deletion-ends-and-a-value-converts",
      "soft-deletion-ends-and-the-identity-converts",
      "soft-deletion-ends-and-two-texts-go",
      "soft-deletion-ends-for-children-with-changes",
      "soft-deletion-ends-while-changes-wait",
      "sql-adds-to-an-identity",
      "sql-beside-json",
    ].contains(name)
    #expect((outcome.status == 0) == isRight)
  }

  private func text(_ file: String, of name: String) throws -> String? {
    let url = Self.folder.appending(path: "\(name)/\(file)")
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try String(contentsOf: url, encoding: .utf8)
  }

  private func freeze(_ name: String, in workspace: Workspace) async throws {
    let source = try text("schema.yaml", of: name) == nil ? "base" : name
    for version in 1...9 {
      guard let yaml = try text("\(version).yaml", of: source) else { break }
      try workspace.write("Schemas/app.yaml", yaml)
      try #require(try await workspace.run("freeze").status == 0)
    }
    try workspace.write("Schemas/app.yaml", try #require(try text("schema.yaml", of: source)))
    try #require(try await workspace.run("generate").status == 0)
  }

  private func plant(_ mistake: String, in workspace: Workspace) throws {
    let edits = mistake.split(separator: "\n").map(String.init)
    let path = try #require(edits.first)
    if edits.dropFirst().first == "delete" { return try workspace.remove(path) }
    func text(_ sign: Character) -> String {
      edits.dropFirst().filter { $0.first == sign }.map { $0.dropFirst() }.joined(separator: "\n")
    }
    let before = try workspace.read(path)
    let after = before.replacingOccurrences(of: text("-"), with: text("+"))
    try #require(before != after, "the mistake does not fit")
    try workspace.write(path, after)
  }
}

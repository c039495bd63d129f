import Foundation
import Programs
import Testing

/// Steps with a mistake in the schema, which `verify` must find, and without the mistake, which it must prove.
///
/// A case is a file with parts that begin with `--- name`: the versions `old` and `new` without their heads, the
/// texts that replace `<?>` in the new one (`wrong` and `right`), and the message about the wrong one (`says`).
@Suite struct PlantedMistakes {
  private static let folder = Repository.url("Tests/GoldenTests/Cases/planted")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.hasSuffix(".txt") }.sorted()
  }

  @Test(arguments: names)
  func findsPlantedMistake(_ name: String) async throws {
    let parts = try Self.parts(of: name)
    let words = try #require(parts["says"])
    let found = try await Self.verify(parts, with: try #require(parts["wrong"]))
    #expect(found.status == 1)
    #expect(found.text.contains(words), "\(found.text)")
    let twin = try await Self.verify(parts, with: try #require(parts["right"]))
    #expect(twin.status == 0, "\(twin.text)")
  }

  @Test func coversEnoughMistakes() {
    #expect(Self.names.count >= 60)
  }

  private static func parts(of name: String) throws -> [String: String] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    var parts: [String: String] = [:]
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).reversed() {
      if line.hasPrefix("--- ") {
        parts[String(line.dropFirst(4))] = lines.reversed().joined(separator: "\n")
          .trimmingCharacters(in: .newlines)
        lines = []
      } else {
        lines.append(line)
      }
    }
    return parts
  }

  private static func verify(
    _ parts: [String: String], with text: String
  ) async throws -> (status: Int32, text: String) {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", head(1) + (parts["old"] ?? "") + "\n")
    try #require(try await workspace.run("freeze").status == 0)
    let new = (parts["new"] ?? "").replacingOccurrences(of: "<?>", with: text)
    try workspace.write("Schemas/app.yaml", head(2) + new + "\n")
    let outcome = try await workspace.run("generate")
    guard outcome.status == 0 else { return (outcome.status, outcome.errors) }
    let proof = try await workspace.run("verify")
    return (proof.status, proof.output + proof.errors)
  }

  private static func head(_ version: Int) -> String {
    """
    swiftsync: 1
    name: App
    version: \(version)
    generate: { output: ../Generated/App, sets: [sql] }

    """
  }
}

import Foundation
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import Testing

/// A case with versions: `1.yaml`, `2.yaml`, … are frozen one after the other, and `schema.yaml` is
/// the one that is edited. `schema.versions/<n>.json` is used as it is.
struct VersionedCase {
  let example: GoldenCase

  /// The migration plan of the schema; errors are added to the bag.
  func plan(into bag: inout DiagnosticBag) throws -> VersionPlan? {
    guard
      let schema = SchemaCompiler.compile(path: "schema.yaml", read: example.read, into: &bag)
    else { return nil }
    guard
      let history = VersionHistory.read(
        try files(), schemaPath: "schema.yaml", oldestVersion: schema.oldestVersion?.value,
        into: &bag),
      history.check(schema, into: &bag)
    else { return nil }
    return history.plan(to: schema, into: &bag)
  }

  private func files() throws -> [(version: Int, file: SourceFile)] {
    var files = try frozen()
    var last = files.last.flatMap { item in
      var bag = DiagnosticBag()
      return FrozenVersion.read(
        item.file, expected: item.version, schemaPath: "schema.yaml", into: &bag)
    }
    for version in 1...9 where exists("\(version).yaml") {
      var bag = DiagnosticBag()
      let schema = try #require(
        SchemaCompiler.compile(path: "\(version).yaml", read: example.read, into: &bag))
      let next = FrozenVersion(schema, after: last)
      files.append((version, SourceFile(path: path(version), bytes: Array(next.text.utf8))))
      last = next
    }
    return files
  }

  private func frozen() throws -> [(version: Int, file: SourceFile)] {
    try (1...9).filter { exists(path($0)) }.map { ($0, try example.read(path($0))) }
  }

  private func path(_ version: Int) -> String { "schema.versions/\(version).json" }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: example.folder.appending(path: path).path)
  }
}

/// Migration plans, as `plan` prints them for a schema with the `swiftdata` set.
@Suite struct PlanCases {
  @Test(arguments: GoldenCase.all(of: "plans"))
  func printsExpectedPlan(_ example: GoldenCase) throws {
    var bag = DiagnosticBag()
    let plan = try VersionedCase(example: example).plan(into: &bag)
    let findings = bag.diagnostics.filter { ![.shadowedName, .clockIsNotSet].contains($0.code) }
    #expect(DiagnosticRenderer.render(findings, as: .text) == "")
    let steps = try #require(plan).steps
    #expect(
      try example.differences(from: [
        "plan.txt": try PlanRenderer.render(steps, as: .text, forSwiftData: true),
        "plan-sql.txt": try PlanRenderer.render(steps, as: .text, sql: true, forSwiftData: true),
        "plan.json": try PlanRenderer.render(steps, as: .json, forSwiftData: true),
      ]) == [])
  }
}

import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// Schemas that are invalid or do not match their frozen versions, each with the exact messages
/// that a user sees.
@Suite struct ErrorCases {
  @Test(arguments: GoldenCase.all(of: "errors"))
  func printsExpectedDiagnostics(_ example: GoldenCase) throws {
    var bag = DiagnosticBag()
    let plan = try VersionedCase(example: example).plan(into: &bag)
    #expect(plan == nil)
    #expect(bag.hasErrors)
    let text = DiagnosticRenderer.render(bag.diagnostics, as: .text)
    #expect(try example.differences(from: ["stderr": text]) == [])
  }

  /// Codes that are tested elsewhere, with the code that reports them.
  static let elsewhere: Set<DiagnosticCode> = Set(
    DiagnosticCode.allCases.filter { code in
      [
        "template-", "output-", "include-outside", "missing-set", "set-without-entities",
        "swiftdata-limit", "cloudkit-limit",
        "invalid-json", "invalid-program-output", "command-", "invalid-predicate",
        "migration-fails", "migration-differs", "migration-risk",
        "edited-migration", "refused-sql", "invalid-squash",
        "shipped-version", "unknown-reference", "git-failed",
      ].contains {
        code.rawValue.hasPrefix($0)
      }
    })

  @Test func everyCodeIsCovered() throws {
    let texts = try (GoldenCase.all(of: "errors") + GoldenCase.all(of: "rules")).map {
      try String(contentsOf: $0.folder.appending(path: "expected/stderr"), encoding: .utf8)
    }
    let all = texts.joined()
    let missing = DiagnosticCode.allCases.filter { code in
      !Self.elsewhere.contains(code) && !all.contains("[\(code.rawValue)]\n")
    }
    #expect(missing.map(\.rawValue) == [])
  }

  @Test func everyCodeIsDocumented() throws {
    let reference = GoldenCase.folder.appending(path: "../../../docs/reference/diagnostics.md")
    let lines = try String(contentsOf: reference, encoding: .utf8).split(separator: "\n")
    let sections = lines.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    #expect(Set(sections) == Set(DiagnosticCode.allCases.map { "`\($0.rawValue)`" }))
    #expect(sections.count == Set(sections).count)
  }
}

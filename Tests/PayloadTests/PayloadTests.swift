import TestHelpers
import Foundation
import Programs
import Testing

/// Runs every case of `Tests/GoldenTests/Cases/payloads` against the built tool.
///
/// A case is a file with steps, next to the schema that it uses. Folders with names that begin with
/// `_` are skipped: they contain known open issues.
@Suite struct PayloadTests {
  @Test(arguments: PayloadCase.all) func casePasses(_ payloadCase: PayloadCase) async throws {
    try await Slots.shared.run {
      let run = try CaseRun(of: payloadCase)
      let problems = try await run.problems()
      #expect(problems.isEmpty, "\(payloadCase.about)\n\(problems.joined(separator: "\n"))")
    }
  }

  @Test func findsPayloadCases() {
    #expect(PayloadCase.all.count >= 120)
  }

  @Test func everyCaseHasDescription() throws {
    for payloadCase in PayloadCase.all {
      #expect(try !payloadCase.content().about.isEmpty, "\(payloadCase)")
    }
  }

  /// Each payload rule, from A1 to A22, has a case that names it.
  @Test(arguments: (1...22).map { "A\($0)" }) func everyPayloadRuleIsCovered(_ rule: String) throws
  {
    let abouts = try PayloadCase.all.map { try $0.content().about }
    let words = abouts.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
    #expect(words.contains { $0 == rule }, "no case is about rule \(rule)")
  }
}

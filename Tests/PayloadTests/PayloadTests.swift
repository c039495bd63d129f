import TestHelpers
import Foundation
import Programs
import Testing

/// Runs every case of `Tests/GoldenTests/Cases/payloads` against the built tool.
///
/// A case is a file with steps, next to the schema that it uses. Folders with names that begin with
/// `_` are skipped: they contain known open issues.
@Suite struct PayloadTests {
  /// The words of all descriptions.
  private static let words = Set(
    PayloadCase.all.flatMap { $0.about.split { !$0.isLetter && !$0.isNumber }.map(String.init) })

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
    #expect(Self.words.contains(rule), "no case is about rule \(rule)")
  }
}

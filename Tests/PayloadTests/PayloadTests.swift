import TestHelpers
import Foundation
import Programs
import Testing

/// Runs every case of `Tests/GoldenTests/Cases/payloads` against the built tool.
///
/// A case is a file of steps beside the schema that it uses. Folders whose names begin with `_` are
/// left out: they hold what is known to be open.
@Suite struct PayloadTests {
  @Test(arguments: PayloadCase.all) func holds(_ payloadCase: PayloadCase) async throws {
    try await Slots.shared.run {
      let run = try CaseRun(of: payloadCase)
      let problems = try await run.problems()
      #expect(problems.isEmpty, "\(payloadCase.about)\n\(problems.joined(separator: "\n"))")
    }
  }

  @Test func thereAreCases() {
    #expect(PayloadCase.all.count >= 120)
  }

  @Test func everyCaseSaysWhatItShows() throws {
    for payloadCase in PayloadCase.all {
      #expect(try !payloadCase.content().about.isEmpty, "\(payloadCase)")
    }
  }

  /// The rules of applying are numbered from A1 to A22, and each is shown by a case that names it.
  @Test(arguments: (1...22).map { "A\($0)" }) func everyRuleHasACase(_ rule: String) throws {
    let abouts = try PayloadCase.all.map { try $0.content().about }
    let words = abouts.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
    #expect(words.contains { $0 == rule }, "no case is about rule \(rule)")
  }
}

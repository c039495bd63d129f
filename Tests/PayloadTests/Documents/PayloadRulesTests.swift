import Foundation
import Programs
import Testing

/// The tool behaves as the examples of `docs/reference/payload-rules.md` show.
///
/// `RECORD_GOLDENS=1` writes the reports and the rows after each call, and fails if one of them has
/// changed.
@Suite struct PayloadRulesTests {
  private let page: DocumentPage

  init() throws {
    page = try DocumentPage("reference/payload-rules.md")
  }

  @Test func examplesMatchTool() async throws {
    let schema = try #require(page.schema)
    try await PageCheck.run(page) { section in
      try await Slots.shared.run {
        var examples = try RuleExamples(section, schema: schema)
        return try await examples.run()
      }
    }
  }

  @Test(arguments: 1...22) func everyRuleHasExample(_ rule: Int) throws {
    let section = try #require(page.sections.first { $0.title.hasPrefix("A\(rule). ") })
    let kinds = section.parts.compactMap { part in
      if case .block(let block) = part { return block.kind }
      return nil
    }
    #expect(kinds.contains("apply") && kinds.contains("report"))
  }
}

extension DocumentPage {
  /// The first schema of the page, for examples that show none.
  var schema: String? {
    for part in sections.flatMap(\.parts) {
      if case .block(let block) = part, block.kind == "schema" { return block.text }
    }
    return nil
  }
}

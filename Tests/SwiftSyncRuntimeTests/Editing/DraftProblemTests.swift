import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing

/// The rules that drafts violate, with their values and the schema's messages.
@Suite struct DraftProblemTests {
  @Test func problemsHaveTheValuesOfTheirRules() {
    let coupon = Coupon(code: "x", percent: 0, steps: [0.5, 10], isActive: false)
    let problems = Draft(new: coupon).problems
    #expect(problems.map(\.field) == ["code", "percent", "steps"])
    #expect(
      problems.map(\.kind) == [
        .pattern("^[A-Z]+$"), .range(minimum: 1, maximum: nil),
        .range(minimum: Decimal(5) / 10, maximum: Decimal(95) / 10),
      ])
    #expect(
      problems.prefix(2).map(\.reason) == [
        "expected a string that matches '^[A-Z]+$', found x",
        "expected an integer of at least 1, found 0",
      ])
  }

  @Test func problemsHaveTheMessagesOfTheSchema() {
    var coupon = Coupon(code: "x", percent: 0, steps: [10], isActive: true)
    let draft = Draft(new: coupon)
    #expect(draft.problems(of: \.code).map(\.message) == ["Use capital letters."])
    #expect(draft.problems(of: \.code).first?.errorDescription == "Use capital letters.")
    #expect(draft.problems(of: \.percent).map(\.message) == ["coupon.percent"])
    // Without a message, the reason as a sentence.
    let message = draft.problems(of: \.steps).first?.message
    #expect(
      message?.hasPrefix("Expected a list, each element a decimal from 0.5 to 9.5, found [") == true
        && message?.hasSuffix("].") == true)
    coupon = Coupon(code: "X", percent: 60, isActive: true)
    #expect(
      Draft(new: coupon).problems == [
        DraftProblem(
          kind: .check("Coupon"), field: nil,
          reason: "the row does not meet 'percent < 50 OR is_active = 0'",
          message: "Half price is too much.")
      ])
  }

  @Test func problemsOfTheAppHaveAMessage() {
    let problem = DraftProblem(kind: .check("unique"), field: "code", reason: "is taken")
    #expect(problem.message == "Is taken." && problem.description == "code: is taken")
    let translated = DraftProblem(
      kind: .check("unique"), field: "code", reason: "is taken", message: "Déjà pris")
    #expect(translated.message == "Déjà pris" && translated.errorDescription == "Déjà pris")
  }
}

import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing

/// Drafts of new rows, whose required members have no value until they are set.
@Suite struct BlankDraftTests {
  private func missing(_ draft: Draft<Coupon>) -> [String?] {
    #expect(draft.problems.allSatisfy { $0.kind == .required })
    return draft.problems.map(\.field)
  }

  @Test func requiredMembersAreUnset() {
    let draft = Draft<Coupon>()
    #expect(draft.isNew && draft.original == nil && !draft.isEdited)
    #expect(missing(draft) == ["code", "percent", "isActive"])
    #expect(draft.code == "" && draft.percent == 0 && !draft.isActive)
    #expect(draft[optional: \.code] == nil && draft[optional: \.isActive] == nil)
    // Members with a default, and optional ones, can be saved as they are.
    #expect(draft[optional: \.id] == 1 && draft[optional: \.steps] == [])
    #expect(draft.changes == Coupon.Patch(id: 1, steps: .value([]), note: .null))
  }

  @Test func membersAreSetByAnyValue() {
    var draft = Draft<Coupon>()
    draft.code = "A"
    #expect(missing(draft) == ["percent", "isActive"])
    // The placeholder is a value, too, if it is set.
    draft.isActive = false
    #expect(missing(draft) == ["percent"])
    draft.row.percent = 5
    #expect(draft.problems == [])
    #expect(draft.editedFields == ["code", "percent", "isActive"])
    #expect(
      draft.changes
        == Coupon.Patch(
          id: 1, code: "A", percent: 5, steps: .value([]), isActive: .value(false), note: .null))
  }

  @Test func membersAreSetAsOptionalValues() {
    var draft = Draft<Coupon>()
    draft[optional: \.percent] = 1
    draft[optional: \.isActive] = true
    #expect(missing(draft) == ["code"])
    draft[optional: \.isActive] = nil
    #expect(missing(draft) == ["code", "isActive"])
    draft.isActive = true
    #expect(missing(draft) == ["code"] && draft[optional: \.percent] == 1)
  }

  @Test func changedMembersAreSet() {
    var draft = Draft<Coupon>()
    draft.code.append("B")
    // The placeholder is set, and not a valid value.
    draft.percent += 0
    #expect(draft.problems.map(\.field) == ["percent", "isActive"])
    #expect(draft.problems.map(\.kind) == [.range(minimum: 1, maximum: nil), .required])
  }

  @Test func checksApplyOnceAllMembersAreSet() {
    var draft = Draft<Coupon>()
    draft.code = "a"
    draft.percent = 60
    #expect(draft.problems.map(\.kind) == [.pattern("^[A-Z]+$"), .required])
    draft.code = "A"
    draft.isActive = true
    #expect(draft.problems.map(\.kind) == [.check("Coupon")])
  }

  @Test func revertUnsetsMembers() {
    let blank = Draft<Coupon>()
    var draft = blank
    draft.code = "A"
    draft.isActive = true
    #expect(draft != blank)
    draft.revert()
    #expect(draft == blank && !draft.isEdited)
    #expect(missing(draft) == ["code", "percent", "isActive"])
  }

  @Test func draftOfARowHasAllValues() {
    var draft = Draft(new: Coupon(code: "A", percent: 1, isActive: false))
    #expect(draft.problems == [])
    draft[optional: \.code] = nil
    #expect(missing(draft) == ["code"])
    // The same value as before.
    draft.code = "A"
    #expect(draft.problems == [] && !draft.isEdited)
  }
}

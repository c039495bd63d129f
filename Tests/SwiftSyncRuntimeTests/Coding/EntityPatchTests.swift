import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct EntityPatchTests {
  private func task() throws -> Todo {
    try JSONDecoder().decode(Todo.self, from: Data(EntityCodingTests.full.utf8))
  }

  private func patch(_ json: String) throws -> Todo.Patch {
    try JSONDecoder().decode(Todo.Patch.self, from: Data(json.utf8))
  }

  private func json(_ patch: Todo.Patch) throws -> JSONValue {
    try JSONValue(json: String(decoding: JSONEncoder().encode(patch), as: UTF8.self))
  }

  @Test func distinguishesMissingNullAndValue() throws {
    let patch = try patch(
      #"{"title":"x","description":null,"state":{"label":null},"fee":null,"revision":3}"#)
    var expected = Todo.Patch(title: .value("x"), details: .null, stateLabel: .null)
    expected.fee = .null
    expected.revision = .value(3)
    #expect(patch == expected)
    #expect(patch.points.isMissing && patch.state.isMissing)
    let written = try JSONValue(
      json:
        #"{"title":"x","description":null,"state":{"label":null},"fee":{"cents":null,"code":null}}"#
    )
    #expect(try json(patch) == written)
    #expect(try json(Todo.Patch()) == [:])
  }

  @Test func patchRoundTripsThroughPropertyList() throws {
    let patch = Todo.Patch(
      title: .value("x"), details: .null, budget: .value(Money(minorUnits: 1, currency: "EUR")),
      watcherIDs: .value([UUID()]), coverID: .null)
    let list = try PropertyListEncoder().encode(patch)
    #expect(try PropertyListDecoder().decode(Todo.Patch.self, from: list) == patch)
  }

  @Test func readsIDsFromIDsOrObjects() throws {
    let (a, b) = ("00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b")
    let ids = try [a, b].map { try #require(UUID(uuidString: $0)) }
    #expect(
      try patch(#"{"watcher_ids":["\#(a)",null,"\#(b.uppercased())","\#(a)"]}"#).watcherIDs
        == .value(ids))
    #expect(try patch(#"{"watchers":[{"id":"\#(a)"},{"id":"\#(b)"}]}"#).watcherIDs == .value(ids))
    #expect(try patch(#"{"watchers_ids":[],"watchers":[{"id":"\#(a)"}]}"#).watcherIDs == .value([]))
    #expect(try patch(#"{"watcher_ids":null}"#).watcherIDs == .null)
    #expect(try patch("{}").watcherIDs == .missing)
    #expect(try patch(#"{"cover":{"id":"\#(a)"}}"#).coverID == .value(ids[0]))
    #expect(throws: DecodingError.self) { try patch(#"{"watcher_ids":["x"]}"#) }
    #expect(throws: DecodingError.self) { try patch(#"{"watchers":[{}]}"#) }
  }

  @Test func appliesDiff() throws {
    let old = try task()
    var new = old
    new.title = "other"
    new.details = nil
    new.budget = Money(minorUnits: 5, currency: "USD")
    new.state = .unknown("later")
    new.assigneeID = nil
    let patch = Todo.Patch.diff(from: old, to: new)
    #expect(
      patch
        == Todo.Patch(
          title: .value("other"), details: .null, state: .value(.unknown("later")),
          budget: .value(Money(minorUnits: 5, currency: "USD")), assigneeID: .null))
    var copy = old
    try patch.apply(to: &copy)
    #expect(copy == new)
    #expect(Todo.Patch.diff(from: old, to: old) == Todo.Patch())
    #expect(Set([patch, Todo.Patch(), patch]).count == 2)
  }

  @Test func patchOfWholeRow() throws {
    let task = try task()
    let patch = Todo.Patch(task)
    #expect(patch.title == .value("a") && patch.watcherIDs.isMissing)
    #expect(patch.draftNote == .null)
    var other = try JSONDecoder().decode(Todo.self, from: Data(EntityCodingTests.minimal.utf8))
    try patch.apply(to: &other)
    #expect(other == task)
  }

  @Test func nullForRequiredMemberIsDefaultOrError() throws {
    var task = try task()
    try Todo.Patch(price: .null, fee: .null).apply(to: &task)
    #expect(task.price == Decimal(string: "9.95"))
    #expect(task.fee == Money(minorUnits: 0, currency: "EUR"))
    let before = task
    #expect(throws: SyncError.nullRequired(entity: "Todo", member: "title")) {
      try Todo.Patch(title: .null, points: .value(9)).apply(to: &task)
    }
    #expect(task == before)
  }

  @Test func mergePrefersNewerMembers() {
    let merged = Todo.Patch(title: .value("a"), details: .value("b"))
      .merging(Todo.Patch(details: .null, points: .value(1)))
    #expect(merged == Todo.Patch(title: .value("a"), details: .null, points: .value(1)))
  }

  /// Members that are missing in a patch do not change, not even by rounding.
  @Test func untouchedDatesKeepPrecision() throws {
    var task = try task()
    task.updatedAt = Date(timeIntervalSinceReferenceDate: 0.123456789)
    let before = task.updatedAt
    try Todo.Patch(title: .value("x")).apply(to: &task)
    #expect(task.updatedAt == before)
  }

  @Test func writesPatchedColumns() throws {
    var row = RowWriter(Todo.metadata)
    Todo.Patch(
      title: .value("x"), budget: .null, createdAt: .value(Date(timeIntervalSince1970: 1.5))
    )
    .write(to: &row)
    let set = row.values.indices.filter { row.values[$0] != nil }
    #expect(set == [1, 9, 10, 25])
    #expect(row.values[1] == .text("x") && row.values[9] == .null && row.values[10] == .null)
    #expect(row.values[25] == .integer(1_500_000))
    #expect(row.problem == nil)
  }
}

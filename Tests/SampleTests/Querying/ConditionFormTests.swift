import Foundation
import GitHub
import SwiftSyncRuntime
import Testing
import Tracker

/// The forms of conditions and orders, over the sample's rows: task 1 of Ada, 2 and 3 of Grace, 4
/// unassigned. All but task 2 are billable, and one of the two items of task 1 is done.
@Suite struct ConditionFormTests {
  private let database: Database
  private let store: SyncStore

  init() async throws {
    database = try Database()
    store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
  }

  private func numbers<Met: ConditionConvertible>(
    _ condition: (QueriedRow<Todo>) -> Met
  ) async throws -> [Int] {
    try await store.fetch(Todo.where(condition)).compactMap(\.number)
  }

  private func numbers(_ query: Query<Todo>) async throws -> [Int] {
    try await store.fetch(query).compactMap(\.number)
  }

  @Test func booleanColumnsAreConditions() async throws {
    #expect(try await numbers { $0.isBillable } == [1, 3, 4])
    #expect(try await numbers { !$0.isBillable } == [2])
    #expect(try await numbers { !(!$0.isBillable) } == [1, 3, 4])
    #expect(try await numbers(Todo.where(\.isBillable)) == [1, 3, 4])
    #expect(try await numbers(Todo.where { $0.isBillable }.where { $0.number > 1 }) == [3, 4])
    #expect(try await numbers { $0.items.contains { $0.isDone } } == [1])
    #expect(try await numbers { $0.items.contains { !$0.isDone } } == [1, 3])
    #expect(try await numbers { $0.items.contains(where: \.isDone) } == [1])
    #expect(try await numbers { $0.items.count(where: \.isDone) == 1 } == [1])
  }

  @Test func booleanColumnsMixWithConditions() async throws {
    #expect(try await numbers { $0.isBillable && $0.number < 4 } == [1, 3])
    #expect(try await numbers { $0.number < 4 && $0.isBillable } == [1, 3])
    #expect(try await numbers { $0.isBillable || $0.number == 2 } == [1, 2, 3, 4])
    #expect(try await numbers { $0.number == 1 || $0.isBillable } == [1, 3, 4])
    #expect(try await numbers { $0.isBillable && $0.project.isArchived } == [])
    #expect(try await numbers { $0.isBillable && !$0.project.isArchived } == [1, 3, 4])
    #expect(try await numbers { $0.project.isArchived || !$0.isBillable } == [2])
    #expect(
      try await numbers {
        !$0.isBillable || $0.title.hasPrefix("D") && $0.assignee.displayName == "Ada"
      }
        == [1, 2])
    #expect(try await numbers { !($0.isBillable && $0.number < 4) } == [2, 4])
  }

  @Test func booleanColumnsEqualTheirComparisons() {
    #expect(Todo.where { $0.isBillable } == Todo.where { $0.isBillable == true })
    #expect(Todo.where(\.isBillable) == Todo.where { $0.isBillable })
    #expect(
      Todo.where { $0.isBillable && $0.number > 1 }
        == Todo.where { $0.isBillable == true && $0.number > 1 })
    let isAll = false
    #expect(
      Todo.where { isAll ? .always : $0.isBillable.condition } == Todo.where { $0.isBillable })
    #expect(Todo.where { isAll ? .always : !$0.isBillable } == Todo.where { !$0.isBillable })
    #expect(Todo.where { _ in .always } == Todo.all)
  }

  /// Nil is not true, so the negation finds nil and false.
  @Test func optionalBooleanColumnsAreConditions() async throws {
    let store = try await SyncStore.inMemory(GitHubSchema.self)
    let url = try #require(URL(string: "https://example.com/a.png"))
    for (login, isVerified) in [("a", true), ("b", false), ("c", nil)] as [(String, Bool?)] {
      try await store.insert(
        Organization(
          login: login, databaseID: 1, nodeID: login, avatarURL: url, isVerified: isVerified))
    }
    func logins(_ query: Query<Organization>) async throws -> [String] {
      try await store.fetch(query).map(\.login)
    }
    #expect(try await logins(Organization.where { $0.isVerified }) == ["a"])
    #expect(try await logins(Organization.where { !$0.isVerified }) == ["b", "c"])
    #expect(try await logins(Organization.where { $0.isVerified == false }) == ["b"])
    #expect(try await logins(Organization.where { $0.isVerified != false }) == ["a", "c"])
    #expect(try await logins(Organization.where { $0.isVerified == nil }) == ["c"])
    #expect(
      try await logins(Organization.where { !$0.isVerified && !$0.isVerified.isNil }) == ["b"])
    #expect(try await logins(Organization.order(\.isVerified)) == ["c", "b", "a"])
  }

  @Test func findsValuesInRanges() async throws {
    #expect(try await numbers { $0.number.isIn(2...3) } == [2, 3])
    #expect(try await numbers { $0.number.isIn(2..<3) } == [2])
    #expect(try await numbers { $0.number.isIn(2..<2) } == [])
    #expect(try await numbers { $0.number.isIn(3...) } == [3, 4])
    #expect(try await numbers { $0.number.isIn(...2) } == [1, 2])
    #expect(try await numbers { $0.number.isIn(..<2) } == [1])
    #expect(try await numbers { !$0.sortIndex.isIn(2...3) } == [1, 4])
    #expect(try await numbers { $0.title.isIn("B"..<"E") } == [1, 3])
    let first = try #require(CalendarDay("2026-03-01"))
    let last = try #require(CalendarDay("2026-04-03"))
    #expect(try await numbers { $0.dueOn.isIn(first...last) } == [1, 3])
    #expect(try await numbers { $0.dueOn.isIn(first..<last) } == [1])
    #expect(try await numbers { !$0.dueOn.isIn(first...last) } == [2, 4])
    #expect(try await numbers { (2...3).contains($0.number) } == [2, 3])
    #expect(try await numbers { (2..<3).contains($0.number) } == [2])
    #expect(try await numbers { (1.5..<2.5).contains($0.sortIndex) } == [2])
    #expect(try await numbers { (first...last).contains($0.dueOn) } == [1, 3])
    // A range is not turned into a list of its values.
    #expect(
      Todo.where { (1...1_000_000_000).contains($0.number) }
        == Todo.where { $0.number >= 1 && $0.number <= 1_000_000_000 })
  }

  @Test func collectionsContainColumns() async throws {
    let ids = [TrackerIDs.task(1), TrackerIDs.task(4)]
    #expect(try await numbers { ids.contains($0.id) } == [1, 4])
    #expect(try await numbers { !ids.contains($0.id) } == [2, 3])
    #expect(try await numbers { Set(ids).contains($0.id) && $0.number > 1 } == [4])
    #expect(try await numbers { [TrackerIDs.ada].contains($0.assigneeID) } == [1])
    #expect(try await numbers { ["Ada", "Nobody"].contains($0.assignee.displayName) } == [1])
    #expect(try await numbers { [TaskState.done, .inProgress].contains($0.state) } == [1, 2])
    #expect(try await numbers { [1: "a", 3: "c"].keys.contains($0.number) } == [1, 3])
    #expect(Todo.where { ids.contains($0.id) } == Todo.where { $0.id.isIn(ids) })
  }

  /// Swift's own `contains` means what it did, inside and outside conditions.
  @Test func plainContainsIsUnchanged() async throws {
    let ids = [TrackerIDs.task(1)]
    let isKnown = ids.contains(TrackerIDs.task(1)) && !Set(ids).contains(TrackerIDs.task(2))
    #expect(isKnown && (1...3).contains(2) && (1.0..<2).contains(1.5) && "abc".contains("b"))
    #expect([1, nil].contains(nil) && [1, 2].contains { $0 > 1 } && "abc".contains("bc"))
    #expect(
      try await numbers { ids.contains(TrackerIDs.task(2)) ? .always : $0.number == 1 } == [1])
  }

  @Test func ordersByKeyPaths() async throws {
    #expect(try await numbers(Todo.order(\.title)) == [3, 1, 4, 2])
    #expect(try await numbers(Todo.order(\.title.descending)) == [2, 4, 1, 3])
    #expect(try await numbers(Todo.order(\.dueOn, \.title.descending)) == [2, 4, 1, 3])
    #expect(
      try await numbers(Todo.order(\.assignee.displayName.descending, \.sortIndex.descending))
        == [3, 2, 1, 4])
    #expect(try await numbers(Todo.order(\.isBillable, \.items.count.descending)) == [2, 1, 3, 4])
    #expect(
      try await numbers(Todo.order(\.project.budget.minorUnits, \.number.descending)).count == 4)
    let rows = try await store.fetch(
      Todo.group { $0.state }.order(\.count.descending).select { $0.count })
    #expect(rows == [2, 1, 1])
  }

  @Test func closuresAndKeyPathsMakeTheSameOrders() {
    #expect(
      Todo.order(\.dueOn, \.title.descending)
        == Todo.order {
          $0.dueOn
          $0.title.descending
        })
    #expect(Todo.order(\.title.ascending) == Todo.order(\.title))
    #expect(Todo.order(\.title) == Todo.order { [$0.title.ascending] })
    #expect(Todo.order(\.dueOn).order(\.title) == Todo.order(\.title))
    let key = \QueriedRow<Todo>.title
    #expect(Todo.order(key) == Todo.order(\.title))
    let groups = Todo.group { $0.state }
    #expect(
      groups.order(\.count.descending, \.state)
        == groups.order {
          $0.count.descending
          $0.state
        })
  }

  @Test func termsOfClosuresDependOnConditions() {
    func query(_ isByDay: Bool, _ isReversed: Bool) -> Query<Todo> {
      Todo.order {
        if isByDay { $0.dueOn }
        if isReversed { $0.title.descending } else { $0.title }
      }
    }
    #expect(query(true, true) == Todo.order(\.dueOn, \.title.descending))
    #expect(query(false, false) == Todo.order(\.title))
  }
}

import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Typed queries over the sample's rows: task 1 of Ada, 2 and 3 of Grace, 4 unassigned.
@Suite struct TrackerQueryTests {
  private let database: Database
  private let store: SyncStore

  init() async throws {
    database = try Database()
    store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
  }

  /// The numbers of the tasks that meet a condition, and of those that meet its negation.
  private func numbers(
    _ condition: (QueriedRow<Todo>) -> Condition
  ) async throws -> [[Int]] {
    let met = try await store.fetch(Todo.where(condition))
    let unmet = try await store.fetch(Todo.where { !condition($0) })
    #expect(try await store.count(Todo.where(condition)) == met.count)
    return [met.compactMap(\.number), unmet.compactMap(\.number)]
  }

  @Test func filtersByValues() async throws {
    #expect(try await numbers { $0.state == .done } == [[2], [1, 3, 4]])
    #expect(try await numbers { $0.state != .todo } == [[1, 2], [3, 4]])
    #expect(try await numbers { $0.priority > .normal } == [[1], [2, 3, 4]])
    #expect(try await numbers { $0.sortIndex <= 2 } == [[1, 2], [3, 4]])
    #expect(try await numbers { $0.isBillable == false } == [[2], [1, 3, 4]])
    #expect(try await numbers { $0.id == TrackerIDs.task(3) } == [[3], [1, 2, 4]])
    #expect(try await numbers { $0.estimate == Decimal(string: "12.500") } == [[1], [2, 3, 4]])
    let links = try [#require(URL(string: "https://example.com/drafts"))]
    #expect(try await numbers { $0.links == links } == [[1], [2, 3, 4]])
  }

  /// Dates in text and in integer storage.
  @Test func filtersByDates() async throws {
    let created = try moment("2026-03-02T14:30:00Z")
    #expect(try await numbers { $0.createdAt == created } == [[2], [1, 3, 4]])
    #expect(try await numbers { $0.createdAt < created } == [[1], [2, 3, 4]])
    let reminder = Date(timeIntervalSince1970: 1_773_993_600)
    #expect(try await numbers { $0.remindAt == reminder } == [[1], [2, 3, 4]])
    #expect(try await numbers { $0.remindAt >= reminder } == [[1], [2, 3, 4]])
    let day = try #require(CalendarDay("2026-04-01"))
    #expect(try await numbers { $0.dueOn > day } == [[3], [1, 2, 4]])
  }

  /// Nil equals only nil, and is not less than anything.
  @Test func filtersByNil() async throws {
    #expect(try await numbers { $0.dueOn.isNil } == [[2, 4], [1, 3]])
    #expect(try await numbers { $0.dueOn == nil } == [[2, 4], [1, 3]])
    #expect(try await numbers { $0.dueOn != nil } == [[1, 3], [2, 4]])
    let day: CalendarDay? = CalendarDay("2026-04-03")
    #expect(try await numbers { $0.dueOn == day } == [[3], [1, 2, 4]])
    #expect(try await numbers { $0.dueOn != day } == [[1, 2, 4], [3]])
    #expect(try await numbers { $0.assigneeID == TrackerIDs.ada } == [[1], [2, 3, 4]])
  }

  @Test func combinesConditions() async throws {
    #expect(
      try await numbers { $0.state == .todo && ($0.dueOn.isNil || $0.sortIndex < 4) }
        == [[3, 4], [1, 2]])
    #expect(
      try await numbers { !($0.state == .todo && !$0.dueOn.isNil) || $0.title == "x" }
        == [[1, 2, 4], [3]])
    #expect(
      try await numbers { row in
        (1...2_000).map { row.sortIndex == Double($0) }.prefix(900).reduce(row.title == "") {
          $0 || $1
        }
      } == [[1, 2, 3, 4], []])
  }

  @Test func filtersByLists() async throws {
    #expect(try await numbers { $0.state.isIn([.done, .inProgress]) } == [[1, 2], [3, 4]])
    #expect(try await numbers { $0.state.isIn([]) } == [[], [1, 2, 3, 4]])
    #expect(try await numbers { $0.number.isIn(Array(2...3)) } == [[2, 3], [1, 4]])
    #expect(try await numbers { $0.sortIndex.isIn([1, 4.0]) } == [[1, 4], [2, 3]])
    #expect(try await numbers { $0.title.isIn(["a\"b", "it's", "\0"]) } == [[], [1, 2, 3, 4]])
    let many = (0..<40_000).map { _ in UUID() } + [TrackerIDs.task(2)]
    #expect(try await numbers { $0.id.isIn(many) } == [[2], [1, 3, 4]])
    #expect(try await numbers { $0.assigneeID.isIn([TrackerIDs.ada]) } == [[1], [2, 3, 4]])
  }

  @Test func filtersByText() async throws {
    #expect(try await numbers { $0.title.hasPrefix("Dr") } == [[1], [2, 3, 4]])
    #expect(try await numbers { $0.title.hasPrefix("dr") } == [[], [1, 2, 3, 4]])
    #expect(try await numbers { $0.title.hasPrefix("") } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.title.contains("start") } == [[1, 3], [2, 4]])
    #expect(try await numbers { $0.title.contains("%") } == [[], [1, 2, 3, 4]])
    #expect(try await numbers { $0.details.contains("drafts") } == [[1], [2, 3, 4]])
    #expect(try await numbers { $0.details.hasPrefix("") } == [[1], [2, 3, 4]])
  }

  /// Prefixes of any code points. The next row in the order is not found.
  @Test func filtersByUnicodePrefixes() async throws {
    for prefix in ["é", "z\u{D7FF}", "a\u{10FFFF}", "\u{10FFFF}", "'; --", "100%", "👩‍👧"] {
      for title in [prefix, prefix + "\u{10FFFF}x", prefix + "a"] {
        try await store.insert(Todo(title: title, projectID: TrackerIDs.project))
      }
      try await store.insert(Todo(title: "a\u{F}" + prefix, projectID: TrackerIDs.project))
      let found = try await store.fetch(Todo.where { $0.title.hasPrefix(prefix) })
      let scalars = prefix.unicodeScalars
      #expect(found.count == 3, "\(prefix)")
      #expect(found.allSatisfy { $0.title.unicodeScalars.starts(with: scalars) }, "\(prefix)")
    }
  }

  /// As with optional chaining, a column is nil if the relationship leads to no row.
  @Test func filtersByToOneRelations() async throws {
    #expect(try await numbers { $0.project.name == "Website relaunch" } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.assignee.displayName == "Ada" } == [[1], [2, 3, 4]])
    #expect(try await numbers { $0.assignee.displayName != "Ada" } == [[2, 3, 4], [1]])
    #expect(try await numbers { $0.assignee.displayName.hasPrefix("G") } == [[2, 3], [1, 4]])
    #expect(try await numbers { $0.assignee.deletedAt.isNil } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.assignee.email.isNil } == [[2, 3, 4], [1]])
    #expect(try await numbers { $0.project.owner.displayName == "Ada" } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.parent.parent.title == "x" } == [[], [1, 2, 3, 4]])
    #expect(try await numbers { $0.assignee.profile.bio == "Draws first." } == [[1], [2, 3, 4]])
    #expect(try await numbers { $0.assignee.profile.bio.isNil } == [[2, 3, 4], [1]])
    #expect(try await numbers { $0.project.budget.minorUnits >= 1_250_000 } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.project.budget.currency == "USD" } == [[], [1, 2, 3, 4]])
    #expect(try await numbers { $0.project.budget.isNil } == [[], [1, 2, 3, 4]])
  }

  /// A currency is stored in upper case, regardless of its case in a payload or a condition.
  @Test func filtersByCurrencyInAnyCase() async throws {
    #expect(try await numbers { $0.project.budget.currency == "eur" } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.project.budget.currency != "Eur" } == [[], [1, 2, 3, 4]])
    #expect(try await numbers { $0.project.budget.currency >= "eur" } == [[1, 2, 3, 4], []])
    #expect(
      try await numbers { $0.project.budget.currency.isIn(["usd", "eur"]) }
        == [[1, 2, 3, 4], []])
    #expect(
      try await numbers { $0.project.budget.currency.hasPrefix("eu") } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.project.budget.currency.contains("ur") } == [[1, 2, 3, 4], []])
  }

  @Test func ordersRows() async throws {
    let byDay = try await store.fetch(Todo.order(\.dueOn, \.title.descending))
    #expect(byDay.compactMap(\.number) == [2, 4, 1, 3])
    let byDayDown = try await store.fetch(Todo.order(\.dueOn.descending))
    #expect(byDayDown.compactMap(\.number) == [3, 1, 2, 4])
    let byName = try await store.fetch(
      Todo.order(\.assignee.displayName.descending, \.sortIndex.descending))
    #expect(byName.compactMap(\.number) == [3, 2, 1, 4])
  }

  @Test func fetchesPages() async throws {
    var numbers: [Int?] = []
    for offset in [0, 3, 6] {
      let page = try await store.fetch(
        Todo.where { $0.sortIndex > 0 }.order(\.isBillable).limit(3)
          .offset(offset).page)
      #expect(page.totalCount == 4)
      numbers += page.rows.map(\.number)
    }
    #expect(numbers == [2, 1, 3, 4])
    let rest = try await store.fetch(Todo.all.offset(2))
    #expect(rest.map(\.number) == [3, 4])
    #expect(try await store.fetch(Todo.all.limit(0)) == [])
    let negative = "a limit or an offset of a query cannot be negative"
    await #expect(throws: SyncError.invalidOption(negative)) {
      try await store.fetch(Todo.all.limit(-1))
    }
  }

  @Test func fetchesFirstRow() async throws {
    let last = try await store.fetch(Todo.order(\.number.descending).first)
    #expect(last?.number == 4)
    #expect(try await store.fetch(Todo.where { $0.title == "" }.first) == nil)
  }

  @Test func fetchesByIDs() async throws {
    let ids = [TrackerIDs.task(3), TrackerIDs.task(9), TrackerIDs.task(1), TrackerIDs.task(3)]
    #expect(try await store.fetch(Todo.self, ids: ids).map(\.number) == [3, 1, 3])
    let items = [
      ChecklistItem.Identity(taskID: TrackerIDs.task(1), number: 2),
      ChecklistItem.Identity(taskID: TrackerIDs.task(3), number: 1),
    ]
    let texts = try await store.fetch(ChecklistItem.self, ids: items).map(\.text)
    #expect(texts == ["Desktop", "Markup"])
  }

  @Test func excludesArchivedRows() async throws {
    let id = TrackerIDs.project
    try await store.update(Project.self, id: id, Project.Patch(isArchived: .value(true)))
    try await store.insert(Project(name: "New", code: "NEW", ownerID: TrackerIDs.ada))
    #expect(try await store.fetch(Project.self, id: id) == nil)
    #expect(try await store.fetch(Project.self, ids: [id], softDeleted: .include).count == 1)
    #expect(try await store.fetch(Project.all).map(\.name) == ["New"])
    #expect(try await store.count(Project.all) == 1)
    #expect(try await store.count(Project.all.softDeleted(.include)) == 2)
    let archived = try await store.fetch(
      Project.where { $0.name == "New" || $0.code == "WEB" }.softDeleted(.only))
    #expect(archived.map(\.code) == ["WEB"])
    #expect(try await store.count(Todo.all.softDeleted(.only)) == 0)
    // A condition sees them through a relationship.
    #expect(try await numbers { $0.project.code == "WEB" } == [[1, 2, 3, 4], []])
    let task = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(1)))
    #expect(try await task.project(in: store) == nil)
    #expect(try await task.project(in: store, softDeleted: .include)?.code == "WEB")
  }

  @Test func rejectsUnstorableValues() async throws {
    await #expect(
      throws: SyncError.invalidValue(
        entity: "Todo", column: "sort_index", reason: "nan cannot be stored")
    ) {
      try await store.fetch(Todo.where { $0.sortIndex == .nan })
    }
  }
}

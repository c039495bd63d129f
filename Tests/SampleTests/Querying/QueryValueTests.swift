import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Queries as values, over the sample's rows: task 1 of Ada, 2 and 3 of Grace, 4 unassigned.
@Suite struct QueryValueTests {
  private let database: Database
  private let store: SyncStore

  init() async throws {
    database = try Database()
    store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
  }

  /// The numbers of the tasks that meet a condition, and of those that meet its negation.
  private func numbers(_ condition: (QueriedRow<Todo>) -> Condition) async throws -> [[Int]] {
    let query = Todo.where(condition)
    let met = try await store.fetch(query)
    let unmet = try await store.fetch(Todo.where { !condition($0) })
    #expect(try await store.count(query) == met.count)
    return [met.compactMap(\.number), unmet.compactMap(\.number)]
  }

  @Test func composesQueries() async throws {
    let open = Todo.where { $0.state != .done }.order(\.dueOn).limit(50)
    #expect(try await store.fetch(open).map(\.number) == [4, 1, 3])
    #expect(try await store.count(open.limit(1)) == 3)
    let due = open.where { !$0.dueOn.isNil }
    #expect(try await store.fetch(due).map(\.number) == [1, 3])
    #expect(try await store.fetch(due.offset(1)).map(\.number) == [3])
    #expect(try await store.fetch(open.order(\.title.descending).first)?.number == 4)
    #expect(try await store.fetch(open.limit(2).page).totalCount == 3)
    #expect(try store.read { try $0.fetch(due).count } == 2)
    #expect(try await store.transaction { try $0.count(due) } == 2)
  }

  @Test func observesFirstRowsPagesAndSQL() async throws {
    let open = Todo.where { $0.state != .done }.order(\.number)
    let named = SQLQuery("SELECT count(*) AS n FROM tasks WHERE title = ?", ["Named"])
    var values = store.values(of: open.first, open.limit(1).page, named).makeAsyncIterator()
    let start = try #require(try await values.next())
    let first = try #require(start.0)
    #expect(start.1.rows == [first] && start.1.totalCount == 3)
    #expect(start.2.first?["n"] == 0)

    try await store.update(first) {
      $0.state = .done
      $0.title = "Named"
    }

    let next = try #require(try await values.next())
    #expect(next.0 != nil && next.0?.id != first.id)
    #expect(next.1.rows.first == next.0 && next.1.totalCount == 2)
    #expect(next.2.first?["n"] == 1)
    #expect(try await store.fetch(named) == next.2)
    #expect(try await store.transaction { try $0.fetch(open.page).rows.count } == 2)
    #expect(try store.read { try $0.fetch(open.offset(1).first) }?.number == 4)
    await #expect(throws: SyncError.self) {
      try await store.fetch(SQLQuery("DELETE FROM tasks"))
    }
  }

  @Test func equalQueriesAreEqualValues() {
    #expect(Todo.all.first == Todo.all.limit(1).first && Todo.all.first != Todo.all.limit(0).first)
    #expect(Todo.all.page != Todo.all.limit(1).page)
    #expect(SQLQuery("SELECT ?", [1]) != SQLQuery("SELECT ?", [2]))
    let open = Todo.where { $0.state != .done }
    #expect(open == Todo.where { $0.state != .done })
    #expect(open.hashValue == Todo.where { $0.state != .done }.hashValue)
    #expect(open != Todo.where { $0.state != .todo })
    #expect(open != open.limit(1) && open != open.order(\.title))
    #expect(Todo.select { $0.title } == Todo.select { $0.title })
    #expect(Todo.select { ($0.id, $0.title) } == Todo.all.select { ($0.id, $0.title) })
    #expect(
      Todo.select { ($0.id, $0.title, $0.number) }
        == Todo.all.select { ($0.id, $0.title, $0.number) })
    #expect(
      Todo.select { ($0.id, $0.title, $0.number, $0.id) }
        == Todo.all.select { ($0.id, $0.title, $0.number, $0.id) })
    #expect(
      Todo.select { ($0.id, $0.title, $0.number, $0.id, $0.title) }
        == Todo.all.select { ($0.id, $0.title, $0.number, $0.id, $0.title) })
    #expect(
      Todo.select { ($0.id, $0.title, $0.number, $0.id, $0.title, $0.number) }
        == Todo.all.select { ($0.id, $0.title, $0.number, $0.id, $0.title, $0.number) })
    #expect(open.including { $0.project } != Todo.including { $0.project })
    #expect(Set([open.sectioned { $0.state }, open.sectioned { $0.state }]).count == 1)
  }

  /// SQLite compares bytes; Swift considers both forms of the letter equal.
  @Test func equalityComparesTextByBytes() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let conditions: [(QueriedRow<Todo>, String) -> Condition] = [
      { $0.title == $1 }, { $0.title < $1 }, { $0.title.isIn(["x", $1]) }, { $0.details == $1 },
      { $0.title.hasPrefix($1) }, { $0.title.hasSuffix($1) }, { $0.title.contains($1) },
      { $0.title.like($1) }, { $0.project.name == $1 }, { .sql("title = ?", .text($1)) },
      { .sql("title = '\($1)'") }, { row, text in row.labels.contains { $0.slug == text } },
      { row, text in row.id.isIn(Todo.where { $0.title == text }.select { $0.id }) },
    ]
    for (index, condition) in conditions.enumerated() {
      let first = Todo.where { condition($0, composed) }
      #expect(first == Todo.where { condition($0, "\u{E9}") }, "\(index)")
      let second = Todo.where { condition($0, decomposed) }
      #expect(first != second, "\(index)")
      #expect(Set([first, second]).count == 2, "\(index)")
    }
    let row = Todo(number: 1, title: composed, projectID: TrackerIDs.project)
    var other = row
    other.title = decomposed
    #expect(Todo.all.after(row) == Todo.all.after(row))
    #expect(row == other && Todo.all.after(row) != Todo.all.after(other))
    // A search by characters finds the same for both.
    #expect(
      Todo.where { $0.title.localizedContains(composed) }
        == Todo.where { $0.title.localizedContains(decomposed) })
  }

  @Test func filtersByToManyRelations() async throws {
    #expect(try await numbers { $0.labels.contains { $0.slug == "ui" } } == [[1, 3], [2, 4]])
    #expect(try await numbers { $0.labels.isEmpty } == [[2, 4], [1, 3]])
    #expect(try await numbers { $0.items.contains { !$0.isDone } } == [[1, 3], [2, 4]])
    #expect(try await numbers { $0.items.count > 1 } == [[1], [2, 3, 4]])
    #expect(try await numbers { $0.items.count { $0.isDone } == 1 } == [[1], [2, 3, 4]])
    #expect(
      try await numbers { $0.watchers.contains { $0.displayName == "Grace" } } == [[1], [2, 3, 4]])
    #expect(
      try await numbers { $0.blockers.contains { $0.labels.contains { $0.slug == "design" } } }
        == [[3], [1, 2, 4]])
    #expect(try await numbers { $0.project.tasks.count == 4 } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.project.tasks.isEmpty } == [[], [1, 2, 3, 4]])
    let ada = try await store.fetch(Person.where { $0.watchedTasks.contains { $0.number == 1 } })
    #expect(ada.map(\.displayName) == ["Ada", "Grace"])
  }

  @Test func filtersByTextAndNumbers() async throws {
    #expect(try await numbers { $0.title.localizedContains("START") } == [[1, 3], [2, 4]])
    #expect(try await numbers { $0.title.hasSuffix("page") } == [[1, 3], [2, 4]])
    #expect(try await numbers { $0.title.hasSuffix("") } == [[1, 2, 3, 4], []])
    #expect(try await numbers { $0.title.like("%THE _tart%") } == [[1, 3], [2, 4]])
    #expect(try await numbers { $0.sortIndex.isIn(2...3) } == [[2, 3], [1, 4]])
    #expect(try await numbers { $0.sortIndex * 2 + 1 > 5 } == [[3, 4], [1, 2]])
    #expect(try await numbers { $0.createdAt < $0.updatedAt } == [[1, 2], [3, 4]])
    #expect(try await numbers { _ in .sql("length(title) > ?", 17) } == [[1, 3], [2, 4]])
    let time = Duration.seconds(4_000_000_000)
    #expect(try await numbers { $0.remindAt < .now(plus: time) } == [[1], [2, 3, 4]])
    #expect(try await numbers { $0.remindAt < .now(plus: .zero - time) } == [[], [1, 2, 3, 4]])
    #expect(try await numbers { $0.dueOn > .today(plusDays: -100_000) } == [[1, 3], [2, 4]])
    #expect(
      try await numbers { $0.dueOn > .today(plusDays: -9_000, in: .gmt) } == [[1, 3], [2, 4]])
  }

  @Test func localizedContainsIgnoresCase() async throws {
    try await store.insert(
      Todo(number: nil, title: "Straße nach ÉVRY", projectID: TrackerIDs.project))
    for text in ["évry", "e\u{301}VRY", "STRASSE", "straße"] {
      let found = try await store.count(Todo.where { $0.title.localizedContains(text) })
      #expect(found == (text == "STRASSE" ? 0 : 1), "\(text)")
    }
  }

  @Test func filtersBySubquery() async throws {
    let grace = Person.where { $0.displayName == "Grace" }.select { $0.id }
    #expect(try await numbers { $0.assigneeID.isIn(grace) } == [[2, 3], [1, 4]])
    let first = Todo.where { $0.title.hasPrefix("B") }.limit(1).select { $0.assigneeID }
    #expect(
      try await numbers { $0.sortIndex > 2 && $0.assigneeID.isIn(first) && $0.title.contains("a") }
        == [[3], [1, 2, 4]])
  }

  @Test func includesRelatedRows() async throws {
    let query = Todo.order(\.sortIndex.descending).including {
      ($0.project, $0.assignee, $0.labels, $0.items)
    }
    let found = try await store.fetch(query)
    #expect(found.map(\.row.number) == [4, 3, 2, 1])
    #expect(found.map(\.related.0?.code) == ["WEB", "WEB", "WEB", "WEB"])
    #expect(found.map(\.related.1?.displayName) == [nil, "Grace", "Grace", "Ada"])
    #expect(found.map { $0.related.2.map(\.slug) } == [[], ["ui"], [], ["design", "ui"]])
    #expect(found.map { $0.related.3.map(\.text) } == [[], ["Markup"], [], ["Phone", "Desktop"]])
    let two = try await store.fetch(
      Todo.where { $0.number < 3 }.limit(1).offset(1).including { ($0.watchers, $0.labels) })
    #expect(two.map(\.row.number) == [2] && two[0].related.0 == [] && two[0].related.1 == [])
    let items = try await store.fetch(ChecklistItem.including { $0.task })
    #expect(items.map(\.related?.number) == [1, 1, 3])
    let project = try await store.fetch(Project.including { $0.tasks })
    #expect(project.map { $0.related.map(\.number) } == [[1, 2, 3, 4]])
  }

  @Test func selectsValues() async throws {
    let titles = try await store.fetch(Todo.where { $0.number < 3 }.select { $0.title })
    #expect(titles == ["Draw the start page", "Set up the build"])
    let pairs = try await store.fetch(Todo.select { $0.number }.self)
    #expect(pairs == [1, 2, 3, 4])
    let sums = try await store.fetch(
      Todo.all.select { ($0.sortIndex.sum, $0.sortIndex.average, $0.dueOn.max) })
    #expect(sums[0].0 == 10 && sums[0].1 == 2.5 && sums[0].2 == CalendarDay("2026-04-03"))
    let names = try await store.fetch(Todo.all.select { $0.assignee.displayName.optional })
    #expect(names == ["Ada", "Grace", "Grace", nil])
  }

  @Test func groupsRows() async throws {
    let counts = try await store.fetch(Todo.group { $0.state }.select { ($0.state, $0.count) })
    #expect(counts.map(\.0) == [.done, .inProgress, .todo] && counts.map(\.1) == [1, 1, 2])
    let largest = Todo.group { $0.assigneeID }.order(\.count.descending).limit(1)
    let most = try await store.fetch(largest.select { ($0.assigneeID, $0.count, $0.number.min) })
    #expect(most.map(\.0) == [TrackerIDs.grace] && most[0].1 == 2 && most[0].2 == 2)
    let two = try await store.fetch(
      Todo.group { ($0.state, $0.isBillable) }.select { ($0.state, $0.isBillable, $0.count) })
    #expect(two.map(\.1) == [false, true, true])
    await #expect(throws: SyncError.self) {
      try await store.fetch(Todo.group { $0.state }.select { ($0.title, $0.count) })
    }
  }

  @Test func sectionsRows() async throws {
    let sections = try await store.fetch(
      Todo.order(\.title).sectioned { $0.assignee.displayName.optional })
    #expect(sections.map(\.key) == [nil, "Ada", "Grace"])
    #expect(sections.map { $0.rows.map(\.number) } == [[4], [1], [3, 2]])
  }

  @Test func continuesAfterRow() async throws {
    let query = Todo.order(\.dueOn.descending, \.isBillable)
    let all = try await store.fetch(query)
    var page = query.limit(1)
    var found: [Todo] = []
    while let row = try await store.fetch(page).first {
      found.append(row)
      page = page.after(row)
    }
    #expect(found == all && all.count == 4)
    // The row after which a page begins need not exist.
    try await store.delete(Todo.self, id: all[1].id)
    #expect(try await store.fetch(query.after(all[1])) == Array(all[2...]))
  }

  @Test func observesQueries() async throws {
    let query = Todo.where { $0.state == .done }.select { $0.number }
    let counts = Todo.group { $0.state }.select { $0.count }
    let labels = Todo.where { $0.number == 1 }.including { $0.labels }
    var one = store.values(of: query).makeAsyncIterator()
    var four = store.values(of: query, counts, labels, Label.all).makeAsyncIterator()
    #expect(try await one.next() == [2])
    let first = try await four.next()
    #expect(first?.0 == [2] && first?.1 == [1, 1, 2] && first?.3.count == 2)
    #expect(first?.2[0].related.map(\.slug) == ["design", "ui"])
    // The query does not read the title.
    try await store.update(Todo.self, id: TrackerIDs.task(3), Todo.Patch(title: .value("x")))
    try await store.update(Todo.self, id: TrackerIDs.task(3), Todo.Patch(state: .value(.done)))
    #expect(try await one.next() == [2, 3])
    let second = try await four.next()
    #expect(second?.0 == [2, 3] && second?.1 == [2, 1, 1])
    try await store.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(labelIDs: .value(["ui"])))
    #expect(try await four.next()?.2[0].related.map(\.slug) == ["ui"])
  }
}

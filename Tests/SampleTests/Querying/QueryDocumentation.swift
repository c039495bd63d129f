import Foundation
import Social
import SwiftSyncRuntime
import Testing
import Tracker

/// The Swift code of `docs/queries.md`, compiled and run. `PageBlockTests` compares the two.
@Suite struct QueryDocumentation {
  @Test func runsQueries() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")

    let open = Todo.where { $0.state != .done }.order(\.dueOn).limit(50)
    let rows = try await store.fetch(open)
    let total = try await store.count(open)

    #expect(rows.map(\.number) == [4, 1, 3] && total == 3)

    let page = try store.read { reader in
      let rows = try reader.fetch(Todo.where { $0.state == .todo }.limit(20))
      return (rows: rows, total: try reader.count(Todo.where { $0.state == .todo }))
    }

    #expect(page.rows.count == 2 && page.total == 2)

    let billable = Todo.where { $0.isBillable && !$0.items.contains { $0.isDone } }

    #expect(try await store.fetch(billable).map(\.number) == [3, 4])

    let late = Todo.where {
      $0.dueOn < .today() && $0.labels.contains { $0.slug == "ui" } && $0.items.count > 1
    }

    let isDue = Date() > Date(timeIntervalSince1970: 1_774_200_000)
    #expect(try await store.fetch(late).map(\.number) == (isDue ? [1] : []))

    let byDay = Todo.order(\.dueOn, \.project.name.descending)
    let first = try await store.fetch(byDay.limit(2))
    let next = try await store.fetch(byDay.limit(2).after(first.last))

    #expect((first + next).map(\.number) == [2, 4, 1, 3])

    let byProgress = Todo.order {
      $0.items.count { $0.isDone }.descending
      $0.title
    }

    #expect(try await store.fetch(byProgress).map(\.number) == [1, 3, 4, 2])

    let query = Todo.where { $0.state != .done }.order(\.title)
      .including { ($0.project, $0.labels) }
    for found in try await store.fetch(query) {
      let (project, labels) = found.related
      print(found.row.title, project?.name ?? "", labels.count)
    }
    let everything = try await store.fetch(Todo.including { ($0.project, $0.labels) })

    #expect(everything.count == 4 && everything.contains { !$0.related.1.isEmpty })

    let overview = Project.order(\.name).including {
      $0.tasks.where { $0.state != .done }.order(\.dueOn).limit(3)
        .including { ($0.labels, $0.items.where { !$0.isDone }) }
    }
    for project in try await store.fetch(overview) {
      for task in project.related {
        let (labels, open) = task.related
        print(project.row.name, task.row.title, labels.count, open.count)
      }
    }
    let owners = Todo.including { $0.project.including { $0.owner } }

    let tasks = try await store.fetch(overview).flatMap(\.related)
    #expect(tasks.map(\.row.number) == [4, 1, 3])
    #expect(tasks.map { $0.related.0.map(\.slug) } == [[], ["design", "ui"], ["ui"]])
    #expect(tasks.map { $0.related.1.map(\.number) } == [[], [2], [1]])
    #expect(try await store.fetch(owners).map { $0.related?.related?.displayName }.first == "Ada")

    let titles = try await store.fetch(Todo.order(\.title).select { $0.title })
    let counts = try await store.fetch(Todo.group { $0.state }.select { ($0.state, $0.count) })
    let sections = try await store.fetch(
      Todo.order(\.dueOn).sectioned { $0.project.name })

    #expect(titles.first == "Build the start page" && counts.map(\.1) == [1, 1, 2])
    #expect(sections.map(\.rows.count) == [4])

    let byName = Project.order { $0.name.lowercased() }
    let days = Todo.order(\.createdAt).sectioned { $0.createdAt.day() }
    let perMonth = Todo.group { ($0.createdAt.year(), $0.createdAt.month()) }
      .select { ($0.createdAt.year(), $0.createdAt.month(), $0.count) }
    let named = Todo.where { ($0.details ?? $0.title).length > 20 }

    #expect(try await store.fetch(byName).map(\.code) == ["WEB"])
    #expect(try await store.fetch(days).flatMap(\.rows).map(\.number) == [1, 2, 3, 4])
    #expect(try await store.fetch(perMonth).map { "\($0) \($1) \($2)" } == ["2026 3 4"])
    #expect(try await store.fetch(named).map(\.number) == [1])
  }

  @Test func runsSearches() async throws {
    let store = try await Database().open(SocialSchema.self)
    for (id, content) in [("1", "Soup is the best soup"), ("2", "The best soup of all")] {
      try await store.insert(
        Status(
          id: id, content: content, createdAt: Date(timeIntervalSince1970: 0), accountID: "a"))
    }

    let found = try await store.fetch(Status.search("soup*").limit(20))
    let results = Status.search("\"the best soup\"").where { $0.visibility == .public }
      .select { ($0.id, $0.content.snippet(), $0.contentWarning.highlighted) }
    for (id, content, warning) in try await store.fetch(results) {
      print(id, content.parts.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined(), warning.text)
    }

    #expect(found.count == 2)
    #expect(try await store.fetch(results).map(\.1.text) == [found[0].content, found[1].content])
  }
}

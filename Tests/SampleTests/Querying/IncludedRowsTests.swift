import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing
import Tracker

/// Related rows with conditions, orders, limits and related rows of their own, over the sample's
/// rows: task 1 has items 1 (done) and 2 and the labels design and ui, task 3 has item 1, the label
/// ui, and the blockers 1 and 2.
@Suite struct IncludedRowsTests {
  private func tasks() async throws -> SyncStore {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  private let query = Todo.order(\.number)

  @Test func filtersLists() async throws {
    let store = try await tasks()
    let open = try await store.fetch(query.including { $0.items.where { !$0.isDone } })
    #expect(open.map(\.row.number) == [1, 2, 3, 4])
    #expect(open.map { $0.related.map(\.text) } == [["Desktop"], [], ["Markup"], []])
    let none = try await store.fetch(
      query.including { $0.labels.where { $0.slug != "ui" }.where { $0.tasks.count > 1 } })
    #expect(none.map { $0.related.count } == [0, 0, 0, 0])
    let blockers = try await store.fetch(
      query.including { $0.blockers.where { $0.project.code == "WEB" && $0.number > 1 } })
    #expect(blockers.map { $0.related.map(\.number) } == [[], [], [2], []])
  }

  @Test func ordersLists() async throws {
    let store = try await tasks()
    let labels = try await store.fetch(query.including { $0.labels.order(\.slug.descending) })
    #expect(labels.map { $0.related.map(\.slug) } == [["ui", "design"], [], ["ui"], []])
    let items = try await store.fetch(
      query.including { $0.items.order { $0.text.lowercased() } })
    #expect(items.map { $0.related.map(\.text) } == [["Desktop", "Phone"], [], ["Markup"], []])
  }

  /// The limit is one of each list, and the query's own limit one of its rows.
  @Test func limitsLists() async throws {
    let store = try await tasks()
    let items = try await store.fetch(query.including { $0.items.limit(1) })
    #expect(items.map { $0.related.map(\.number) } == [[1], [], [1], []])
    let last = try await store.fetch(
      query.limit(3).including {
        ($0.items.order(\.number.descending).limit(1), $0.labels.limit(1), $0.blockers.limit(0))
      })
    #expect(last.map { $0.related.0.map(\.number) } == [[2], [], [1]])
    #expect(last.map { $0.related.1.map(\.slug) } == [["design"], [], ["ui"]])
    #expect(last.map { $0.related.2.count } == [0, 0, 0])
    await #expect(throws: SyncError.invalidOption("a limit of a query cannot be negative")) {
      try await store.fetch(query.including { $0.items.limit(-1) })
    }
  }

  @Test func includesRowsOfRelatedRows() async throws {
    let store = try await tasks()
    let projects = try await store.fetch(
      Project.including {
        $0.tasks.where { $0.number < 4 }.order(\.number).including { ($0.labels, $0.assignee) }
      })
    let found = try #require(projects.first)
    #expect(projects.count == 1 && found.related.map(\.row.number) == [1, 2, 3])
    #expect(
      found.related.map { $0.related.0.map(\.slug) } == [["design", "ui"], [], ["ui"]])
    #expect(
      found.related.map { $0.related.1?.displayName } == ["Ada", "Grace", "Grace"])
    let people = try await store.fetch(
      Person.order(\.displayName).including {
        $0.assignedTasks.order(\.number).limit(1).including { $0.items.limit(1) }
      })
    #expect(people.map(\.row.displayName) == ["Ada", "Grace"])
    #expect(people.map { $0.related.map(\.row.number) } == [[1], [2]])
    #expect(people.map { $0.related.flatMap(\.related).map(\.text) } == [["Phone"], []])
  }

  @Test func includesRowsOfOneRelatedRow() async throws {
    let store = try await tasks()
    let found = try await store.fetch(
      query.including { ($0.project.including { $0.owner }, $0.assignee.including { $0.profile }) })
    #expect(found.map { $0.related.0?.row.code } == ["WEB", "WEB", "WEB", "WEB"])
    #expect(found.map { $0.related.0?.related?.displayName } == ["Ada", "Ada", "Ada", "Ada"])
    #expect(
      found.map { $0.related.1?.related?.bio } == ["Draws first.", nil, nil, nil])
  }

  /// Lists of parents whose identity has two parts, and members of that kind.
  @Test func includesRowsOfCompositeIdentities() async throws {
    let store = try await SyncStore.inMemory(DeskSchema.self)
    let areas = """
      [{"id": 1, "name": "a", "stages": [{"number": 2, "text": "a2"}, {"number": 1, "text": "a1"}]},
       {"id": 2, "name": "b", "stages": [{"number": 1, "text": "b1"}]}]
      """
    _ = try await store.apply(.data(Data(areas.utf8)), as: "Area")
    let remark = Remark(text: "r", stageAreaID: 1, stageNumber: 2)
    try await store.insert(remark)
    let found = try await store.fetch(
      Remark.including { $0.stage.including { $0.area.including { $0.stages.limit(1) } } })
    #expect(found.map { $0.related?.row.text } == ["a2"])
    #expect(found.map { $0.related?.related?.row.name } == ["a"])
    #expect(found.map { $0.related?.related?.related.map(\.text) } == [["a1"]])
    let stages = try await store.fetch(
      Area.including { $0.stages.where { $0.number > 1 }.including { $0.area } })
    #expect(stages.map { $0.related.map(\.row.text) } == [["a2"], []])
    #expect(stages.map { $0.related.map { $0.related?.name } } == [["a"], []])
  }

  @Test func queriesAreEqualIfAllPartsAre() {
    let open = query.including { $0.items.where { !$0.isDone } }
    #expect(open == query.including { $0.items.where { !$0.isDone } })
    #expect(open.hashValue == query.including { $0.items.where { !$0.isDone } }.hashValue)
    #expect(open != query.including { $0.items.where { $0.isDone } })
    #expect(open != query.including { $0.items })
    #expect(
      query.including { $0.items.limit(1).including { $0.task } }
        != query.including { $0.items.limit(2).including { $0.task } })
  }

  @Test func observesInnerRows() async throws {
    let store = try await tasks()
    var values = store.values(
      of: Project.including { $0.tasks.limit(1).including { $0.items.where { $0.isDone } } }
    ).makeAsyncIterator()
    let first = try #require(try await values.next()?.first?.related.first)
    #expect(first.row.number == 1 && first.related.map(\.number) == [1])
    try await store.update(ChecklistItem.all, ChecklistItem.Patch(isDone: .value(true)))
    let next = try #require(try await values.next()?.first?.related.first)
    #expect(next.related.map(\.number) == [1, 2])
  }

  @Test func refusesRelationshipsOfRelatedRows() async throws {
    let store = try await tasks()
    await #expect(
      throws: SyncError.invalidOption(
        "a query for 'Todo' includes a relationship of a related row; include it with the related "
          + "row: 'project.including { $0.owner }'")
    ) {
      try await store.fetch(Todo.including { $0.project.owner })
    }
  }
}

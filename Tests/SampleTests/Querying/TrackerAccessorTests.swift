import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// From a row to its related rows.
@Suite struct TrackerAccessorTests {
  private let database: Database
  private let store: SyncStore

  init() async throws {
    database = try Database()
    store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
  }

  private func task(_ number: Int) async throws -> Todo {
    try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(number)))
  }

  @Test func toOne() async throws {
    #expect(try await task(1).project(in: store)?.code == "WEB")
    #expect(try await task(1).assignee(in: store)?.displayName == "Ada")
    #expect(try await task(4).assignee(in: store) == nil)
    let lost = Todo(title: "", projectID: UUID())
    #expect(try await lost.project(in: store) == nil)
  }

  @Test func bothSidesOfOneToOne() async throws {
    let ada = try #require(try await store.fetch(Person.self, id: TrackerIDs.ada))
    let profile = try #require(try await ada.profile(in: store))
    #expect(profile.bio == "Draws first.")
    #expect(try await profile.person(in: store) == ada)
    let grace = try #require(try await store.fetch(Person.self, id: TrackerIDs.grace))
    #expect(try await grace.profile(in: store) == nil)
  }

  @Test func orderedChildren() async throws {
    let project = try #require(try await store.fetch(Project.self, id: TrackerIDs.project))
    let move = Todo.Patch(sortIndex: .value(2.5))
    try await store.update(Todo.self, id: TrackerIDs.task(4), move)
    #expect(try await project.tasks(in: store).map(\.number) == [1, 2, 4, 3])
    let payload = Data(#"[{"id": "\#(TrackerIDs.task(1))", "item_ids": [2, 1]}]"#.utf8)
    var options = ApplyOptions()
    options.missingRows = .keep
    _ = try await store.apply(.data(payload), as: "Todo", options: options)
    #expect(try await task(1).items(in: store).map(\.number) == [2, 1])
    #expect(try await task(2).items(in: store) == [])
    let item = try #require(try await task(3).items(in: store).first)
    #expect(try await item.task(in: store)?.number == 3)
  }

  @Test func manyToMany() async throws {
    #expect(try await task(1).labels(in: store).map(\.slug) == ["design", "ui"])
    let label = try #require(try await store.fetch(Label.self, id: "ui"))
    #expect(try await label.tasks(in: store).map(\.number) == [1, 3])
    #expect(try await task(3).blockers(in: store).map(\.number) == [1, 2])
    #expect(try await task(1).watchers(in: store).map(\.displayName) == ["Ada", "Grace"])
    // Linus is named, but not stored.
    #expect(try await task(4).watchers(in: store) == [])
    let grace = try #require(try await store.fetch(Person.self, id: TrackerIDs.grace))
    #expect(try await grace.watchedTasks(in: store).map(\.number) == [1])
    #expect(try await grace.assignedTasks(in: store).map(\.number) == [2, 3])
  }

  @Test func selfReference() async throws {
    let patch = Todo.Patch(parentID: .value(TrackerIDs.task(1)))
    try await store.update(Todo.self, id: TrackerIDs.task(3), patch)
    #expect(try await task(1).subtasks(in: store).map(\.number) == [3])
    #expect(try await task(3).parent(in: store)?.number == 1)
    let children = try await store.fetch(Todo.where { $0.parent.title == "Draw the start page" })
    #expect(children.map(\.number) == [3])
  }
}

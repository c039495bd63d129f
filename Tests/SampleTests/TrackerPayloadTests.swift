import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// The story of the README and `scripts/demo`, with exact reports.
@Suite struct TrackerPayloadTests {
  private static let first = ApplyReport.of(inserted: 4).with {
    $0.unresolvedReferences = 1
    $0.unresolvedRows = ["Person/9e050000-0000-4000-8000-000000000003": 1]
    $0.related = [
      "ChecklistItem": .of(inserted: 3), "Label": .of(inserted: 2), "Person": .of(inserted: 2),
      "Profile": .of(inserted: 1), "Project": .of(inserted: 1), "Watch": .of(inserted: 3),
    ]
  }

  private static let second = ApplyReport.of(unchanged: 4).with {
    $0.unresolvedReferences = 1
    $0.unresolvedRows = ["Person/9e050000-0000-4000-8000-000000000003": 1]
    $0.related = [
      "ChecklistItem": .of(unchanged: 3), "Label": .of(unchanged: 2), "Person": .of(unchanged: 2),
      "Profile": .of(unchanged: 1), "Project": .of(unchanged: 1),
    ]
  }

  private static let third = ApplyReport.of(updated: 2, unchanged: 1, deleted: 1).with {
    $0.rejectedCount = 1
    $0.rejected = [
      ApplyReport.RejectedRow(
        path: "[3].due_on", identity: "7a5c0000-0000-4000-8000-000000000005", rule: .badValue,
        message: "expected a day, found \"soon\"")
    ]
    $0.related = ["ChecklistItem": .of(updated: 2), "Watch": .of(deleted: 1)]
  }

  @Test func reportsEffectOfEachPayload() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    #expect(try await store.apply(Sample.payload("tasks"), as: "Todo") == Self.first)
    #expect(try await store.apply(Sample.payload("tasks"), as: "Todo") == Self.second)
    let third = try await store.apply(
      Sample.payload("tasks-changed"), as: "Todo", missingRows: .delete)
    #expect(third == Self.third)
    #expect(
      try await store.fetch(Todo.all).map(\.id) == [1, 2, 3].map(TrackerIDs.task))
  }

  @Test func readsEveryAttributeOfRow() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let expected = Todo(
      id: TrackerIDs.task(1), number: 1, title: "Draw the start page",
      details: "Three drafts, then choose.", state: .inProgress, stateLabel: "In Arbeit",
      priority: .high, estimate: Decimal(string: "12.5"),
      dueOn: CalendarDay(year: 2026, month: 3, day: 20),
      remindAt: Date(timeIntervalSince1970: 1_773_993_600), sortIndex: 1,
      links: [try #require(URL(string: "https://example.com/drafts"))],
      createdAt: try moment("2026-03-02T09:00:00Z").addingTimeInterval(0.25),
      updatedAt: try moment("2026-03-05T16:20:00Z"), projectID: TrackerIDs.project,
      assigneeID: TrackerIDs.ada)
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(1)) == expected)
  }

  @Test func readsThreeDateFormats() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let second = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(2)))
    #expect(second.createdAt == (try moment("2026-03-02T14:30:00Z")))
    #expect(second.isBillable == false)
    let third = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(3)))
    #expect(third.createdAt == (try moment("2026-03-03T09:30:00Z")))
    #expect(third.updatedAt == third.createdAt)
  }

  @Test func storesNestedObjects() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let project = try #require(try await store.fetch(Project.self, id: TrackerIDs.project))
    #expect(project.budget == Money(minorUnits: 1_250_000, currency: "EUR"))
    #expect(project.spent == Money(minorUnits: 310_000, currency: "EUR"))
    #expect(project.startsOn == CalendarDay("2026-03-01"))
    #expect(project.phases == ["design", "build", "launch"])
    #expect(project.weeklyHours == ["design": 24, "web": 40.5])
    #expect(project.settings == ["columns": [1, 2, 3], "theme": "dark"])
    #expect(project.ownerID == TrackerIDs.ada)
    let people = try await store.fetch(Person.all)
    #expect(people.map(\.displayName) == ["Ada", "Grace"])
    #expect(people.map(\.role) == [.lead, .member])
    #expect(people.map(\.email) == ["ada@example.com", nil])
    let profile = try #require(try await store.fetch(Profile.self, id: TrackerIDs.profile))
    #expect(profile.personID == TrackerIDs.ada)
    #expect(profile.thumbnail == Data([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]))
    #expect(try await store.fetch(Label.all).map(\.slug) == ["design", "ui"])
  }

  @Test func distinguishesChecklistItemsByTask() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    _ = try await store.apply(Sample.payload("tasks-changed"), as: "Todo")
    func item(_ task: Int, _ number: Int) async throws -> ChecklistItem? {
      let id = ChecklistItem.Identity(taskID: TrackerIDs.task(task), number: number)
      return try await store.fetch(ChecklistItem.self, id: id)
    }
    #expect(try await item(1, 1)?.text == "Phone")
    #expect(try await item(1, 2)?.isDone == true)
    #expect(try await item(3, 1)?.text == "Markup")
    #expect(try await item(3, 2) == nil)
  }

  /// A list of ids creates rows of the entity under `through`.
  @Test func createsWatchesFromIDs() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    let started = Date().addingTimeInterval(-1)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let watches = try await store.fetch(Watch.all)
    #expect(Set(watches.map(\.id)).count == 3)
    #expect(
      watches.allSatisfy { !$0.isMuted && $0.createdAt > started && $0.createdAt == $0.updatedAt })
    let people = Dictionary(grouping: watches, by: \.taskID).mapValues { Set($0.map(\.personID)) }
    #expect(
      people == [
        TrackerIDs.task(1): [TrackerIDs.ada, TrackerIDs.grace],
        TrackerIDs.task(4): [TrackerIDs.linus],
      ])
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    #expect(try await store.fetch(Watch.all) == watches)
  }

  /// A person to whom a task referred arrives later, from another endpoint and with other keys.
  @Test func appliesPeople() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    let options = ApplyOptions(missingRows: .keep, root: "data.people")
    let expected = ApplyReport.of(inserted: 1).with { $0.unknownKeys = ["badge": 1] }
    #expect(
      try await store.apply(Sample.payload("people"), as: "Person", options: options) == expected)
    let linus = try #require(try await store.fetch(Person.self, id: TrackerIDs.linus))
    #expect(linus.role == .unknown("contractor"))
    #expect(linus.hourlyRate == 60)
    #expect(linus.createdAt == (try moment("2026-01-05T00:00:00Z")))
  }
}

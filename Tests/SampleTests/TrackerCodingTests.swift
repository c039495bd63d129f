import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Generated types with Foundation's plain coders.
@Suite struct TrackerCodingTests {
  @Test func decodesSameRowsAsSync() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let data = try Data(contentsOf: Sample.url("Schemas/payloads/tasks.json"))
    #expect(
      try await store.fetch(Todo.all) == (try JSONDecoder().decode([Todo].self, from: data)))
  }

  @Test func roundTripsRowsThroughJSON() throws {
    let task = Todo(
      id: TrackerIDs.task(7), title: "Ä \"quoted\" title", state: .unknown("on_hold"),
      estimate: Decimal(string: "0.1"), dueOn: CalendarDay("2026-12-31"),
      remindAt: Date(timeIntervalSince1970: 1_773_993_600),
      createdAt: Date(timeIntervalSince1970: 0.25),
      updatedAt: Date(timeIntervalSince1970: 1), projectID: TrackerIDs.project)
    let data = try JSONEncoder().encode(task)
    #expect(try JSONDecoder().decode(Todo.self, from: data) == task)
    let project = Project(
      id: TrackerIDs.project, name: "P", code: "P", budget: Money(minorUnits: 5, currency: "JPY"),
      weeklyHours: ["a": 1.5], settings: ["nested": [nil, true]],
      createdAt: Date(timeIntervalSince1970: 0), updatedAt: Date(timeIntervalSince1970: 0),
      ownerID: TrackerIDs.ada)
    let projectData = try JSONEncoder().encode(project)
    #expect(try JSONDecoder().decode(Project.self, from: projectData) == project)
  }

  @Test func encodesBackendFormats() throws {
    let task = Todo(
      id: TrackerIDs.task(7), title: "T", state: .inProgress, stateLabel: "read only",
      estimate: Decimal(string: "2.50"), remindAt: Date(timeIntervalSince1970: 1_773_993_600),
      draftNote: "mine", deviceName: "phone", createdAt: Date(timeIntervalSince1970: 0),
      updatedAt: Date(timeIntervalSince1970: 0.5), projectID: TrackerIDs.project)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(task), as: UTF8.self)
    #expect(
      text == """
        {"assignee_id":null,"category":null,"created_at":"1970-01-01T00:00:00Z","deleted_at":null,\
        "description":null,"device_name":"phone","due_on":null,"estimate":"2.5",\
        "id":"7a5c0000-0000-4000-8000-000000000007","is_billable":true,"links":[],"parent_id":null,\
        "priority":2,"project_id":"90ec0000-0000-4000-8000-000000000001","remind_at":1773993600,\
        "sort_index":0,"state":{"id":"in_progress"},"title":"T",\
        "updated_at":"1970-01-01T00:00:00.500Z"}
        """)
  }

  /// Missing, null and a value are distinguished; lists of ids are in the patch.
  @Test func patchKeepsMissingNullAndValue() throws {
    let text = #"{"assignee_id":null,"label_ids":["ui"],"title":"New"}"#
    let patch = try JSONDecoder().decode(Todo.Patch.self, from: Data(text.utf8))
    #expect(patch.title == .value("New"))
    #expect(patch.assigneeID == .null)
    #expect(patch.labelIDs == .value(["ui"]))
    #expect(patch.details == .missing)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(patch), as: UTF8.self) == text)
  }

  @Test func diffsAndAppliesPatch() throws {
    let old = Todo(
      id: TrackerIDs.task(1), title: "Old", details: "D", projectID: TrackerIDs.project)
    var new = old
    new.title = "New"
    new.details = nil
    let patch = Todo.Patch.diff(from: old, to: new)
    #expect(patch == Todo.Patch(title: .value("New"), details: .null))
    var patched = old
    try patch.apply(to: &patched)
    #expect(patched == new)
  }
}

import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// Only the side of a many-to-many relationship that the app edits is pushed: the list of the other
/// side, as a whole, would undo what other devices have done to it.
@Suite struct EditedSideTests {
  /// A store with area 1 and keywords a and b, of which the area has the first.
  private func sample() async throws -> DeskSample {
    let sample = try await DeskSample()
    let keywords = #"[{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]"#
    _ = try await sample.store.apply(.data(Data(keywords.utf8)), as: Keyword.self)
    let area = #"[{"id": 1, "name": "one", "keyword_ids": ["a"]}]"#
    _ = try await sample.store.apply(.data(Data(area.utf8)), as: Area.self)
    #expect(try sample.queue() == [])
    return sample
  }

  @Test func patchOfOneSideIsRecordedThere() async throws {
    let sample = try await sample()
    try await sample.store.update(Area.self, id: 1, Area.Patch(keywordIDs: .value(["b", "a"])))
    #expect(try sample.queue() == ["Area|1|update|,keywords,"])
    #expect(
      try sample.rows("SELECT count(*) FROM swiftsync_applying") == ["0"])
  }

  @Test func patchOfTheOtherSideIsRecordedThere() async throws {
    let sample = try await sample()
    try await sample.store.update(Keyword.self, id: "b", Keyword.Patch(areaIDs: .value([1])))
    try await sample.store.update(Keyword.self, id: "a", Keyword.Patch(areaIDs: .value([])))
    #expect(try sample.queue() == ["Keyword|b|update|,areas,", "Keyword|a|update|,areas,"])
  }

  /// Labels do not have `push: true`, and the list of blockers has no inverse.
  @Test func listIsRecordedIfItsOtherSideIsNot() async throws {
    let (task, other) = (TrackerIDs.task(1), TrackerIDs.task(2))
    let name = { (id: UUID) in id.uuidString.lowercased() }
    let store = try await Database().open(TrackerSchema.self)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    try await store.insert([Label(slug: "bug", name: "Bug"), Label(slug: "ui", name: "UI")])
    for id in [task, other] {
      let row = """
        {"id": "\(id)", "title": "x", "project_id": "\(TrackerIDs.project)", "label_ids": ["ui"],
         "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z"}
        """
      _ = try await store.apply(.data(Data(row.utf8)), as: Todo.self)
    }
    let patches = [
      Todo.Patch(labelIDs: .value(["bug", "ui"])), Todo.Patch(labelIDs: .value([])),
      Todo.Patch(blockerIDs: .value([other])),
    ]
    for (patch, list) in zip(patches, ["labels", "labels", "blockers"]) {
      try await store.update(Todo.self, id: task, patch)
      let pending = try await store.fetch(PendingChange.all)
      #expect(pending.map(\.description) == ["update Todo \(name(task)): \(list)"])
      try await store.discardPendingChange(of: Todo.self, id: task)
    }
    try await store.update(Label.self, id: "bug", Label.Patch(taskIDs: .value([other])))
    let pending = try await store.fetch(PendingChange.all)
    #expect(pending.map(\.description) == ["update Todo \(name(other)): labels"])
  }

  /// The server removes a deleted row from the lists that contain it.
  @Test func deletedRowIsNotRecordedInLists() async throws {
    let sample = try await sample()
    try await sample.store.delete(Keyword.self, id: "a")
    #expect(try sample.queue() == ["Keyword|a|delete|,"])
  }

  @Test func editIsKeptFromListsOfBothSides() async throws {
    let sample = try await sample()
    try await sample.store.update(Area.self, id: 1, Area.Patch(keywordIDs: .value(["b"])))
    let keywords =
      #"[{"id": "a", "name": "A", "area_ids": [1]}, {"id": "b", "name": "B", "area_ids": []}]"#
    _ = try await sample.store.apply(.data(Data(keywords.utf8)), as: Keyword.self)
    let patch = try await sample.store.fetch(PendingChange.all)
    #expect(patch.map(\.description) == ["update Area 1: keywords"])
    try await sample.store.withPendingChanges(of: Area.self) { batch in
      #expect(batch.updated.map(\.patch.keywordIDs) == [.value(["b"])])
      return []
    }
  }
}

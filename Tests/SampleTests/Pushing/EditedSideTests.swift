import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing

/// Only the side of a many-to-many relationship that the app edits is pushed: the list of the other
/// side, as a whole, would undo what other devices have done to it.
@Suite struct EditedSideTests {
  /// A store with area 1 and keywords a and b, of which the area has the first.
  private func sample() async throws -> DeskSample {
    let sample = try await DeskSample()
    let keywords = #"[{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]"#
    _ = try await sample.store.sync(.data(Data(keywords.utf8)), as: Keyword.self)
    let area = #"[{"id": 1, "name": "one", "keyword_ids": ["a"]}]"#
    _ = try await sample.store.sync(.data(Data(area.utf8)), as: Area.self)
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
    _ = try await sample.store.sync(.data(Data(keywords.utf8)), as: Keyword.self)
    let patch = try await sample.store.pendingChanges()
    #expect(patch.map(\.description) == ["update Area 1: keywords"])
    try await sample.store.withPendingChanges(of: Area.self) { batch in
      #expect(batch.updated.map(\.patch.keywordIDs) == [.value(["b"])])
      return []
    }
  }
}

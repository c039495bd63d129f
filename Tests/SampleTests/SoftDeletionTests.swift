import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Rows that stay when the app deletes them: people have a tombstone, projects have an archive.
@Suite struct SoftDeletionTests {
  private func store(_ database: Database) async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  @Test func deletionSetsTombstone() async throws {
    let database = try Database()
    let store = try await store(database)
    let before = Date()
    #expect(try await store.delete(Person.self, id: TrackerIDs.ada))
    let ada = try #require(
      try await store.fetch(Person.self, id: TrackerIDs.ada, softDeleted: .include))
    let deletedAt = try #require(ada.deletedAt)
    #expect((before.addingTimeInterval(-1)...Date()).contains(deletedAt))
    #expect(try await store.delete(Person.self, id: TrackerIDs.ada) == false)
    #expect(try await store.fetch(Person.self, id: TrackerIDs.ada, softDeleted: .include) == ada)
    #expect(try await store.delete(Person.self, id: TrackerIDs.task(9)) == false)
  }

  @Test func softDeletionKeepsReferencingRows() async throws {
    let database = try Database()
    let store = try await store(database)
    let tasks = try await store.fetch(Todo.all)
    try await store.delete(Person.self, id: TrackerIDs.ada)
    #expect(try await store.fetch(Todo.all) == tasks)
    #expect(try await store.fetch(Profile.all).map(\.personID) == [TrackerIDs.ada])
  }

  @Test func restoresPerson() async throws {
    let database = try Database()
    let store = try await store(database)
    var ada = try #require(try await store.fetch(Person.self, id: TrackerIDs.ada))
    #expect(try await store.restore(Person.self, id: TrackerIDs.ada) == false)
    try await store.delete(Person.self, id: TrackerIDs.ada)
    #expect(try await store.fetch(Person.self, id: TrackerIDs.ada) == nil)
    #expect(try await store.restore(Person.self, id: TrackerIDs.ada))
    let restored = try #require(try await store.fetch(Person.self, id: TrackerIDs.ada))
    // Every local write sets the clock.
    ada.updatedAt = restored.updatedAt
    #expect(restored == ada)
  }

  @Test func archivesAndRestoresProject() async throws {
    let database = try Database()
    let store = try await store(database)
    var project = try #require(try await store.fetch(Project.self, id: TrackerIDs.project))
    #expect(try await store.archive(Project.self, id: TrackerIDs.project))
    #expect(try await store.archive(Project.self, id: TrackerIDs.project) == false)
    let archived = try #require(
      try await store.fetch(Project.self, id: TrackerIDs.project, softDeleted: .include))
    #expect(archived.isArchived && archived.archivedAt != nil)
    #expect(try await store.restore(Project.self, id: TrackerIDs.project))
    #expect(try await store.restore(Project.self, id: TrackerIDs.project) == false)
    let restored = try #require(try await store.fetch(Project.self, id: TrackerIDs.project))
    project.updatedAt = restored.updatedAt
    #expect(restored == project)
  }

  /// Rows are found by their identities, whatever else has changed.
  @Test func writesByRowAndRows() async throws {
    let database = try Database()
    let store = try await store(database)
    let people = try await store.fetch(Person.all)
    let project = try #require(try await store.fetch(Project.self, id: TrackerIDs.project))
    #expect(try await store.delete(people[0]))
    #expect(try await store.delete(people) == people.count - 1)
    #expect(try await store.restore(people[0]))
    #expect(try await store.restore(people) == people.count - 1)
    #expect(try await store.archive(project))
    #expect(try await store.archive([project]) == 0)
    #expect(try await store.restore(project))
    let counts = try await store.transaction { transaction in
      [
        try transaction.delete(people), try transaction.restore([people[0]]),
        try transaction.archive([project]), try transaction.restore([project]),
        try transaction.delete(people[0]) ? 1 : 0, try transaction.restore(people[0]) ? 1 : 0,
        try transaction.archive(project) ? 1 : 0, try transaction.restore(project) ? 1 : 0,
      ]
    }
    #expect(counts == [people.count, 1, 1, 1, 1, 1, 1, 1])
    let labels = try await store.fetch(Label.all)
    #expect(try await store.delete(labels) == labels.count)
    #expect(try await store.purge(people[0]))
    #expect(try await store.purge(people) == people.count - 1)
    #expect(try await store.count(Person.all.softDeleted(.include)) == 0)
  }

  @Test func purgesRowsInTransactions() async throws {
    let database = try Database()
    let store = try await store(database)
    let people = try await store.fetch(Person.all)
    let counts = try await store.transaction { transaction in
      [try transaction.purge(people[0]) ? 1 : 0, try transaction.purge(people)]
    }
    #expect(counts == [1, people.count - 1])
  }

  /// Its tasks refer to it with `deny`, which does not concern archiving.
  @Test func deletionArchivesProject() async throws {
    let database = try Database()
    let store = try await store(database)
    #expect(try await store.delete(Project.self, id: TrackerIDs.project))
    #expect(try await store.delete(Project.self, id: TrackerIDs.project) == false)
    let archived = try #require(
      try await store.fetch(Project.self, id: TrackerIDs.project, softDeleted: .include))
    #expect(archived.isArchived && archived.archivedAt != nil)
  }

  @Test func purgeAppliesDeleteRules() async throws {
    let database = try Database()
    let store = try await store(database)
    #expect(try await store.purge(Person.self, id: TrackerIDs.ada))
    #expect(try await store.purge(Person.self, id: TrackerIDs.ada) == false)
    #expect(try await store.fetch(Profile.all).isEmpty)
    #expect(try await store.fetch(Todo.all).allSatisfy { $0.assigneeID != TrackerIDs.ada })
    await #expect {
      try await store.purge(Project.self, id: TrackerIDs.project)
    } throws: { error in
      guard case .refused(.denied, _) = error as? SyncError else { return false }
      return true
    }
  }

  @Test func payloadPurgesRowsPastRetention() async throws {
    let database = try Database()
    let store = try await store(database)
    let longAgo = Date(timeIntervalSinceNow: -91 * 86_400)
    let lately = Date(timeIntervalSinceNow: -89 * 86_400)
    try await store.update(
      Person.self, id: TrackerIDs.ada, Person.Patch(deletedAt: .value(longAgo)))
    try await store.update(
      Person.self, id: TrackerIDs.grace, Person.Patch(deletedAt: .value(lately)))
    let payload = PayloadSource.data(Data("[]".utf8))
    let report = try await store.apply(payload, as: "Person")
    #expect(report.purged == 1 && report.deleted == 0)
    #expect(report.related["Profile"] == .of(deleted: 1))
    #expect(report.description.hasPrefix("0 inserted, 0 updated, 0 unchanged, 0 deleted, 1 purged"))
    #expect(
      try await store.fetch(Person.all.softDeleted(.include)).map(\.id) == [TrackerIDs.grace])
    #expect(try await store.apply(payload, as: "Person") == .of())
  }

  /// Rows that a patch leaves out of a list are deleted like rows that the app deletes: soft-deleted if the entity
  /// keeps deleted rows. A payload's list removes them.
  @Test func patchSoftDeletesMissingChildren() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    try await store.insert(Board(id: 1))
    for id in 1...3 { try await store.insert(Sticker(id: id, boardID: 1)) }
    for id in 1...3 { try await store.insert(Magnet(id: id, boardID: 1)) }
    try await store.delete(Magnet.self, id: 3)
    let away = try await store.fetch(Magnet.self, id: 3, softDeleted: .include)
    let patch = Board.Patch(stickerIDs: .value([1, 2]), magnetIDs: .value([1]))
    #expect(try await store.update(Board.self, id: 1, patch))
    #expect(try await store.fetch(Sticker.all).map(\.id) == [1, 2])
    let sticker = try await store.fetch(Sticker.self, id: 3, softDeleted: .include)
    #expect(sticker?.goneAt != nil && sticker?.boardID == 1)
    #expect(try await store.fetch(Magnet.all).map(\.id) == [1])
    let magnet = try await store.fetch(Magnet.self, id: 2, softDeleted: .include)
    #expect(magnet?.isAway == true && magnet?.awayAt != nil)
    #expect(try await store.fetch(Magnet.self, id: 3, softDeleted: .include) == away)
    let payload = PayloadSource.data(Data(#"[{"id":1,"stickers":[{"id":1}]}]"#.utf8))
    #expect(try await store.apply(payload, as: "Board").related["Sticker"]?.deleted == 1)
    #expect(try await store.fetch(Sticker.all.softDeleted(.include)).map(\.id) == [1, 3])
  }

  @Test func conformanceAloneDoesNotAddArchive() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    await #expect(throws: SyncError.notRestorable(entity: "Board")) {
      try await store.archive(Board.self, id: 1)
    }
    await #expect(throws: SyncError.notRestorable(entity: "Board")) {
      try await store.restore(Board.self, id: 1)
    }
  }
}

/// Declared by hand; generated code declares it only for entities with an archive.
extension Board: ArchivableEntity {}

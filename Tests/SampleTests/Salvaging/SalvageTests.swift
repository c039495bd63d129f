import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Unreadable databases are moved away on request, and their pending changes transferred.
@Suite struct SalvageTests {
  private static let queue = """
    SELECT entity, hex(id) AS id, operation, fields FROM swiftsync_changes
    WHERE operation <> 'touch' ORDER BY entity, operation, id
    """

  /// A database with four pulled tasks, one of which was edited and one deleted, and a new task.
  private func edited(_ database: Database) async throws -> Todo {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let draft = Todo(title: "Call the printer", projectID: TrackerIDs.project)
    try await store.insert(draft)
    let patch = Todo.Patch(
      title: .value("Draw it again"), blockerIDs: .value([TrackerIDs.task(1)]))
    try await store.update(Todo.self, id: TrackerIDs.task(3), patch)
    try await store.delete(Todo.self, id: TrackerIDs.task(2))
    // The task as stored: stored dates have microseconds.
    let stored = try #require(try await store.fetch(Todo.self, id: draft.id))
    await store.close()
    return stored
  }

  /// Opens a database of a version from which no migration leads to the newest one.
  private func open(
    _ database: Database, _ policy: SyncStore.Configuration.UnreadablePolicy
  ) async throws -> SyncStore {
    try await SyncStore.open(
      TrackerSchema.metadata, at: database.url.path, plan: .none, whenUnreadable: policy)
  }

  /// The projects of the sample's tasks.
  private func projects() throws -> Data {
    let tasks = try JSONSerialization.jsonObject(
      with: Data(contentsOf: Sample.url("Schemas/payloads/tasks.json")))
    return try JSONSerialization.data(
      withJSONObject: (tasks as? [[String: Any]] ?? []).compactMap { $0["project"] })
  }

  private func folder(_ database: Database) -> URL {
    database.url.deletingLastPathComponent().appendingPathComponent("replaced")
  }

  @Test func movesOlderDatabaseOnlyOnRequest() async throws {
    let database = try Database()
    _ = try await edited(database)
    try OtherProgram(at: database).run("PRAGMA user_version = 4")
    let error = SyncError.olderDatabase(path: database.url.path, version: 4, newest: 6)
    await #expect(throws: error) { try await open(database, .fail) }
    let store = try await open(database, .startOver(keeping: folder(database)))
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.error == error)
    #expect(replaced.pendingChanges == 3)
    #expect(replaced.file.lastPathComponent.hasSuffix("-replaced-1.sqlite"))
    #expect(try OtherProgram(file: replaced.file).rows("PRAGMA user_version") == ["4"])
    #expect(try await store.fetch(Todo.all).isEmpty)
    await store.close()
    // The next start finds a readable database.
    let again = try await open(database, .startOver(keeping: folder(database)))
    #expect(again.replacedDatabase == nil)
  }

  @Test func restoresPendingChangesIntoEmptyStore() async throws {
    let database = try Database()
    let draft = try await edited(database)
    let before = try OtherProgram(at: database).rows(Self.queue)
    try OtherProgram(at: database).run("PRAGMA user_version = 4")
    let store = try await open(database, .startOver(keeping: folder(database)))
    let file = try #require(store.replacedDatabase?.file)
    let refused = try await store.salvage(from: file)
    #expect(refused.restored == ["Todo": 1])
    let reason = try #require(refused.rejected.first?.reason)
    #expect(
      reason
        == "it refers to 'Project' \(TrackerIDs.project.uuidString.lowercased()), which does not "
        + "exist; fetch it, and salvage again")
    _ = try await store.apply(.data(try projects()), as: "Project")
    let report = try await store.salvage(from: file)
    #expect(report.description == "3 local changes restored (Todo 3), 0 rejected")
    #expect(try OtherProgram(at: database).rows(Self.queue) == before)
    #expect(try await store.fetch(Todo.self, id: draft.id) == draft)
    let updated = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(3)))
    #expect(updated.title == "Draw it again")
    let blockers = try OtherProgram(at: database).rows("SELECT count(*) FROM todo_blockers")
    #expect(blockers == ["1"])
  }

  @Test func keepsPulledValuesOfUnwrittenFields() async throws {
    let database = try Database()
    _ = try await edited(database)
    try OtherProgram(at: database).run("PRAGMA user_version = 4")
    let store = try await open(database, .startOver(keeping: folder(database)))
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    try OtherProgram(at: database).run(
      "INSERT INTO swiftsync_applying VALUES (1); UPDATE tasks SET details = 'from the server';"
        + "DELETE FROM swiftsync_applying")
    let report = try await store.salvage(from: try #require(store.replacedDatabase?.file))
    #expect(report.restored == ["Todo": 3])
    let updated = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(3)))
    #expect(updated.title == "Draw it again")
    #expect(updated.details == "from the server")
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(2)) == nil)
    let operations = try OtherProgram(at: database).rows(
      "SELECT operation FROM swiftsync_changes WHERE operation <> 'touch' ORDER BY operation")
    #expect(operations == ["delete", "insert", "update"])
  }

  @Test func rejectsUnusableChangesWithReason() async throws {
    let database = try Database()
    let draft = try await edited(database)
    try OtherProgram(at: database).run(
      "UPDATE swiftsync_changes SET entity = 'Chore' WHERE operation = 'delete';"
        + "INSERT INTO swiftsync_applying VALUES (1);"
        + "UPDATE tasks SET due_on = 'soon' WHERE title = 'Call the printer';"
        + "DELETE FROM swiftsync_applying; PRAGMA user_version = 4")
    let store = try await open(database, .startOver(keeping: folder(database)))
    _ = try await store.apply(.data(try projects()), as: "Project")
    let report = try await store.salvage(from: try #require(store.replacedDatabase?.file))
    #expect(report.restored == ["Todo": 1])
    #expect(
      Set(report.rejected.map { "\($0.entity) \($0.identity): \($0.reason)" }) == [
        "Chore \(TrackerIDs.task(2).uuidString.lowercased()): local changes of 'Chore' are no longer recorded",
        "Todo \(draft.id.uuidString.lowercased()): 'Todo' has a row whose column 'due_on' should contain "
          + "a day but contains 'soon'; another program wrote it",
      ])
    #expect(try await store.fetch(Todo.self, id: draft.id) == nil)
  }

  @Test func movesNonDatabaseFile() async throws {
    let database = try Database()
    try Data(String(repeating: "not a database ", count: 400).utf8).write(to: database.url)
    await #expect(throws: SyncError.self) { try await open(database, .fail) }
    let store = try await open(database, .startOver(keeping: folder(database)))
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.pendingChanges == nil)
    #expect(replaced.error.description.contains("(SQLite error 26)"))
    #expect(try Data(contentsOf: replaced.file).starts(with: Data("not a database".utf8)))
    await #expect(throws: SyncError.self) { try await store.salvage(from: replaced.file) }
  }

  /// A version that was reverted, which no app has any longer.
  @Test func movesNewerDatabase() async throws {
    let database = try Database()
    _ = try await edited(database)
    try OtherProgram(at: database).run("PRAGMA user_version = 9")
    let error = SyncError.newerDatabase(path: database.url.path, version: 9, newest: 6)
    await #expect(throws: error) { try await open(database, .fail) }
    let store = try await open(database, .startOver(keeping: folder(database)))
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.error == error)
    #expect(replaced.pendingChanges == 3)
    _ = try await store.apply(.data(try projects()), as: "Project")
    #expect(try await store.salvage(from: replaced.file).restored == ["Todo": 3])
  }

  /// A version that two branches froze, or whose number was used again.
  @Test func movesDatabaseOfOtherVersion() async throws {
    let database = try Database()
    _ = try await edited(database)
    let program = try OtherProgram(at: database)
    try program.run(
      "UPDATE swiftsync_schema SET fingerprint = '6d9aae96f0'; ALTER TABLE labels ADD COLUMN note TEXT"
    )
    let error = SyncError.otherVersion(
      path: database.url.path, version: 6, fingerprint: "6d9aae96f0",
      difference: "table 'labels' has the additional column note TEXT")
    await #expect(throws: error) { try await open(database, .fail) }
    // The file is moved only if no other connection has it open, even an idle one.
    await #expect(throws: error) { try await open(database, .startOver(keeping: folder(database))) }
    #expect(!FileManager.default.fileExists(atPath: folder(database).path))
    withExtendedLifetime(program) {}
  }

  @Test func replacesDatabaseOfOtherVersionWithEmptyOne() async throws {
    let database = try Database()
    _ = try await edited(database)
    try OtherProgram(at: database).run(
      "UPDATE swiftsync_schema SET version = 4, fingerprint = '6d9aae96f0'; PRAGMA user_version = 4"
    )
    let store = try await SyncStore(
      TrackerSchema.self,
      .init(location: .url(database.url), whenUnreadable: .startOver(keeping: folder(database)))
    ).opened()
    let replaced = try #require(store.replacedDatabase)
    #expect(
      replaced.error
        == .otherVersion(
          path: database.url.path, version: 4, fingerprint: "6d9aae96f0", difference: nil))
    #expect(replaced.pendingChanges == 3)
    #expect(try await store.count(Todo.all) == 0)
  }

  /// The tables of another schema are not those of an old version.
  @Test func neverMovesDatabaseOfOtherSchema() async throws {
    let database = try Database()
    let other = SchemaMetadata(
      name: "Library", version: 6, fingerprint: "library", entities: [],
      tables: "CREATE TABLE books (id INTEGER PRIMARY KEY);")
    try await SyncStore.open(other, at: database.url.path).close()
    await #expect(throws: SyncError.self) {
      try await open(database, .startOver(keeping: folder(database)))
    }
    #expect(!FileManager.default.fileExists(atPath: folder(database).path))
  }

  @Test func neverMovesDatabaseInUse() async throws {
    let database = try Database()
    _ = try await edited(database)
    let other = try OtherProgram(at: database)
    try other.run("PRAGMA user_version = 4; BEGIN; SELECT count(*) FROM tasks")
    let writer = try OtherProgram(at: database)
    try writer.run("UPDATE tasks SET details = 'x'")
    await #expect(
      throws: SyncError.olderDatabase(path: database.url.path, version: 4, newest: 6)
    ) { try await open(database, .startOver(keeping: folder(database))) }
    #expect(!FileManager.default.fileExists(atPath: folder(database).path))
  }
}

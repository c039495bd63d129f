import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// Databases that are replaced when a store is opened, and what the new ones take over.
@Suite struct StartOverTests {
  private let old: OldTracker
  private let restored = """
    3 local changes restored (Todo 3), 0 rejected, 8 rows copied (ChecklistItem 3, Label 2, \
    Person 2, Project 1)
    """

  init() async throws { old = try await OldTracker() }

  // MARK: Databases

  @Test func replacesOlderDatabaseWithoutMigration() async throws {
    try old.becomeOlder()
    let error = SyncError.olderDatabase(path: old.database.url.path, version: 4, newest: 6)
    await #expect(throws: error) { try await old.openWithoutPlan(.fail) }
    let store = try await old.openWithoutPlan(.startOver(keeping: old.folder))
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.error == error && replaced.pendingChanges == 3)
    #expect(replaced.file.lastPathComponent == "sample-replaced-1.sqlite")
    #expect(replaced.salvage?.description == restored)
    #expect(try OtherProgram(file: replaced.file).rows("PRAGMA user_version") == ["4"])
  }

  /// The app goes back to an earlier release.
  @Test func replacesNewerDatabaseIfIncluded() async throws {
    try old.becomeNewer()
    let error = SyncError.newerDatabase(path: old.database.url.path, version: 7, newest: 6)
    let policies: [SyncStore.Configuration.UnreadablePolicy] = [
      .fail, .startOver(keeping: old.folder),
      .startOver(keeping: old.folder, including: [.otherVersion]),
    ]
    for policy in policies {
      await #expect(throws: error) { try await old.open(policy) }
    }
    #expect(try old.files() == ["sample.sqlite"])
    let before = try old.rows(OldTracker.queue)
    let store = try await old.open(.startOver(keeping: old.folder, including: [.newer]))
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.error == error && replaced.pendingChanges == 3)
    #expect(replaced.salvage?.description == restored)
    #expect(try old.rows(OldTracker.queue) == before)
    #expect(
      try old.rows("SELECT title FROM tasks ORDER BY 1") == ["Call the printer", "Draw it again"])
    #expect(try await store.fetch(Todo.self, id: old.draft.id) == old.draft)
    await store.close()
    #expect(try old.files() == ["sample.sqlite", "replaced/sample-replaced-1.sqlite"])
  }

  /// A branch that has the same number: the tables differ.
  @Test func replacesDatabaseOfBranchIfIncluded() async throws {
    try old.becomeOther()
    let error = SyncError.otherVersion(
      path: old.database.url.path, version: 6, fingerprint: OldTracker.fingerprint,
      difference: "table 'labels' has the additional column note TEXT")
    let policy = SyncStore.Configuration.UnreadablePolicy.startOver(
      keeping: old.folder, including: [.newer])
    await #expect(throws: error) { try await old.open(policy) }
    #expect(try old.files() == ["sample.sqlite"])
    let store = try await old.open(
      .startOver(keeping: old.folder, including: [.otherVersion]))
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.error == error)
    #expect(replaced.salvage?.description == restored)
    await store.close()
    // It is read from the record, too.
    let again = try await old.open(.startOver(keeping: old.folder))
    #expect(again.replacedDatabase == replaced)
  }

  /// An older version that was frozen twice: the migration cannot begin.
  @Test func replacesOlderDatabaseOfOtherVersionIfIncluded() async throws {
    try old.run(
      "UPDATE swiftsync_schema SET version = 4, fingerprint = '\(OldTracker.fingerprint)'; "
        + "PRAGMA user_version = 4")
    let error = SyncError.otherVersion(
      path: old.database.url.path, version: 4, fingerprint: OldTracker.fingerprint, difference: nil)
    await #expect(throws: error) { try await old.open(.startOver(keeping: old.folder)) }
    let store = try await old.open(old.everything)
    #expect(store.replacedDatabase?.error == error)
    #expect(store.replacedDatabase?.salvage?.description == restored)
  }

  @Test func logsReplacement() async throws {
    try old.becomeNewer()
    let log = LogLines()
    let store = try await old.open(old.everything, log: log.log)
    let file = try #require(store.replacedDatabase).file.path
    let error = SyncError.newerDatabase(path: old.database.url.path, version: 7, newest: 6)
    #expect(
      log.lines == ["open: the database was moved to \(file) and replaced: \(error); \(restored)"])
    #expect(
      store.replacedDatabase?.description
        == "the database was moved to \(file) and replaced: \(error)\n\(restored)")
    await store.close()
    // Only once.
    try await old.open(old.everything, log: log.log).close()
    #expect(log.lines.count == 1)
  }

  @Test func replacesFileThatIsNoDatabase() async throws {
    try Data(String(repeating: "not a database ", count: 400).utf8).write(to: old.database.url)
    await #expect(throws: SyncError.self) { try await old.open(.fail) }
    let store = try await old.open(.startOver(keeping: old.folder))
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.pendingChanges == nil && replaced.salvage == nil)
    #expect(replaced.error.description.contains("(SQLite error 26)"))
    #expect(try Data(contentsOf: replaced.file).starts(with: Data("not a database".utf8)))
    #expect(
      replaced.description.hasSuffix("\nan unknown number of local changes not restored"))
    await #expect(throws: SyncError.self) { try await store.salvage(from: replaced.file) }
    await store.close()
    let again = try await old.open(.startOver(keeping: old.folder))
    #expect(again.replacedDatabase == replaced)
  }

  // MARK: Databases that stay

  /// A newer database of another schema, and one of another program with a higher `user_version`.
  @Test(arguments: ["UPDATE swiftsync_schema SET name = 'Library'", "DROP TABLE swiftsync_schema"])
  func neverReplacesNewerDatabaseOfOthers(sql: String) async throws {
    try old.becomeNewer()
    try old.run(sql)
    let before = try Data(contentsOf: old.database.url)
    let error = SyncError.newerDatabase(path: old.database.url.path, version: 7, newest: 6)
    await #expect(throws: error) { try await old.open(old.everything) }
    #expect(try old.files() == ["sample.sqlite"])
    #expect(try Data(contentsOf: old.database.url).count == before.count)
  }

  /// The tables of another schema are not those of another version.
  @Test func neverReplacesDatabaseOfOtherSchema() async throws {
    let database = try Database()
    let other = SchemaMetadata(
      name: "Library", version: 6, fingerprint: "library", entities: [],
      tables: "CREATE TABLE books (id INTEGER PRIMARY KEY);")
    try await SyncStore.open(other, at: database.url.path).close()
    await #expect(throws: SyncError.self) {
      try await SyncStore(
        TrackerSchema.self,
        .init(location: .url(database.url), whenUnreadable: old.everything, log: .none)
      ).opened()
    }
    #expect(!FileManager.default.fileExists(atPath: old.folder.path))
  }

  /// Another connection has the file open, even if it is idle.
  @Test func neverReplacesDatabaseInUse() async throws {
    try old.becomeNewer()
    let other = try OtherProgram(at: old.database)
    #expect(try other.rows("SELECT count(*) FROM tasks") == ["4"])
    let error = SyncError.newerDatabase(path: old.database.url.path, version: 7, newest: 6)
    await #expect(throws: error) { try await old.open(old.everything) }
    #expect(!FileManager.default.fileExists(atPath: old.folder.path))
    withExtendedLifetime(other) {}
  }

  @Test func extensionsNeverReplace() async throws {
    try old.becomeNewer()
    let widget = SyncStore(
      TrackerSchema.self,
      .init(
        location: .url(old.database.url), role: .extension, whenUnreadable: old.everything,
        log: .none))
    await #expect(
      throws: SyncError.newerDatabase(path: old.database.url.path, version: 7, newest: 6)
    ) { try await widget.opened() }
    await widget.close()
    #expect(try old.files() == ["sample.sqlite"])
  }

  /// Here, a file has the name of the folder.
  @Test func changesNothingIfFileCannotBeMoved() async throws {
    try old.becomeNewer()
    try Data().write(to: old.folder)
    let queue = try old.rows(OldTracker.queue)
    await #expect {
      try await old.open(old.everything)
    } throws: { error in
      "\(error)".hasPrefix(
        "cannot read \(old.database.url.path): it cannot be moved to \(old.folder.path): ")
    }
    #expect(try old.rows(OldTracker.queue) == queue)
    #expect(try old.rows("PRAGMA user_version") == ["7"])
  }

  // MARK: Sending and pulling

  @Test func pushSendsUnsentChangesAndPullGetsTheRest() async throws {
    try old.becomeNewer()
    let store = try await old.open(old.everything)
    let server = RecordingTransport()
    let ids = [old.draft.id, TrackerIDs.task(3), TrackerIDs.task(2)].map(\.stored)
    let keys = ["updated_at", "updated_at", "deleted_at"]
    let answers = zip(ids, keys).map { #"{"id": "\#($0)", "\#($1)": "2026-04-01T08:00:00Z"}"# }
    server.respond(
      to: .post, "/api/sync",
      json: #"{"tasks": {"success": [\#(answers.joined(separator: ", "))], "error": []}}"#)
    let summary = try await store.push(to: old.endpoint(server))
    #expect(summary.rows.confirmed == 3)
    let body = try #require(try server.requests.first?.bodyJSON)
    // Nothing is known about earlier pulls.
    #expect(body["updated_at"] == .null)
    let sent = try #require(body["tasks"]).elements
    #expect(sent.map { $0["id"]?.text } == ids)
    #expect(sent[1].keys == ["blocker_ids", "id", "title", "updated_at"])
    #expect(sent[1]["title"]?.text == "Draw it again")
    #expect(sent[2].keys == ["deleted_at", "id"])
    #expect(try old.rows(OldTracker.queue) == [])
    let report = try await store.apply(Sample.payload("tasks"), as: "Todo")
    #expect(report.rejected.isEmpty)
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(4))?.title == "Order flowers")
    #expect(try old.rows("SELECT count(*) FROM checklist") == ["3"])
  }

  /// Tags, watermarks and positions of lists are those of rows that are not there any more.
  @Test func forgetsPulls() async throws {
    try old.run(
      """
      INSERT INTO swiftsync_watermarks VALUES ('/tasks', 'Todo', 'a', 6, '2026-01-01');
      INSERT INTO swiftsync_page_runs (source, entity, version, number) VALUES ('/tasks', 'Todo', 6, 2);
      INSERT INTO swiftsync_etags VALUES ('Todo', '\(TrackerIDs.task(4).stored)', 'W/"4"');
      INSERT INTO swiftsync_sessions VALUES ('api', '2026-01-01')
      """)
    try old.becomeNewer()
    try await old.open(old.everything).close()
    for table in ["watermarks", "page_runs", "etags", "sessions"] {
      #expect(try old.rows("SELECT count(*) FROM swiftsync_\(table)") == ["0"])
    }
  }
}

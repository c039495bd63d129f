import CSQLite
import Foundation
import SwiftSyncRuntime
@testable import SwiftSyncStore
import Testing
import Tracker

/// How a store opens its database: as an app or an extension, for an account, and with connections
/// that the app prepares.
@Suite(.timeLimit(.minutes(5))) struct ConfigurationTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store(_ role: SyncStore.Configuration.Role) -> SyncStore {
    SyncStore(
      TrackerSchema.self, .init(location: .url(database.url), role: role, log: .none))
  }

  private func rows(_ sql: String) throws -> [String] {
    try OtherProgram(at: database).rows(sql)
  }

  // MARK: - Extensions

  @Test func extensionsLeaveMigrationToTheApp() async throws {
    try OtherProgram(at: database).run("BEGIN; \(try Sample.ddl("tracker-v1")); COMMIT")
    let widget = store(.extension)
    let error = SyncError.unmigratedDatabase(path: database.url.path, version: 1, newest: 6)
    await #expect(throws: error) { try await widget.opened() }
    await #expect(throws: error) { try await widget.count(Label.all) }
    #expect(try rows("PRAGMA user_version") == ["1"])

    let app = store(.app)
    try await app.opened()
    try await app.insert(Label(slug: "ui", name: "UI"))
    try await widget.resume()
    #expect(try await widget.fetch(Label.all).map(\.slug) == ["ui"])
    await widget.close()
    await app.close()
  }

  @Test func extensionsReadAndWrite() async throws {
    let widget = store(.extension)
    try await widget.insert(Label(slug: "ui", name: "UI"))
    #expect(try await widget.count(Label.all) == 1)
    await widget.close()
    let app = store(.app)
    #expect(try await app.count(Label.all) == 1)
    await app.close()
  }

  @Test func extensionsReplaceNoDatabase() async throws {
    try Data("no database".utf8).write(to: database.url)
    let folder = database.url.deletingLastPathComponent().appendingPathComponent("old")
    let widget = SyncStore(
      TrackerSchema.self,
      .init(
        location: .url(database.url), role: .extension, whenUnreadable: .startOver(keeping: folder),
        log: .none))
    await #expect(throws: SyncError.self) { try await widget.opened() }
    #expect(try Data(contentsOf: database.url) == Data("no database".utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    await widget.close()
  }

  /// Commits of other processes are noticed by watching the file.
  @Test func extensionsDoNotWatchTheFile() async throws {
    let (app, widget) = (store(.app), store(.extension))
    #expect(app.foreignCommits != nil && widget.foreignCommits == nil)
    await widget.close()
    await app.close()
  }

  @Test func extensionsPurgeNothing() async throws {
    let old = Person(displayName: "Former", deletedAt: Date(timeIntervalSince1970: 0))
    let row = """
      {"id": "\(TrackerIDs.ada)", "display_name": "Ada", "created_at": "2026-01-02T03:04:05Z",
       "updated_at": "2026-01-02T03:04:05Z"}
      """
    let payload = Data("[\(row)]".utf8)
    let widget = store(.extension)
    try await widget.insert(old)
    try await widget.apply(.data(payload), as: Person.self)
    #expect(try rows("SELECT display_name FROM people ORDER BY 1") == ["Ada", "Former"])
    await widget.close()
    let app = store(.app)
    try await app.apply(.data(payload), as: Person.self)
    #expect(try rows("SELECT display_name FROM people ORDER BY 1") == ["Ada"])
    await app.close()
  }

  @Test func extensionsDoNotCompact() async throws {
    let app = store(.app)
    try await app.opened()
    await app.close()
    try OtherProgram(at: database).run("CREATE TABLE swiftsync_erased (is_due INTEGER)")
    let widget = store(.extension)
    #expect(try await widget.count(Label.all) == 0)
    await widget.close()
    #expect(try rows("SELECT count(*) FROM swiftsync_erased") == ["0"])
  }

  // MARK: - Accounts and locations

  @Test func accountsHaveTheirOwnRows() async throws {
    func store(_ account: String) -> SyncStore {
      SyncStore(TrackerSchema.self, .init(location: .url(database.url), account: account))
    }
    let (ada, grace) = (store("ada@example.com"), store("grace@example.com"))
    #expect(ada.path != grace.path && !ada.path.contains("ada@"))
    try await ada.insert(Label(slug: "ui", name: "UI"))
    #expect(try await grace.count(Label.all) == 0)
    await ada.close()
    let again = store("ada@example.com")
    #expect(try await again.count(Label.all) == 1)
    await again.close()
    await grace.close()
  }

  #if !canImport(Darwin)
    @Test func otherSystemsHaveNoAppGroups() async throws {
      let store = SyncStore(
        TrackerSchema.self, .init(location: .appGroup("group.com.example.tracker"), log: .none))
      let error = SyncError.unusableDatabase(
        path: "Tracker.sqlite", reason: "the system has no app groups")
      #expect(store.opening == .failed(error))
      await #expect(throws: error) { try await store.opened() }
    }
  #endif

  // MARK: - Prepared connections

  /// The settings of each connection when it is prepared.
  private final class Settings: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String] = []

    var all: [String] { lock.withLock { values } }

    func note(_ connection: OpaquePointer) {
      let settings = ["foreign_keys", "busy_timeout"].map { name in
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, "PRAGMA \(name)", -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? "\(sqlite3_column_int(statement, 0))" : "?"
      }
      lock.withLock { values.append(settings.joined(separator: " ")) }
    }
  }

  @Test func connectionsArePreparedFirst() async throws {
    let settings = Settings()
    let store = SyncStore(
      TrackerSchema.self,
      .init(
        location: .url(database.url),
        prepareConnection: { connection in
          settings.note(connection)
          sqlite3_create_function_v2(
            connection, "answer", 0, SQLITE_UTF8, nil,
            { context, _, _ in
              sqlite3_result_int(context, 42)
            }, nil, nil, nil)
        }))
    #expect(try await store.query("SELECT answer() AS value").count == 1)
    let changed = try await store.transaction {
      try $0.execute("INSERT INTO labels (slug, name) VALUES ('a', answer())")
    }
    #expect(changed == 1)
    #expect(try await store.fetch(Label.all).map(\.name) == ["42"])
    // Nothing was set before: a store turns on foreign keys and waits for other connections.
    let count = settings.all.count
    #expect(count >= 2 && Set(settings.all) == ["0 0"])

    try await store.suspend()
    try await store.resume()
    #expect(try await store.query("SELECT answer() AS value").count == 1)
    #expect(settings.all.count > count && Set(settings.all) == ["0 0"])
    await store.close()
  }

  @Test func errorOfPreparationIsReported() async throws {
    struct Refused: Error {}
    let store = SyncStore(
      TrackerSchema.self,
      .init(
        location: .url(database.url), prepareConnection: { _ in throw Refused() }, log: .none))
    let error = SyncError.unusableDatabase(
      path: database.url.path, reason: "the app's 'prepareConnection' threw an error: Refused()")
    #expect(store.opening == .failed(error))
    await #expect(throws: error) { try await store.opened() }
    await store.close()
  }
}

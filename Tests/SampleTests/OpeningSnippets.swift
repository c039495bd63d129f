import CSQLite
import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// The Swift code of docs/opening.md, and of docs/security.md, compiled and, where the system allows
/// it, run. `PageBlockTests` compares them. `PageProgram` has the views.
@Suite struct OpeningSnippets {
  /// A folder for the files of a test.
  private let database: Database

  init() throws { database = try Database() }

  @Test func statesConfiguration() async throws {
    let url = database.url
    let folder = url.deletingLastPathComponent().appendingPathComponent("backups")

    var configuration = SyncStore.Configuration(location: .url(url))
    configuration.migration = .init(backupFolder: folder) { progress in print(progress) }
    configuration.isExcludedFromBackup = true
    let store = SyncStore(TrackerSchema.self, configuration)

    #expect(try await store.count(Label.all) == 0)
    try await leave(store)
    try await enter(store)
    #expect(try await store.count(Label.all) == 0)
    await store.close()
  }

  @Test func startsOver() async throws {
    let old = try await OldTracker()
    try old.becomeNewer()
    let (url, folder) = (old.database.url, old.folder)

    var configuration = SyncStore.Configuration(location: .url(url))
    configuration.whenUnreadable = .startOver(keeping: folder, including: [.newer, .otherVersion])
    configuration.log = .none
    let store = try await SyncStore(TrackerSchema.self, configuration).opened()

    #expect(store.replacedDatabase?.salvage?.restored == ["Todo": 3])
    await store.close()
  }

  @Test func showsErrors() async throws {
    try Data("no database".utf8).write(to: database.url)
    let store = SyncStore(TrackerSchema.self, .init(location: .url(database.url), log: .none))
    var shown: [String] = []
    func show(_ error: any Error) { shown.append("\(type(of: error))") }

    do {
      try await store.opened()
    } catch {
      show(error)
    }

    #expect(shown == ["SyncError"])
    await store.close()
  }

  @Test func readsInWidget() async throws {
    func openTodos() async throws -> [Todo] {
      let store = SyncStore(
        TrackerSchema.self,
        .init(location: .appGroup("group.com.example.tracker"), role: .extension))
      do {
        let todos = try await store.fetch(Todo.where { $0.state != .done }.order(\.dueOn).limit(4))
        await store.close()
        return todos
      } catch {
        await store.close()
        throw error
      }
    }

    // There is no app group for tests.
    await #expect(throws: SyncError.self) { try await openTodos() }
  }

  private func leave(_ store: SyncStore) async throws {
    try await store.suspend()
  }

  private func enter(_ store: SyncStore) async throws {
    try await store.resume()
  }

  /// Tests do not use the default location.
  private func opens() -> SyncStore {
    let store = SyncStore(TrackerSchema.self)
    return store
  }

  private func protects() -> SyncStore {
    let store = SyncStore(
      TrackerSchema.self, .init(protection: .completeUntilFirstUnlock, isExcludedFromBackup: true))
    return store
  }

  /// The token is asked for with each request.
  @Test func sendsToken() async throws {
    struct Session { func token() async throws -> String { "t1" } }
    let (session, server) = (Session(), URL.server("https://tracker.example"))
    let transport = RecordingTransport()
    transport.respond(to: .get, "/api/projects", json: "[]")

    let api = TrackerAPI(
      baseURL: server, transport: transport,
      middleware: [.headers { ["Authorization": "Bearer \(try await session.token())"] }])

    _ = try await api.projects()
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer t1"])
  }

  /// SQLite's own build ignores the key.
  @Test func setsKey() async throws {
    let hexadecimalKey = "00ff"

    struct KeyError: Error {}

    let configuration = SyncStore.Configuration(prepareConnection: { connection in
      guard
        sqlite3_exec(connection, "PRAGMA key = \"x'\(hexadecimalKey)'\"", nil, nil, nil)
          == SQLITE_OK
      else { throw KeyError() }
    })

    var located = configuration
    located.location = .url(database.url)
    let store = SyncStore(TrackerSchema.self, located)
    #expect(try await store.count(Label.all) == 0)
    await store.close()
  }
}

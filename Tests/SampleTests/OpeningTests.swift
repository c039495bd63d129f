import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Stores that are created without waiting until their database is open.
@Suite(.timeLimit(.minutes(5))) struct OpeningTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store(
    _ migration: SyncStore.Configuration.Migration = SyncStore.Configuration.Migration()
  ) -> SyncStore {
    SyncStore(TrackerSchema.self, .init(location: .url(database.url), migration: migration))
  }

  private func makeOldDatabase() throws {
    try OtherProgram(at: database).run("BEGIN; \(try Sample.ddl("tracker-v1")); COMMIT")
  }

  /// The error of a call that cannot wait.
  private func readError(_ store: SyncStore) -> SyncError? {
    do {
      _ = try store.read { try $0.count(Label.all) }
      return nil
    } catch {
      return error as? SyncError
    }
  }

  /// A migration that stops in its third step until it is told to continue.
  private final class HeldMigration: @unchecked Sendable {
    private let condition = NSCondition()
    private var mayContinue = false
    private let reached = AsyncStream.makeStream(of: Void.self)

    var options: SyncStore.Configuration.Migration {
      SyncStore.Configuration.Migration { [self] progress in
        guard progress.version == 3, progress.phase == .running else { return }
        reached.continuation.finish()
        condition.withLock {
          while !mayContinue { condition.wait() }
        }
      }
    }

    func waitUntilHeld() async {
      for await _ in reached.stream {}
    }

    func proceed() {
      condition.withLock {
        mayContinue = true
        condition.broadcast()
      }
    }
  }

  // MARK: - Databases without a migration

  @Test func isOpenWhenTheCallReturns() async throws {
    let store = store()
    #expect(store.opening == .ready && store.path == database.url.path)
    #expect(try store.read { try $0.count(Label.all) } == 0)
    try await store.insert(Label(slug: "ui", name: "UI"))
    await store.close()
    let again = self.store()
    #expect(try again.read { try $0.count(Label.all) } == 1)
    #expect(try await again.opened() === again)
    await again.close()
  }

  @Test func otherLocationsAreOpenToo() async throws {
    let memory = SyncStore(TrackerSchema.self, .init(location: .inMemory))
    #expect(try memory.read { try $0.count(Label.all) } == 0)
    try await memory.insert(Label(slug: "ui", name: "UI"))
    #expect(try memory.read { try $0.count(Label.all) } == 1)
    let temporary = SyncStore(TrackerSchema.self, .init(location: .temporary))
    #expect(try temporary.read { try $0.count(Label.all) } == 0)
    #expect(FileManager.default.fileExists(atPath: temporary.path))
    await temporary.close()
    #expect(!FileManager.default.fileExists(atPath: temporary.path))
  }

  @Test func observationsCanBeginAtOnce() async throws {
    try makeOldDatabase()
    let migration = HeldMigration()
    let store = store(migration.options)
    await migration.waitUntilHeld()
    let titles = Task { () async throws -> [String] in
      for try await labels in store.values(of: Label.all) where !labels.isEmpty {
        return labels.map(\.slug)
      }
      return []
    }
    let write = Task { try await store.insert(Label(slug: "ui", name: "UI")) }
    migration.proceed()
    try await write.value
    #expect(try await titles.value == ["ui"])
    await store.close()
  }

  // MARK: - Migrations

  @Test func callsWaitForMigration() async throws {
    try makeOldDatabase()
    let migration = HeldMigration()
    let store = store(migration.options)
    await migration.waitUntilHeld()
    guard case .migrating(let progress) = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    #expect(progress.version == 3 && progress.newestVersion == 6)
    #expect(readError(store) == .opening)
    let count = Task { try await store.count(Label.all) }
    let cancelled = Task { try await store.opened() }
    cancelled.cancel()
    await #expect(throws: SyncError.cancelled) { try await cancelled.value }
    migration.proceed()
    #expect(try await count.value == 0)
    #expect(store.opening == .ready)
    #expect(readError(store) == nil)
    await store.close()
  }

  @Test func suspensionWaitsForMigration() async throws {
    try makeOldDatabase()
    let migration = HeldMigration()
    let store = store(migration.options)
    await migration.waitUntilHeld()
    let count = Task { try await store.count(Label.all) }
    let suspension = Task { try await store.suspend() }
    migration.proceed()
    try await suspension.value
    #expect(store.opening == .ready)
    // The call may have been admitted before the suspension was requested.
    #expect(readError(store) == .suspended)
    try await store.resume()
    #expect(try await count.value == 0)
    #expect(readError(store) == nil)
    await store.close()
  }

  @Test func closingInterruptsMigration() async throws {
    try makeOldDatabase()
    let migration = HeldMigration()
    let store = store(migration.options)
    await migration.waitUntilHeld()
    let count = Task { try await store.count(Label.all) }
    let closing = Task { await store.close() }
    while readError(store) != .closed { await Task.yield() }
    migration.proceed()
    await closing.value
    await #expect(throws: SyncError.closed) { try await count.value }
    await #expect(throws: SyncError.closed) { try await store.opened() }
    let version = "SELECT user_version FROM pragma_user_version"
    #expect(try OtherProgram(at: database).rows(version) == ["3"])
    #expect(try await self.store().count(Label.all) == 0)
    #expect(try OtherProgram(at: database).rows(version) == ["6"])
  }

  /// A store that nothing refers to does not keep the database from being opened again.
  @Test func releasingInterruptsMigration() async throws {
    try makeOldDatabase()
    let migration = HeldMigration()
    var store: SyncStore? = self.store(migration.options)
    await migration.waitUntilHeld()
    #expect(store?.opening != .ready)
    store = nil
    migration.proceed()
    let again = self.store()
    #expect(try await again.count(Label.all) == 0)
    await again.close()
  }

  @Test func openingsFollowMigration() async throws {
    try makeOldDatabase()
    let migration = HeldMigration()
    let store = store(migration.options)
    await migration.waitUntilHeld()
    var states = store.openings.makeAsyncIterator()
    guard case .migrating(let progress)? = await states.next() else {
      Issue.record("\(store.opening)")
      return
    }
    #expect(progress.version == 3)
    migration.proceed()
    var last: SyncStore.Opening?
    while last != .ready, let state = await states.next() { last = state }
    #expect(last == .ready)
    var later = store.openings.makeAsyncIterator()
    #expect(await later.next() == .ready)
    await store.close()
    #expect(await states.next() == nil)
    #expect(await later.next() == nil)
    var closed = store.openings.makeAsyncIterator()
    #expect(await closed.next() == .ready)
    #expect(await closed.next() == nil)
  }

  // MARK: - Errors

  @Test func everyCallThrowsTheError() async throws {
    try Data("no database".utf8).write(to: database.url)
    let store = store()
    let error = SyncError.unusableDatabase(
      path: database.url.path,
      reason:
        "file is not a database (SQLite error 26); it is not an SQLite database, or its header "
        + "is damaged")
    #expect(store.opening == .failed(error))
    #expect(readError(store) == error)
    await #expect(throws: error) { try await store.opened() }
    await #expect(throws: error) { try await store.count(Label.all) }
    await #expect(throws: error) { try await store.insert(Label(slug: "ui", name: "UI")) }
    await #expect(throws: error) { try await store.transaction { _ in } }
    await #expect(throws: error) {
      for try await _ in store.values(of: Label.all) {}
    }
    await #expect(throws: error) {
      for try await _ in store.changes(of: Label.self) {}
    }
    await #expect(throws: error) { try await store.resume() }

    var states = store.openings.makeAsyncIterator()
    #expect(await states.next() == .failed(error))
    try FileManager.default.removeItem(at: database.url)
    try await store.resume()
    #expect(store.opening == .ready)
    #expect(await states.next() == .ready)
    try await store.insert(Label(slug: "ui", name: "UI"))
    #expect(try store.read { try $0.count(Label.all) } == 1)
    for try await labels in store.values(of: Label.all) {
      #expect(labels.map(\.slug) == ["ui"])
      break
    }
    await store.close()
  }

  @Test func folderMustExist() async throws {
    let file = database.url.deletingLastPathComponent().appendingPathComponent("none/a.sqlite")
    let store = SyncStore(TrackerSchema.self, .init(location: .url(file)))
    guard case .failed(.unusableDatabase(file.path, _)) = store.opening else {
      Issue.record("\(store.opening)")
      return
    }
    await store.close()
    await #expect(throws: SyncError.closed) { try await store.opened() }
  }

  @Test func errorsOfOpeningAreLogged() async throws {
    try Data("no database".utf8).write(to: database.url)
    let events = EventList()
    let log = SyncLog { event, operation in events.add("\(operation): \(event)") }
    let store = SyncStore(TrackerSchema.self, .init(location: .url(database.url), log: log))
    await #expect(throws: SyncError.self) { try await store.opened() }
    #expect(events.all.count == 1)
    #expect(events.all.first?.hasPrefix("open: the database ") == true)
  }

  private final class EventList: @unchecked Sendable {
    private let lock = NSLock()
    private var events: [String] = []

    var all: [String] { lock.withLock { events } }

    func add(_ event: String) { lock.withLock { events.append(event) } }
  }
}

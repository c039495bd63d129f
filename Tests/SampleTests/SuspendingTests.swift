import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// Calls while a store is suspended, and the state that it finds when it is resumed.
@Suite(.timeLimit(.minutes(15))) struct SuspendingTests {
  private let database: Database

  init() throws { database = try Database() }

  private func store(_ role: SyncStore.Configuration.Role = .app) async throws -> SyncStore {
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(database.url), role: role)
    ).opened()
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  /// Runs statements on a connection that is closed afterwards.
  private func runOutside(_ sql: String) throws {
    try OtherProgram(at: database).run(sql)
  }

  private func names(_ store: SyncStore) async throws -> [String] {
    try await store.fetch(Label.order(\.slug).select { $0.slug })
  }

  // MARK: - Calls

  @Test func callsWaitUntilResumed() async throws {
    let store = try await store()
    let before = try await names(store)
    try await store.suspend()
    #expect(throws: SyncError.suspended) { try store.read { try $0.count(Label.all) } }
    let write = Task { try await store.insert(Label(slug: "zz", name: "Late")) }
    let payload = Task { try await store.apply(Sample.payload("tasks"), as: "Todo") }
    // The database is closed: SQLite gives this connection exclusive access, and the log is gone.
    #expect(!FileManager.default.fileExists(atPath: database.url.path + "-wal"))
    try runOutside("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK")
    #expect(try OtherProgram(at: database).rows("SELECT slug FROM labels ORDER BY slug") == before)
    try await store.resume()
    try await write.value
    #expect(try await payload.value.unchanged == 4)
    #expect(try await names(store) == before + ["zz"])
    #expect(try store.read { try $0.count(Label.all) } == before.count + 1)
  }

  @Test func waitingCallsCanBeCancelled() async throws {
    let store = try await store()
    try await store.suspend()
    let fetch = Task { try await store.fetch(Label.all) }
    let write = Task { try await store.insert(Label(slug: "zz", name: "Late")) }
    fetch.cancel()
    write.cancel()
    await #expect(throws: SyncError.cancelled) { try await fetch.value }
    await #expect(throws: SyncError.cancelled) { try await write.value }
    try await store.resume()
    #expect(try await !names(store).contains("zz"))
  }

  /// A read within a running call is let through, because the call could not end otherwise.
  @Test func suspensionWaitsForRunningCalls() async throws {
    let store = try await store()
    let (hasBegun, mayEnd) = (AsyncSignal(), DispatchSemaphore(value: 0))
    let count = Task {
      try await store.transaction { transaction in
        try transaction.insert(Label(slug: "zz", name: "Slow"))
        hasBegun.send()
        mayEnd.wait()
        return try store.read { try $0.count(Label.all) }
      }
    }
    await hasBegun.wait()
    let suspension = Task { try await store.suspend() }
    mayEnd.signal()
    try await suspension.value
    #expect(throws: SyncError.suspended) { try store.read { try $0.count(Label.all) } }
    let late = Task { try await names(store) }
    try await store.resume()
    #expect(try await late.value.count == count.value + 1)
  }

  /// Requests of a payload's sequence are a part of the call that waits for them.
  @Test func payloadStreamsCanReadDuringSuspension() async throws {
    let store = try await store()
    let count = try await names(store).count
    for round in 0..<5 {
      let (hasBegun, isSuspending) = (AsyncSignal(), AsyncSignal())
      // Rows are read as soon as the store has enough of the payload.
      let blanks = String(repeating: " ", count: 1 << 19)
      let first = Data((#"[{"slug": "a\#(round)", "name": ""},"# + blanks).utf8)
      let rows = Chunks([
        { first },
        {
          await isSuspending.wait()
          let labels = try await store.fetch(Label.all)
          return Data(#"{"slug": "b\#(round)", "name": "After \#(labels.count)"}]"#.utf8)
        },
      ])
      var options = ApplyOptions()
      options.missingRows = .keep
      options.transform = { row in
        hasBegun.send()
        return row.json
      }
      let payload = Task { [options] in
        try await store.apply(.stream(rows), as: Label.self, options: options)
      }
      await hasBegun.wait()
      let suspension = Task { try await store.suspend() }
      await Task.yield()
      isSuspending.send()
      try await suspension.value
      try await store.resume()
      #expect(try await payload.value.inserted == 2)
      let label = try await store.fetch(Label.self, id: "b\(round)")
      #expect(label?.name == "After \(count + 2 * round)")
    }
  }

  // MARK: - Suspending and resuming

  @Test func resumeCancelsPendingSuspension() async throws {
    let store = try await store()
    let (hasBegun, mayEnd) = (AsyncSignal(), DispatchSemaphore(value: 0))
    let transaction = Task {
      try await store.transaction { transaction in
        hasBegun.send()
        mayEnd.wait()
      }
    }
    await hasBegun.wait()
    let suspension = Task { try await store.suspend() }
    let hasEnded = AsyncSignal()
    let end = Task {
      defer { hasEnded.send() }
      try await suspension.value
    }
    // The suspension may not have begun before the first call.
    while !hasEnded.isSent {
      try await store.resume()
      await Task.yield()
    }
    await #expect(throws: SyncError.cancelled) { try await end.value }
    _ = try await names(store)
    mayEnd.signal()
    try await transaction.value
  }

  @Test func cancelledSuspensionLeavesStoreOpen() async throws {
    let store = try await store()
    let (hasBegun, mayEnd) = (AsyncSignal(), DispatchSemaphore(value: 0))
    let transaction = Task {
      try await store.transaction { transaction in
        hasBegun.send()
        mayEnd.wait()
      }
    }
    await hasBegun.wait()
    let suspension = Task { try await store.suspend() }
    suspension.cancel()
    await #expect(throws: SyncError.cancelled) { try await suspension.value }
    _ = try await names(store)
    mayEnd.signal()
    try await transaction.value
  }

  @Test func repeatedSuspendsDoNotNest() async throws {
    let store = try await store()
    try await store.suspend()
    try await store.suspend()
    try await store.resume()
    try await store.resume()
    _ = try store.read { try $0.count(Label.all) }
  }

  @Test func closeEndsSuspension() async throws {
    let store = try await store()
    try await store.suspend()
    let fetch = Task { try await store.fetch(Label.all) }
    await store.close()
    await #expect(throws: SyncError.closed) { try await fetch.value }
    await #expect(throws: SyncError.closed) { try await store.resume() }
    await #expect(throws: SyncError.closed) { try await store.suspend() }
    #expect(throws: SyncError.closed) { try store.read { try $0.count(Label.all) } }
  }

  @Test func keepsRowsInMemory() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert(Label(slug: "a", name: ""))
    try await store.suspend()
    #expect(throws: SyncError.suspended) { try store.read { try $0.count(Label.all) } }
    let late = Task { try await names(store) }
    try await store.resume()
    #expect(try await late.value == ["a"])
    try await store.suspend()
    await store.close()
    await #expect(throws: SyncError.closed) { try await store.fetch(Label.all) }
  }

  @Test func keepsTemporaryFileUntilClose() async throws {
    let store = try await SyncStore.temporary(TrackerSchema.self)
    try await store.insert(Label(slug: "a", name: ""))
    try await store.suspend()
    #expect(FileManager.default.fileExists(atPath: store.path))
    try await store.resume()
    #expect(try await names(store) == ["a"])
    try await store.suspend()
    await store.close()
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  // MARK: - Other processes

  @Test func observersSeeForeignCommits() async throws {
    let store = try await store()
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    var names = store.values(of: Label.all.select { $0.name }).makeAsyncIterator()
    let first = try #require(try await names.next())
    try await store.suspend()
    try runOutside("INSERT INTO labels (slug, name) VALUES ('zz', 'Outside')")
    try await store.resume()
    #expect(try await changes.next()?.isIncomplete == true)
    #expect(try await names.next() == first + ["Outside"])
    // The watch continues, too.
    try runOutside("UPDATE labels SET name = 'Again' WHERE slug = 'zz'")
    #expect(try await changes.next()?.isIncomplete == true)
    #expect(try await names.next() == first + ["Again"])
  }

  /// Regardless of what the other connection leaves in the log, and of who closes last.
  @Test(arguments: [true, false], [true, false])
  func seesCommitsOfOpenConnections(isOpenBefore: Bool, staysOpen: Bool) async throws {
    let store = try await store()
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    var other = isOpenBefore ? try OtherProgram(at: database) : nil
    _ = try other?.rows("SELECT slug FROM labels")
    try await store.suspend()
    if other == nil { other = try OtherProgram(at: database) }
    try other?.run("UPDATE labels SET name = name || '!'")
    if !staysOpen { other = nil }
    try await store.resume()
    #expect(try await changes.next()?.isIncomplete == true)
    try await store.insert(Label(slug: "own", name: ""))
    let change = try #require(try await changes.next())
    #expect(change.inserted == ["own"] && !change.isIncomplete)
    #expect((other != nil) == staysOpen)
  }

  @Test func reportsNothingWithoutForeignCommits() async throws {
    let store = try await store()
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    for number in 0..<4 {
      try await store.insert(Label(slug: "own-\(number)", name: ""))
      let change = try #require(try await changes.next())
      #expect(change.inserted == ["own-\(number)"] && !change.isIncomplete)
      try await store.suspend()
      var other: OtherProgram? = try OtherProgram(at: database)
      let rows = try other?.rows("SELECT slug FROM labels WHERE slug = 'own-\(number)'")
      #expect(rows?.count == 1)
      if number.isMultiple(of: 2) { other = nil }
      try await store.resume()
      #expect((other == nil) == number.isMultiple(of: 2))
    }
  }

  @Test func extensionsGetNoReports() async throws {
    let store = try await store(.extension)
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    try await store.suspend()
    try runOutside("DELETE FROM labels")
    try await store.resume()
    try await store.insert(Label(slug: "own", name: ""))
    let change = try #require(try await changes.next())
    #expect(change.inserted == ["own"] && !change.isIncomplete)
  }

  /// The store stays suspended, and can be resumed later.
  @Test func resumeRejectsNewerVersion() async throws {
    let store = try await store()
    try await store.suspend()
    let other = try OtherProgram(at: database)
    let version = try #require(try other.rows("PRAGMA user_version").first)
    try other.run("PRAGMA user_version = 99")
    let late = Task { try await names(store) }
    await #expect(
      throws: SyncError.newerDatabase(
        path: store.path, version: 99, newest: try #require(Int(version)))
    ) { try await store.resume() }
    #expect(throws: SyncError.suspended) { try store.read { try $0.count(Label.all) } }
    try other.run("PRAGMA user_version = \(version)")
    try await store.resume()
    #expect(try await !late.value.isEmpty)
  }

  @Test func resumeReinstallsTriggers() async throws {
    let store = try await store()
    try await store.suspend()
    let list = "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
    let triggers = try OtherProgram(at: database).rows(list)
    for name in triggers { try runOutside("DROP TRIGGER \"\(name)\"") }
    try await store.resume()
    try await store.update(
      Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("Recorded")))
    #expect(try await store.fetch(PendingChange.all).count == 1)
    #expect(try OtherProgram(at: database).rows(list) == triggers)
  }

  // MARK: - Pushes and observations

  /// The store is suspended while the server works.
  @Test func pushContinuesAfterResume() async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Draw it")
    let (isSent, mayRespond) = (AsyncSignal(), AsyncSignal())
    let row = #"{"id": "\#(id)", "title": "Draw it", "updated_at": "2026-04-01T08:00:00Z"}"#
    let body = #"{"tasks": {"success": [\#(row)], "error": []}}"#
    sample.server.respond(to: .post, "/api/sync") { _ in
      isSent.send()
      await mayRespond.wait()
      return HTTP.Response(
        status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
    let session = SyncSession(
      sample.store,
      Steps(
        uploads: [sample.endpoint(.batch)],
        pulls: [.init("labels") { _ in ApplyReport() }]))
    let run = Task { try await session.run() }
    await isSent.wait()
    try await sample.store.suspend()
    mayRespond.send()
    // The queue has not changed meanwhile.
    #expect(try sample.queue().count == 1)
    try await sample.store.resume()
    let summary = try await run.value
    #expect(summary.firstError == nil && summary.steps.count == 2)
    #expect(try sample.queue() == [])
  }

  @Test func observationCanStartWhileSuspended() async throws {
    let store = try await store()
    try await store.suspend()
    let first = Task {
      var names = store.values(of: Label.all.select { $0.slug }).makeAsyncIterator()
      return try await names.next()
    }
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    try await store.resume()
    try await store.insert(Label(slug: "own", name: ""))
    #expect(try await changes.next()?.inserted == ["own"])
    #expect(try await first.value?.isEmpty == false)
  }
}

/// A signal from one task to another.
final class AsyncSignal: Sendable {
  private let stream = AsyncStream<Void>.makeStream()
  private let sent = DispatchSemaphore(value: 0)

  func send() {
    sent.signal()
    stream.continuation.yield()
  }

  func wait() async {
    for await _ in stream.stream { return }
  }

  /// Whether the signal was sent.
  var isSent: Bool {
    guard sent.wait(timeout: .now()) == .success else { return false }
    sent.signal()
    return true
  }
}

/// Chunks that are created on demand.
struct Chunks: AsyncSequence, Sendable {
  typealias Make = @Sendable () async throws -> Data

  let chunks: [Make]

  init(_ chunks: [Make]) {
    self.chunks = chunks
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Make>

    mutating func next() async throws -> Data? {
      try await rest.popFirst()?()
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: chunks[...]) }
}

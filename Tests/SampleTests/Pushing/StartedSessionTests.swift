import Foundation
@_spi(Generated) import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) import SwiftSyncStore
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// Sessions that synchronize from their start until they are stopped.
@Suite(.timeLimit(.minutes(5))) struct StartedSessionTests {
  /// `@unchecked`: mutable state is accessed only under the lock.
  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    var count: Int { lock.withLock { value } }

    func add() { lock.withLock { value += 1 } }

    func wait(for count: Int) async throws {
      while self.count < count { try await Task.sleep(for: .milliseconds(2)) }
    }
  }

  private let applied = #"{"results": [{"status": "applied"}]}"#

  private func session(
    _ sample: PushSample, _ pulls: [SyncSession.Pull] = [],
    pushDelay: Duration = .milliseconds(10), interval: Duration = .seconds(3_600),
    retry: HTTP.RetryPolicy = .requests
  ) -> SyncSession {
    SyncSession(
      sample.store, Steps(uploads: [sample.endpoint(.operations)], pulls: pulls),
      .init(retry: retry, pushDelay: pushDelay, interval: interval))
  }

  private func waitUntilPushed(_ sample: PushSample) async throws {
    while try await !sample.store.fetch(PendingChange.all).isEmpty {
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func runsAtOnce() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.response(applied)
    let pulled = Counter()
    let session = session(
      sample,
      [
        .init("tasks") { _ in
          pulled.add()
          return ApplyReport()
        }
      ])
    session.start()
    session.start()
    try await pulled.wait(for: 1)
    await session.stop()
    #expect(try await sample.store.fetch(PendingChange.all).isEmpty)
    #expect(pulled.count == 1 && sample.server.requests.count == 1)
  }

  @Test func pushesWritesWithoutPulling() async throws {
    let sample = try await PushSample()
    let pulled = Counter()
    let session = session(
      sample,
      [
        .init("tasks") { _ in
          pulled.add()
          return ApplyReport()
        }
      ])
    session.start()
    try await pulled.wait(for: 1)
    for title in ["One", "Two"] {
      sample.response(applied)
      try await sample.edit(1, title: title)
      try await waitUntilPushed(sample)
    }
    await session.stop()
    #expect(pulled.count == 1 && sample.server.requests.count == 2)

    try await sample.edit(1, title: "Three")
    try await Task.sleep(for: .milliseconds(50))
    #expect(sample.server.requests.count == 2)
  }

  /// Writes that are made during the delay are sent in one request.
  @Test func pushesWritesTogether() async throws {
    let sample = try await PushSample()
    let session = session(sample, pushDelay: .milliseconds(300))
    session.start()
    sample.response(#"{"results": [{"status": "applied"}, {"status": "applied"}]}"#)
    try await sample.edit(1, title: "One")
    try await sample.edit(2, title: "Two")
    try await waitUntilPushed(sample)
    await session.stop()
    #expect(sample.server.requests.count == 1)
  }

  /// A write while rows are being pulled is pushed as well.
  @Test func pushesWritesOfRunningSession() async throws {
    let sample = try await PushSample()
    let (isPulling, mayEnd) = (AsyncSignal(), AsyncSignal())
    let session = session(
      sample,
      [
        .init("tasks") { _ in
          isPulling.send()
          await mayEnd.wait()
          return ApplyReport()
        }
      ])
    sample.response(applied)
    session.start()
    await isPulling.wait()
    try await sample.edit(1, title: "Mine")
    try await Task.sleep(for: .milliseconds(50))
    mayEnd.send()
    try await waitUntilPushed(sample)
    await session.stop()
  }

  @Test func runsAgainAfterInterval() async throws {
    let sample = try await PushSample()
    let pulled = Counter()
    let session = session(
      sample,
      [
        .init("tasks") { _ in
          pulled.add()
          return ApplyReport()
        }
      ], interval: .milliseconds(5))
    session.start()
    try await pulled.wait(for: 3)
    await session.stop()
    let count = pulled.count
    try await Task.sleep(for: .milliseconds(50))
    #expect(pulled.count == count)
    session.start()
    try await pulled.wait(for: count + 1)
    await session.stop()
  }

  @Test func stopsUntilStartedAgainAfterSignOut() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.server.respond(to: .post, "/api/sync", status: 401, json: "{}")
    let session = session(sample, interval: .milliseconds(5))
    session.start()
    while sample.server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    try await Task.sleep(for: .milliseconds(50))
    try await sample.edit(2, title: "Mine too")
    try await Task.sleep(for: .milliseconds(50))
    #expect(sample.server.requests.count == 1)
    while sample.server.requests.count == 1 {
      session.start()
      try await Task.sleep(for: .milliseconds(2))
    }
    await session.stop()
  }

  // MARK: - Stopping

  @Test func stopWaitsForRunningStep() async throws {
    let sample = try await PushSample()
    let (isPulling, mayEnd) = (AsyncSignal(), AsyncSignal())
    let ended = Counter()
    let skipped = Counter()
    let session = session(
      sample,
      [
        .init("tasks") { _ in
          isPulling.send()
          await mayEnd.wait()
          #expect(!Task.isCancelled)
          ended.add()
          return ApplyReport()
        },
        .init("labels") { _ in
          skipped.add()
          return ApplyReport()
        },
      ])
    session.start()
    await isPulling.wait()
    let stopping = Task { await session.stop() }
    try await Task.sleep(for: .milliseconds(50))
    #expect(ended.count == 0)
    mayEnd.send()
    await stopping.value
    #expect(ended.count == 1 && skipped.count == 0)
  }

  @Test func stopEndsDelayBeforeNextAttempt() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.server.respond(to: .post, "/api/sync", status: 503, json: "{}")
    let session = session(
      sample,
      retry: HTTP.RetryPolicy(
        maxAttempts: 3, initialDelay: .seconds(3_600), maxDelay: .seconds(3_600)))
    session.start()
    while sample.server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    await session.stop()
    #expect(sample.server.requests.count == 1)
  }

  @Test func runsWhileAnyViewShowsIt() async throws {
    let sample = try await PushSample()
    let pulled = Counter()
    let session = session(
      sample,
      [
        .init("tasks") { _ in
          pulled.add()
          return ApplyReport()
        }
      ], interval: .milliseconds(5))
    let views = (0..<2).map { _ in Task { await session.runWhileShown() } }
    try await pulled.wait(for: 2)
    views[0].cancel()
    await views[0].value
    try await pulled.wait(for: pulled.count + 2)
    views[1].cancel()
    await views[1].value
    let count = pulled.count
    try await Task.sleep(for: .milliseconds(50))
    #expect(pulled.count == count)
  }

  @Test func endsWithItsStore() async throws {
    let sample = try await PushSample()
    let pulled = Counter()
    let session = session(
      sample,
      [
        .init("tasks") { _ in
          pulled.add()
          return ApplyReport()
        }
      ], interval: .milliseconds(5))
    session.start()
    try await pulled.wait(for: 1)
    await sample.store.close()
    try await Task.sleep(for: .milliseconds(50))
    let count = pulled.count
    try await Task.sleep(for: .milliseconds(50))
    #expect(pulled.count == count)
    await #expect(throws: SyncError.closed) { try await session.run() }
    await session.stop()
  }

  // MARK: - Generated clients

  /// The endpoints that need no value are pulled; the others are not.
  @Test func generatedClientListsItsSteps() async throws {
    let transport = RecordingTransport()
    let api = TrackerAPI(
      APIClient(baseURL: .server("https://tracker.example"), transport: transport))
    #expect(TrackerAPI.uploads(of: api).map(\.source) == ["/api/sync"])
    #expect(TrackerAPI.pulls(of: api).map(\.name) == ["projects"])
    transport.respond(
      to: .post, "/api/sync", json: #"{"tasks": {"success": [], "error": []}}"#)
    transport.respond(to: .get, "/api/projects", json: "[]")
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    let tasks = SyncSession.Pull("tasks") { _ in ApplyReport() }
    let session = SyncSession(
      store, api, .init(pulls: [tasks], upload: { $0.source = "changes" }))
    let summary = try await session.run()
    #expect(summary.steps.map(\.name) == ["changes", "projects", "tasks"])
    #expect(transport.requests.map(\.url.path) == ["/api/sync", "/api/projects"])
    #expect(session.store === store)
  }
}

import Foundation
@testable import SwiftSyncSession
import SwiftSyncTestSupport
import Testing
import Tracker

/// What a session says about itself.
@Suite(.timeLimit(.minutes(2))) struct SyncStateTests {
  /// `@unchecked`: mutable state is accessed only under the lock.
  private final class Phases: @unchecked Sendable {
    private let lock = NSLock()
    private var phases: [SyncState.Phase] = []
    private var session: SyncSession?

    var all: [SyncState.Phase] { lock.withLock { phases } }

    func follow(_ session: SyncSession) { lock.withLock { self.session = session } }

    func note() {
      lock.withLock {
        guard let phase = session?.state.phase, phase != phases.last else { return }
        phases.append(phase)
      }
    }
  }

  private let applied = #"{"results": [{"status": "applied"}]}"#
  private let once = HTTP.RetryPolicy(maxAttempts: 1, initialDelay: .zero, maxDelay: .zero)

  private func session(
    _ sample: PushSample, _ pulls: [SyncSession.Pull] = [], retry: HTTP.RetryPolicy? = nil,
    time: ManualTime = ManualTime()
  ) -> SyncSession {
    SyncSession(
      sample.store, Steps(uploads: [sample.endpoint(.operations)], pulls: pulls),
      .init(retry: retry ?? once), time: time.time
    ) { try await time.sleep($0) }
  }

  // MARK: - The stored part

  @Test func countsPendingChanges() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "One")
    let session = session(sample)
    let first = await session.firstState { $0.pendingCount == 1 }
    #expect(first == SyncState(pendingCount: 1))
    #expect("\(first)" == "stopped, 1 pending change")

    try await sample.edit(2, title: "Two")
    let second = await session.firstState { $0.pendingCount == 2 }
    #expect(second.problems == [] && second.lastSuccess == nil)

    sample.response(#"{"results": [{"status": "applied"}, {"status": "applied"}]}"#)
    try await session.run()
    #expect(session.state == SyncState(lastSuccess: ManualTime.start))
  }

  @Test func lastSuccessIsStored() async throws {
    let sample = try await PushSample()
    let time = ManualTime()
    try await session(sample, time: time).run()
    time.advance(by: 60)
    let failing = SyncSession.Pull("labels") { _ in throw SyncError.noStore }
    // The push has nothing to send, so no step has succeeded.
    await #expect(throws: SyncError.noStore) {
      try await self.session(sample, [failing], time: time).run()
    }

    // Another session, as after a restart.
    let session = session(sample)
    let state = await session.firstState { $0.lastSuccess != nil }
    #expect(state == SyncState(lastSuccess: ManualTime.start))
  }

  @Test func problemsOutliveTheRun() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.response(#"{"results": [{"status": "rejected", "code": "no"}]}"#)
    let summary = try await session(sample).run()
    let state = await session(sample).firstState { !$0.problems.isEmpty }
    #expect(state.problems.map(\.kind) == [.rejected] && state.problems == summary.problems)
    #expect(state.problems.map(\.id) == summary.problems.map(\.id))
  }

  // MARK: - Phases

  @Test func showsWhatItIsDoing() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "One")
    try await sample.edit(2, title: "Two")
    sample.response(#"{"results": [{"status": "applied"}, {"status": "applied"}]}"#)
    let phases = Phases()
    let session = session(
      sample,
      [
        .init("labels") { _ in
          phases.note()
          PageProgress.note?(2)
          phases.note()
          return ApplyReport()
        }
      ])
    phases.follow(session)
    try await session.run { progress in
      if case .pushed = progress { phases.note() }
    }
    #expect(
      phases.all == [
        .pushing(done: 2, of: 2), .pulling("labels", page: 1), .pulling("labels", page: 2),
      ])
    #expect(
      phases.all.map(\.description) == [
        "pushing 2 of 2", "pulling labels", "pulling labels, page 2",
      ])
    #expect(session.state.phase == .stopped && !session.state.isRunning)
  }

  @Test func failedStepIsLastError() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.response(applied)
    let session = session(sample, [.init("labels") { _ in throw SyncError.noStore }])
    #expect(try await !session.run().isComplete)
    #expect(session.state.lastError == SyncError.noStore.errorDescription)
    #expect(session.state.phase == .stopped && session.state.lastSuccess == nil)
  }

  @Test func serverWithoutConnectionIsOffline() async throws {
    let sample = try await RowSample.withAreas()
    await sample.server.fail("PATCH", .lostRequest)
    try await sample.store.update(Area.self, id: 101, .init(name: .value("Lobby")))
    let session = SyncSession(
      sample.store, Steps(uploads: [sample.endpoint()]), .init(retry: once))

    let error = await #expect(throws: APIError.self) { try await session.run() }

    #expect(session.state.phase == .offline && session.state.pendingCount == 1)
    #expect(session.state.lastError == error?.errorDescription)

    try await session.run()
    #expect(session.state.phase == .stopped && session.state.lastError == nil)
    #expect(session.state.pendingCount == 0)
  }

  @Test func showsTimeOfNextAttempt() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.server.respond(
      to: .post, "/api/sync", status: 503, headers: ["Retry-After": "30"], json: "{}")
    sample.response(applied)
    let time = ManualTime()
    let retry = HTTP.RetryPolicy(
      maxAttempts: 2, initialDelay: .seconds(10), maxDelay: .seconds(60))
    let session = session(sample, retry: retry, time: time)
    let run = Task { try await session.run() }

    let state = await session.firstState { if case .waiting = $0.phase { true } else { false } }
    guard case .waiting(let next) = state.phase else { return }
    #expect((30...33).contains(next.timeIntervalSince(ManualTime.start)))
    #expect(state.lastError != nil)

    try await time.untilSleeping(for: .seconds(30))
    time.advance(by: 40)
    #expect(try await run.value.isComplete)
    #expect(session.state.lastError == nil)
  }

  @Test func statesEndWithTheirTask() async throws {
    let sample = try await PushSample()
    let session = session(sample)
    let loop = Task {
      var count = 0
      for await _ in session.states { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(20))
    loop.cancel()
    #expect(await loop.value >= 1)
  }

  // MARK: - Refreshing

  @Test func refreshDoesNotWaitForAnotherAttempt() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.server.respond(to: .post, "/api/sync", status: 503, json: "{}")
    sample.response(applied)
    let retry = HTTP.RetryPolicy(
      maxAttempts: 2, initialDelay: .seconds(3_600), maxDelay: .seconds(3_600))
    let session = session(sample, retry: retry)
    session.start()
    _ = await session.firstState { if case .waiting = $0.phase { true } else { false } }

    try await session.refresh()

    #expect(sample.server.requests.count == 2)
    #expect(session.state.pendingCount == 0 && session.state.phase == .idle)
    await session.stop()
    #expect(session.state.phase == .stopped)
  }

  @Test func refreshSendsRejectedChangeAtOnce() async throws {
    let sample = try await RowSample.withAreas()
    await sample.server.fail("PATCH", .status(422))
    try await sample.store.update(Area.self, id: 101, .init(name: .value("Lobby")))
    let session = SyncSession(sample.store, Steps(uploads: [sample.endpoint()]))

    try await session.run()
    try await session.run()
    #expect(await sample.server.requests.count == 1)
    #expect(session.state.problems.map(\.kind) == [.rejected])

    try await session.refresh()
    #expect(await sample.server.requests.count == 2)
    #expect(session.state.problems == [] && session.state.pendingCount == 0)
  }

  // MARK: - Started sessions

  @Test func signInIsNeededUntilStartedAgain() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.server.respond(to: .post, "/api/sync", status: 401, json: "{}")
    sample.response(applied)
    let session = session(sample)
    session.start()
    let state = await session.firstState { $0.phase == .signInNeeded }
    #expect(state.lastError != nil)
    while session.activity.isRunning { try await Task.sleep(for: .milliseconds(1)) }
    #expect(session.state.phase == .signInNeeded)

    session.start()
    _ = await session.firstState { $0.phase == .idle && $0.lastSuccess != nil }
    #expect(session.state.pendingCount == 0 && sample.server.requests.count == 2)
    await session.stop()
  }

  @Test func runsAfterIntervalAndSignals() async throws {
    let sample = try await PushSample()
    let time = ManualTime()
    let pulled = PullCount()
    let session = session(
      sample,
      [
        .init("labels") { _ in
          pulled.add()
          return ApplyReport()
        }
      ], time: time)
    func wait(for count: Int) async throws {
      try await pulled.wait(for: count)
      _ = await session.firstState { $0.phase == .idle }
    }
    session.start()
    try await wait(for: 1)
    // The default interval is 15 minutes.
    try await time.untilSleeping(for: .seconds(900))
    time.advance(by: 899)
    try await Task.sleep(for: .milliseconds(20))
    #expect(pulled.value == 1)
    time.advance(by: 2)
    try await wait(for: 2)

    // A signal right after a run, as at the launch of the app, starts no other one.
    time.signal()
    try await Task.sleep(for: .milliseconds(20))
    #expect(pulled.value == 2)
    time.advance(by: 6)
    time.signal()
    try await wait(for: 3)
    await session.stop()
  }

  @Test func pushesTwoSecondsAfterWrite() async throws {
    let sample = try await PushSample()
    let time = ManualTime()
    let session = session(sample, time: time)
    session.start()
    _ = await session.firstState { $0.lastSuccess != nil && $0.phase == .idle }
    sample.response(applied)
    try await sample.edit(1, title: "Mine")
    _ = await session.firstState { $0.pendingCount == 1 }
    try await Task.sleep(for: .milliseconds(20))
    #expect(sample.server.requests.isEmpty)
    while session.state.pendingCount > 0 {
      time.advance(by: 2)
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(sample.server.requests.count == 1)
    await session.stop()
  }

  // MARK: - The background

  @Test func runInBackgroundSuspendsTheStore() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.response(applied)
    let session = session(sample)
    try await sample.store.suspend()

    #expect(await session.runInBackground())
    #expect(throws: SyncError.suspended) { try sample.store.read { _ in } }
    #expect(session.state.pendingCount == 0)

    // A session that is started needs the store.
    session.start()
    _ = try await sample.store.fetch(PendingChange.all)
    await session.stop()
  }

  @Test func runInBackgroundReportsFailureAndKeepsStartedSessionOpen() async throws {
    let sample = try await PushSample()
    let session = session(sample, [.init("labels") { _ in throw SyncError.noStore }])
    session.start()
    #expect(await !session.runInBackground())
    try sample.store.read { _ in }
    await session.stop()
  }

  @Test func cancelledRunInBackgroundSuspendsTheStore() async throws {
    let sample = try await PushSample()
    let isPulling = AsyncSignal()
    let session = session(
      sample,
      [
        .init("labels") { _ in
          isPulling.send()
          try await Task.sleep(for: .seconds(60))
          return ApplyReport()
        }
      ])
    let run = Task { await session.runInBackground() }
    await isPulling.wait()
    run.cancel()
    #expect(await !run.value)
    #expect(throws: SyncError.suspended) { try sample.store.read { _ in } }
  }
}

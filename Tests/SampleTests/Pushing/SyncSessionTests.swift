import Foundation
@_spi(Generated) import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore
import SwiftSyncTestSupport
import Testing
import Tracker

/// Push and pulls together (Local changes and push).
@Suite struct SyncSessionTests {
  private final class Waits: @unchecked Sendable {
    private let lock = NSLock()
    private var times: [Duration] = []

    func add(_ time: Duration) { lock.withLock { times.append(time) } }
    var all: [Duration] { lock.withLock { times } }
  }

  private func session(
    _ sample: PushSample, pull: [SyncSession.Pull] = [], _ waits: Waits = Waits()
  ) -> SyncSession {
    let steps = Steps(uploads: [sample.endpoint(.operations)], pulls: pull)
    return SyncSession(sample.store, steps) { waits.add($0) }
  }

  private func status(_ code: Int, retryAfter: String? = nil) -> APIError {
    var headers = HTTP.Headers()
    headers["Retry-After"] = retryAfter
    return .status(HTTP.ResponseSummary(HTTP.Response(status: code, headers: headers)))
  }

  private let applied = #"{"results": [{"status": "applied"}]}"#

  @Test func pushesBeforePulling() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.response(applied)
    let pull = SyncSession.Pull("tasks") { store in
      // The pushed changes are confirmed by now.
      let pending = try await store.fetch(PendingChange.all)
      #expect(pending.isEmpty)
      return ApplyReport.of(unchanged: 4)
    }
    let summary = try await session(sample, pull: [pull]).run()
    #expect(summary.isComplete && summary.steps.map(\.name) == ["/api/sync", "tasks"])
    #expect(summary.steps.map(\.attempts) == [1, 1] && summary.pushed.rows.confirmed == 1)
  }

  @Test func retriesWithBackoff() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    for _ in 0..<2 { sample.server.respond(to: .post, "/api/sync", status: 503, json: "{}") }
    sample.response(applied)
    let waits = Waits()
    let summary = try await session(sample, waits).run()
    #expect(summary.isComplete && summary.steps[0].attempts == 3)
    #expect(waits.all.count == 2)
    #expect((Duration.milliseconds(500)...Duration.seconds(1)).contains(waits.all[0]))
    #expect((Duration.seconds(1)...Duration.seconds(2)).contains(waits.all[1]))
  }

  @Test func respectsRetryAfter() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.server.respond(
      to: .post, "/api/sync", status: 429, headers: ["Retry-After": "30"], json: "{}")
    sample.response(applied)
    let waits = Waits()
    let summary = try await session(sample, waits).run()
    #expect(summary.isComplete && waits.all.count == 1)
    #expect((Duration.seconds(30)...Duration.seconds(33)).contains(waits.all[0]))
  }

  @Test func skipsRemainingStepsIfServerIsUnavailable() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.server.respond(to: .post, "/api/sync", status: 500, json: "{}")
    let waits = Waits()
    let pull = SyncSession.Pull("tasks") { _ in ApplyReport() }
    let session = session(sample, pull: [pull], waits)
    let summary = try await session.run(session.work, RunControl(session.wait))
    #expect(!summary.isComplete && waits.all.count == 3)
    guard case .failed(_ as APIError, _) = summary.steps[0].outcome,
      case .skipped = summary.steps[1].outcome
    else {
      Issue.record("\(summary.steps)")
      return
    }
    #expect(try await sample.store.fetch(PendingChange.all).count == 1)
  }

  @Test func runWithoutSuccessThrows() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    for _ in 0..<4 { sample.server.respond(to: .post, "/api/sync", status: 503, json: "{}") }
    let pull = SyncSession.Pull("tasks") { _ in ApplyReport() }
    let error = await #expect(throws: APIError.self) {
      try await session(sample, pull: [pull]).run()
    }
    #expect(error?.response?.status == 503)
    // A session without steps has nothing that could fail.
    #expect(try await SyncSession(sample.store, Steps()).run().steps.isEmpty)
  }

  /// A push that has nothing to send is no success.
  @Test func runWhosePullsAllFailThrows() async throws {
    let sample = try await PushSample()
    let (missing, forbidden) = (status(404), status(403))
    let pulls = [
      SyncSession.Pull("labels") { _ in throw missing },
      SyncSession.Pull("tasks") { _ in throw forbidden },
    ]
    await #expect(throws: missing) { try await session(sample, pull: pulls).run() }
    #expect(sample.server.requests.isEmpty)
    try await sample.edit(1, title: "Mine")
    sample.response(applied)
    let summary = try await session(sample, pull: pulls).run()
    #expect(summary.pushed.rows.confirmed == 1 && summary.firstError as? APIError == missing)
  }

  @Test func permanentFailureDoesNotStopOtherSteps() async throws {
    let sample = try await PushSample()
    let missing = status(404)
    let pulls = [
      SyncSession.Pull("labels") { _ in throw missing },
      SyncSession.Pull("tasks") { _ in ApplyReport.of(unchanged: 1) },
    ]
    let waits = Waits()
    let summary = try await session(sample, pull: pulls, waits).run()
    #expect(summary.firstError as? APIError == missing && waits.all == [])
    #expect(summary.steps.map(\.attempts) == [1, 1, 1])
    guard case .pulled(let report) = summary.steps[2].outcome else { return }
    #expect(report.unchanged == 1)
  }

  @Test func sessionsAreSerialized() async throws {
    let sample = try await PushSample()
    let running = Waits()
    let pull = SyncSession.Pull("tasks") { _ in
      running.add(.seconds(1))
      try await Task.sleep(for: .milliseconds(20))
      #expect(running.all.reduce(.zero, +) == .seconds(1))
      running.add(.seconds(-1))
      return ApplyReport()
    }
    let session = session(sample, pull: [pull])
    async let first = session.run()
    async let second = session.run()
    let summaries = try await [first, second]
    #expect(summaries.map(\.isComplete) == [true, true])
  }

  @Test func cancelledSessionEnds() async throws {
    let sample = try await PushSample()
    let pull = SyncSession.Pull("tasks") { _ in
      try await Task.sleep(for: .seconds(60))
      return ApplyReport()
    }
    let session = session(sample, pull: [pull])
    let task = Task { try await session.run() }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The next one does not wait for it.
    #expect(try await SyncSession(sample.store, Steps()).run().isComplete)
  }

  @Test func parsesRetryAfter() throws {
    #expect(status(503, retryAfter: " 7 ").retryAfter == .seconds(7))
    for text in ["soon", "0x10", "1e3", "7.5", "+7", "-7", "inf", "nan", ""] {
      #expect(status(503, retryAfter: text).retryAfter == nil, "\(text)")
    }
    #expect(status(503, retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT").retryAfter == .zero)
    // A number without limits is a very long time.
    let endless = String(repeating: "9", count: 400)
    #expect(status(503, retryAfter: endless).retryAfter == .seconds(1 << 40))
    let later = try #require(
      status(503, retryAfter: "Thu, 21 Oct 2100 07:28:00 GMT").retryAfter)
    #expect(later > .seconds(86_400))
    let retry = HTTP.RetryPolicy(maxAttempts: 3, initialDelay: .seconds(1), maxDelay: .seconds(60))
    #expect(retry.delay(after: status(503, retryAfter: "61"), attempt: 1, jitter: 0) == nil)
    #expect(retry.delay(after: status(503), attempt: 3, jitter: 0) == nil)
    #expect(retry.delay(after: status(400), attempt: 1, jitter: 0) == nil)
  }

  @Test func delaysDoubleUpToTheLongest() {
    let retry = HTTP.RetryPolicy(
      maxAttempts: 9, initialDelay: .seconds(30), maxDelay: .seconds(200))
    #expect(
      (1...5).map(retry.delay(afterFailures:))
        == [.seconds(30), .seconds(60), .seconds(120), .seconds(200), .seconds(200)])
    #expect(retry.delay(afterFailures: .max) == .seconds(200))
    // Nothing overflows.
    let endless = HTTP.RetryPolicy(
      maxAttempts: 9, initialDelay: .seconds(1 << 40), maxDelay: .seconds(Int64.max))
    #expect(endless.delay(afterFailures: .max) == .seconds(Int64.max))
    let none = HTTP.RetryPolicy(maxAttempts: 9, initialDelay: .seconds(-1), maxDelay: .seconds(-2))
    #expect(none.delay(afterFailures: 3) == .zero)
  }
}

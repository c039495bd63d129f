import Foundation
@_spi(Generated) @testable import SwiftSyncSession
import Testing
import Tracker

/// The descriptions of reports and summaries.
@Suite struct DescriptionTests {
  private var push: PushSummary {
    var summary = PushSummary()
    summary.rows.confirmed = 3
    summary.rows.rejected = 2
    summary.rows.quarantined = 1
    summary.stale = 1
    summary.requests = 1
    var counts = ApplyReport.RelatedCounts()
    counts.inserted = 2
    summary.applied = ["Todo": counts, "Label": ApplyReport.RelatedCounts()]
    summary.add([
      SyncProblem(
        unreadable: ApplyReport.RejectedRow(
          "Todo", path: "[3].due_on", identity: "12", rule: .badValue, message: "no date"),
        of: "Todo")
    ])
    return summary
  }

  @Test func describesPush() {
    #expect(
      "\(push)" == """
        3 confirmed, 2 rejected (1 quarantined), 1 stale, 1 unreadable, 1 request
          Label: 0 inserted, 0 updated, 0 unchanged, 0 deleted
          Todo: 2 inserted, 0 updated, 0 unchanged, 0 deleted
          Todo/12 could not be stored: [3].due_on: no date
        """)
    #expect("\(PushSummary())" == "0 confirmed, 0 rejected, 0 requests")
  }

  @Test func describesSession() async throws {
    let store = try await Database().open(TrackerSchema.self)
    let session = SyncSession(
      store,
      Steps(pulls: [
        .init("labels") { store in try await store.apply(.data(Data("[]".utf8)), as: Label.self) },
        .init("tasks") { _ in throw SyncError.closed },
      ]))
    let shown = Lines()
    let summary = try await session.run { shown.add("\($0)") }
    let lines = [
      "labels: 0 inserted, 0 updated, 0 unchanged, 0 deleted",
      "tasks: failed: the store is closed; open another one",
    ]
    #expect("\(summary)" == lines.joined(separator: "\n"))
    #expect(
      shown.all == ["step 1 of 2: labels", lines[0], "step 2 of 2: tasks", lines[1]])
    #expect("\(SyncSession.Progress.pushed("sync", push))".hasSuffix("1 unreadable, 1 request"))
    let waits = SyncSession.Progress.waits(
      "tasks", for: .milliseconds(1_200), after: APIError.cancelled)
    #expect("\(waits)" == "tasks: trying again in 2 s: the task was cancelled")
  }

  @Test func describesChangesAndPendingChanges() async throws {
    let store = try await Database().open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    var changes = store.changes(of: Todo.self, startingWithRows: true)
      .makeAsyncIterator()
    let start = try #require(try await changes.next())
    #expect("\(start)" == "4 at the start")
    let id = TrackerIDs.task(1)
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("Draw")))
    let change = try #require(try await changes.next())
    #expect("\(change)" == "0 inserted, 1 updated, 0 deleted")
    let pending = try #require(try await store.fetch(PendingChange.of(Todo.self)).first)
    #expect("\(pending)" == "update Todo \(id.uuidString.lowercased()): title, updatedAt")
    try await store.withPendingChanges(of: Todo.self) { batch in
      batch.updated.map { PendingChange.Batch.Rejection(id: $0.id, message: "too short") }
    }
    let rejected = try #require(try await store.fetch(PendingChange.of(Todo.self)).first)
    #expect("\(rejected)".hasSuffix(": title, updatedAt; rejected once: too short"))
  }

  @Test func describesProgress() {
    var counts = ApplyReport.Progress.Counts()
    counts.rows = 120
    counts.rejected = 2
    counts.bytes = 4_096
    #expect("\(counts)" == "120 rows, 2 rejected, 4096 bytes")
    counts.totalBytes = 10_000
    #expect("\(counts)" == "120 rows, 2 rejected, 4096 of 10000 bytes")
  }

  /// `@unchecked`: mutable state is accessed only under the lock.
  private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }

    func add(_ line: String) { lock.withLock { lines.append(line) } }
  }
}

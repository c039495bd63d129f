import Foundation
@testable import SwiftSyncSession
import SwiftSyncTestSupport
import Testing
import Tracker

/// Signing out with a session.
@Suite(.timeLimit(.minutes(2))) struct SignOutTests {
  private func session(_ sample: PushSample, _ pulls: [SyncSession.Pull] = []) -> SyncSession {
    SyncSession(sample.store, Steps(uploads: [sample.endpoint(.operations)], pulls: pulls))
  }

  @Test func erasesRows() async throws {
    let sample = try await PushSample()
    let session = session(sample)
    session.start()
    _ = await session.firstState { $0.lastSuccess != nil }

    try await session.signOut()

    #expect(session.state == SyncState())
    #expect(try await sample.store.count(Todo.all) == 0)
    #expect(try sample.queue() == [] && sample.server.requests.isEmpty)
    #expect(!session.activity.isRunning)
  }

  @Test func unsentChangesAreNotLost() async throws {
    let sample = try await PushSample()
    let count = try await sample.store.count(Todo.all)
    try await sample.edit(1, title: "Mine")
    let session = session(sample)

    await #expect(throws: SyncError.unsentChanges(count: 1)) { try await session.signOut() }

    #expect(try await sample.store.count(Todo.all) == count && !session.activity.isRunning)
    #expect(try sample.queue() == ["update|,title,updatedAt,"])

    try await session.signOut(discardingUnsentChanges: true)
    #expect(try await sample.store.count(Todo.all) == 0)
    #expect(try sample.queue() == [] && sample.server.requests.isEmpty)
  }

  @Test func refusedSignOutGoesOn() async throws {
    let sample = try await PushSample()
    let session = session(sample)
    session.start()
    _ = await session.firstState { $0.lastSuccess != nil && $0.phase == .idle }
    try await sample.edit(1, title: "Mine")
    sample.response(#"{"results": [{"status": "applied"}]}"#)

    await #expect(throws: SyncError.unsentChanges(count: 1)) { try await session.signOut() }

    #expect(session.activity.isRunning)
    _ = await session.firstState { $0.pendingCount == 0 && $0.phase == .idle }
    #expect(sample.server.requests.count == 1)
    await session.stop()
  }

  @Test func waitsForRunningStep() async throws {
    let sample = try await PushSample()
    let (isPulling, mayEnd) = (AsyncSignal(), AsyncSignal())
    let session = session(
      sample,
      [
        .init("labels") { store in
          isPulling.send()
          await mayEnd.wait()
          return try await store.apply(
            .data(Data(#"[{"slug": "late", "name": "Late"}]"#.utf8)), as: Label.self)
        }
      ])
    let run = Task { try await session.run() }
    await isPulling.wait()
    let signOut = Task { try await session.signOut() }
    try await Task.sleep(for: .milliseconds(20))
    mayEnd.send()
    _ = try await run.value
    try await signOut.value
    #expect(try await sample.store.count(Label.all) == 0)
  }
}

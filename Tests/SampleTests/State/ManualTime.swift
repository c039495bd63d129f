import Foundation
@testable import SwiftSyncSession

/// Time that passes only when a test says so, and signals of the system that a test sends.
///
/// `@unchecked`: the lock protects all mutable state.
final class ManualTime: @unchecked Sendable {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private let lock = NSLock()
  private var date = start
  private var sleeps: [UUID: Duration] = [:]
  private let signals = AsyncStream<Void>.makeStream()

  var now: Date { lock.withLock { date } }

  func advance(by seconds: Double) { lock.withLock { date += seconds } }

  func signal() { signals.continuation.yield() }

  var time: SessionTime {
    SessionTime(now: { self.now }, sleep: { try await self.sleep($0) }) { self.signals.stream }
  }

  func sleep(_ time: Duration) async throws {
    let id = UUID()
    let end = lock.withLock {
      sleeps[id] = time
      return date + time / .seconds(1)
    }
    defer { lock.withLock { sleeps[id] = nil } }
    while now < end { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// Returns when something sleeps for at least a time, so that advancing the time wakes it.
  func untilSleeping(for time: Duration) async throws {
    while lock.withLock({ sleeps.values.allSatisfy { $0 < time } }) {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

/// A number that pulls count.
///
/// `@unchecked`: the lock protects all mutable state.
final class PullCount: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func add() { lock.withLock { count += 1 } }

  func wait(for count: Int) async throws {
    while value < count { try await Task.sleep(for: .milliseconds(1)) }
  }
}

extension SyncSession {
  /// The first state, from now on, that meets a condition.
  func firstState(where isWanted: @Sendable (SyncState) -> Bool) async -> SyncState {
    for await state in states where isWanted(state) { return state }
    return state
  }
}

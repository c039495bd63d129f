import Foundation
@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore
import TestHelpers
import Testing

/// Jobs that run in the task of their caller while the thread is idle.
@Suite struct ShortJobTests {
  /// Detects two jobs that run at the same time.
  private final class Counter {
    private(set) var value = 0
    private(set) var isExclusive = true
    private var isBusy = false

    func add() {
      if isBusy { isExclusive = false }
      isBusy = true
      value += 1
      isBusy = false
    }
  }

  @Test func runsOneJobAtATime() async throws {
    let thread = try await SerialThread<Counter>.start(named: "counter") { Counter() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededRandom(UInt64(task))
          for _ in 0..<300 {
            switch random.below(3) {
            case 0: try await thread.run { $0.add() }
            case 1: try await thread.runShort(as: CancellationToken()) { $0.add() }
            default: try thread.runBlocking { $0.add() }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let (value, isExclusive) = try await thread.run { ($0.value, $0.isExclusive) }
    #expect(value == 2_400 && isExclusive)
    await thread.close()
    await #expect(throws: SyncError.closed) {
      try await thread.runShort(as: CancellationToken()) { $0.add() }
    }
    #expect(throws: SyncError.closed) { try thread.runBlocking { $0.add() } }
  }

  @Test func runsJobOnCallerIfThreadIsIdle() async throws {
    let thread = try await SerialThread<Void>.start(named: "free") {}
    let own = try await thread.run { _ in UInt(bitPattern: pthread_self().hashValue) }
    let place = try await thread.runShort(as: CancellationToken()) { _ in
      UInt(bitPattern: pthread_self().hashValue)
    }
    #expect(place != own)
  }

  /// Otherwise, a view that appears right after a write would sometimes appear without its rows.
  @Test func isIdleOnceCallerContinues() async throws {
    for _ in 0..<200 {
      let thread = try await SerialThread<Void>.start(named: "started") {}
      #expect(try thread.runIfIdle { _ in true } == true)
      for _ in 0..<50 {
        try await thread.run { _ in }
        #expect(try thread.runIfIdle { _ in true } == true)
      }
    }
  }

  @Test func detectsCancellation() async throws {
    let thread = try await SerialThread<Void>.start(named: "cancelled") {}
    let task = Task {
      try await thread.runShort(as: CancellationToken()) { _ in }
    }
    task.cancel()
    _ = await task.result
    let token = CancellationToken()
    let noticed = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await thread.runShort(as: token) { (_) throws(SyncError) in try token.check() }
    }
    await #expect(throws: SyncError.cancelled) { try await noticed.value }
  }
}

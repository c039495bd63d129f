import Foundation
@testable import SwiftSyncLive
import SwiftSyncRuntime
@testable import SwiftSyncStore
import SwiftSyncThreads
import Testing
import Tracker

/// The values that a Combine publisher sends, without Combine.
@Suite(.timeLimit(.minutes(5))) struct ValuePumpTests {
  private let store: SyncStore

  init() async throws {
    store = try await SyncStore.inMemory(TrackerSchema.self)
  }

  private func insert(_ slug: String) async throws {
    try await store.insert(Label(slug: slug, name: slug))
  }

  /// A subscriber that collects the values it receives.
  ///
  /// `@unchecked`: the lock protects all mutable state.
  private final class Target: @unchecked Sendable {
    private let lock = ThreadLock()
    private var received: [Int] = []
    private var failed: SyncError?

    var values: [Int] { lock.withLock { received } }
    var failure: SyncError? { lock.withLock { failed } }

    func receiver(wants more: Int?) -> ValuePump<Int>.Receiver {
      ValuePump.Receiver { value in
        self.lock.withLock { self.received.append(value) }
        return more
      } finish: { error in
        self.lock.withLock { self.failed = error }
      }
    }
  }

  private func pump(_ target: Target, wants more: Int? = 0) -> ValuePump<Int> {
    ValuePump(store.values(of: Label.all.count), target.receiver(wants: more))
  }

  private func wait(until condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func sendsEachResult() async throws {
    let target = Target()
    let pump = pump(target)
    #expect(store.observers.count == 0)
    pump.request(nil)
    await wait { target.values == [0] }
    try await insert("a")
    await wait { target.values == [0, 1] }
    pump.cancel()
    await wait { store.observers.count == 0 }
    try await insert("b")
    #expect(target.values == [0, 1] && target.failure == nil)
  }

  @Test func sendsLatestValueOnDemand() async throws {
    let target = Target()
    let pump = pump(target)
    pump.request(1)
    await wait { target.values == [0] }
    for slug in ["a", "b", "c"] { try await insert(slug) }
    #expect(target.values == [0])
    pump.request(1)
    await wait { target.values == [0, 3] }
    pump.cancel()
  }

  @Test func receiverCanRequestMore() async throws {
    let target = Target()
    let pump = pump(target, wants: 1)
    pump.request(1)
    await wait { target.values == [0] }
    try await insert("a")
    await wait { target.values == [0, 1] }
    pump.cancel()
    pump.request(1)
    await wait { store.observers.count == 0 }
    #expect(target.values == [0, 1])
  }

  @Test func failsWhenStoreCloses() async throws {
    let target = Target()
    let pump = pump(target)
    pump.request(nil)
    await wait { target.values == [0] && store.observers.count == 1 }
    await store.close()
    await wait { target.failure != nil }
    #expect(target.failure == .closed && target.values == [0])
    withExtendedLifetime(pump) {}
  }
}

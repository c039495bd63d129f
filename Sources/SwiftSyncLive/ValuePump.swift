import SwiftSyncStore
import SwiftSyncThreads

/// Sends observed values to a receiver that states its demand.
///
/// A value is read only when it is demanded, so a slow receiver gets the newest value and not those
/// that it missed.
///
/// `@unchecked`: the lock protects all mutable state.
final class ValuePump<Value: Sendable>: @unchecked Sendable {
  /// The callbacks of a receiver. They are called one at a time.
  struct Receiver: Sendable {
    /// Receives a value and returns how many more are demanded; nil for any number.
    let receive: @Sendable (Value) -> Int?
    let finish: @Sendable (SyncError) -> Void
  }

  private let values: SyncStore.ObservedValues<Value>
  private let lock = ThreadLock()
  /// The number of values demanded; nil for any number.
  private var demand: Int? = 0
  private var receiver: Receiver?
  private var task: Task<Void, Never>?
  private var waiter: CheckedContinuation<Void, Never>?

  init(_ values: SyncStore.ObservedValues<Value>, _ receiver: Receiver) {
    self.values = values
    self.receiver = receiver
  }

  /// Demands more values; nil for any number. The first call starts the observation.
  func request(_ count: Int?) {
    let waiter = lock.withLock { () -> CheckedContinuation<Void, Never>? in
      guard receiver != nil else { return nil }
      demand = Self.sum(demand, count)
      if task == nil { task = Task { await self.run() } }
      guard demand != 0 else { return nil }
      defer { self.waiter = nil }
      return self.waiter
    }
    waiter?.resume()
  }

  /// Ends the observation. The receiver gets no further values.
  func cancel() {
    let (task, waiter) = lock.withLock {
      defer { (self.task, self.waiter, receiver) = (nil, nil, nil) }
      return (self.task, self.waiter)
    }
    task?.cancel()
    waiter?.resume()
  }

  private static func sum(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return nil }
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? nil : sum
  }

  private func run() async {
    var iterator = values.makeAsyncIterator()
    do {
      while await isWanted() {
        guard let value = try await iterator.next() else { return }
        send(value)
      }
    } catch let error as SyncError {
      end(with: error)
    } catch {
      // The loop throws no other error.
      assertionFailure("\(error)")
    }
  }

  /// Waits until a value is demanded; returns false when the observation has ended.
  private func isWanted() async -> Bool {
    await withCheckedContinuation { continuation in
      let isReady = lock.withLock {
        guard receiver != nil, demand == 0 else { return true }
        waiter = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    return lock.withLock { receiver != nil }
  }

  private func send(_ value: Value) {
    let receiver = lock.withLock {
      if let demand { self.demand = demand - 1 }
      return self.receiver
    }
    guard let receiver else { return }
    let more = receiver.receive(value)
    lock.withLock { demand = Self.sum(demand, more) }
  }

  private func end(with error: SyncError) {
    let receiver = lock.withLock {
      defer { self.receiver = nil }
      return self.receiver
    }
    receiver?.finish(error)
  }
}

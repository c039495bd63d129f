import SwiftSyncThreads

/// The jobs that wait for a serial thread, and its resource, which a caller may borrow while there are none.
///
/// `@unchecked`: what is mutable is touched under the condition's lock only.
final class JobQueue<Resource>: @unchecked Sendable {
  private let condition = ThreadCondition()
  private var waiting: [(Resource) -> Void] = []
  /// `nil` before the thread has made it and after the thread has ended.
  private var resource: Resource?
  /// Whether the thread runs jobs, or a caller has borrowed the resource.
  private var isTaken = true
  /// How many callers block their threads until they can borrow the resource. They go before jobs.
  private var borrowerCount = 0
  private var isClosed = false
  private var hasEnded = false
  private var completionHandlers: [() -> Void] = []

  /// Returns `false` if the queue is closed; the job is not run then.
  func add(_ job: @escaping (Resource) -> Void) -> Bool {
    condition.withLock {
      guard !isClosed else { return false }
      waiting.append(job)
      condition.broadcast()
      return true
    }
  }

  /// Lets the thread end when the jobs that wait are done.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  /// Runs jobs until the queue is closed.
  func run(on resource: Resource) {
    condition.withLock { self.resource = resource }
    while let jobs = next() {
      for job in jobs { job(resource) }
    }
  }

  /// The resource, if no job runs or waits for it. It has to be given back at once, without waiting for anything.
  func borrow() -> Resource? {
    condition.withLock {
      guard !isTaken, !isClosed, waiting.isEmpty else { return nil }
      isTaken = true
      return resource
    }
  }

  /// The resource, as soon as no job runs. Blocks the caller's thread until then. Returns `nil` if the queue is closed.
  func borrowBlocking() -> Resource? {
    condition.withLock {
      guard !isClosed else { return nil }
      borrowerCount += 1
      while isTaken, !hasEnded { condition.wait() }
      borrowerCount -= 1
      guard let resource else { return nil }
      isTaken = true
      return resource
    }
  }

  /// Ends a loan.
  func giveBack() {
    condition.withLock {
      isTaken = false
      if !waiting.isEmpty || isClosed || borrowerCount > 0 { condition.broadcast() }
    }
  }

  /// Notes that the thread has ended and given up its resource.
  func end() {
    let completionHandlers = condition.withLock {
      isClosed = true
      hasEnded = true
      condition.broadcast()
      defer { self.completionHandlers = [] }
      return self.completionHandlers
    }
    for handler in completionHandlers { handler() }
  }

  /// Calls when the thread has ended, at once if it has.
  func whenEnded(_ call: @escaping () -> Void) {
    let isLate = condition.withLock {
      if !hasEnded { completionHandlers.append(call) }
      return hasEnded
    }
    if isLate { call() }
  }

  /// Waits for jobs. Returns `nil` if the queue is closed and none is left.
  private func next() -> [(Resource) -> Void]? {
    condition.withLock {
      isTaken = false
      if borrowerCount > 0 { condition.broadcast() }
      while isTaken || borrowerCount > 0 || waiting.isEmpty && !isClosed { condition.wait() }
      guard !waiting.isEmpty else {
        resource = nil
        return nil
      }
      isTaken = true
      defer { waiting = [] }
      return waiting
    }
  }
}

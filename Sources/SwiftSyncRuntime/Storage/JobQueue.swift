import SwiftSyncThreads

/// The jobs that wait for a serial thread.
///
/// `@unchecked`: what is mutable is touched under the condition's lock only.
final class JobQueue<Resource>: @unchecked Sendable {
  private let condition = ThreadCondition()
  private var waiting: [(Resource) -> Void] = []
  private var isClosed = false
  private var hasEnded = false
  private var completionHandlers: [() -> Void] = []

  /// Returns `false` if the queue is closed; the job is not run then.
  func add(_ job: @escaping (Resource) -> Void) -> Bool {
    condition.withLock {
      guard !isClosed else { return false }
      waiting.append(job)
      condition.signal()
      return true
    }
  }

  /// Lets the thread end when the jobs that wait are done.
  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  func run(on resource: Resource) {
    while let jobs = next() {
      for job in jobs { job(resource) }
    }
  }

  /// Notes that the thread has ended and given up its resource.
  func end() {
    let completionHandlers = condition.withLock {
      isClosed = true
      hasEnded = true
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

  private func next() -> [(Resource) -> Void]? {
    condition.withLock {
      while waiting.isEmpty, !isClosed { condition.wait() }
      guard !waiting.isEmpty else { return nil }
      defer { waiting = [] }
      return waiting
    }
  }
}

import SwiftSyncThreads

/// The queue of a serial thread's jobs, with the thread's resource, which a caller may borrow while
/// there are none.
///
/// `@unchecked`: the condition's lock protects all mutable state.
final class JobQueue<Resource>: @unchecked Sendable {
  /// Returns the closure that reports the result. When the last job reports it, the resource can
  /// already be borrowed, so that a caller finds the thread idle after its own job.
  typealias Job = (Resource) -> () -> Void

  private let condition = ThreadCondition()
  private var waiting: [Job] = []
  /// `nil` before the thread has created it and after the thread has ended.
  private var resource: Resource?
  /// Whether the thread is running jobs, or a caller has borrowed the resource.
  private var isTaken = true
  /// The number of callers that block their threads until they can borrow the resource. They have
  /// priority over jobs.
  private var borrowerCount = 0
  private var isClosed = false
  private var hasEnded = false
  private var completionHandlers: [() -> Void] = []

  /// Adds a job. Returns `false` if the queue is closed, in which case the job does not run.
  func add(_ job: @escaping Job) -> Bool {
    condition.withLock {
      guard !isClosed else { return false }
      waiting.append(job)
      condition.broadcast()
      return true
    }
  }

  /// Lets the thread end after the waiting jobs.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  /// Runs jobs until the queue is closed.
  ///
  /// - Parameter started: Called once, when the resource can be borrowed.
  func run(on resource: Resource, started: () -> Void) {
    condition.withLock { self.resource = resource }
    giveBack()
    started()
    while let jobs = next() {
      var report = {}
      for job in jobs {
        report()
        report = job(resource)
      }
      giveBack()
      report()
    }
  }

  /// Borrows the resource if no job is running or waiting. It must be given back at once, without
  /// waiting for anything.
  func borrow() -> Resource? {
    condition.withLock {
      guard !isTaken, !isClosed, waiting.isEmpty else { return nil }
      isTaken = true
      return resource
    }
  }

  /// Borrows the resource as soon as no job is running, and blocks the caller's thread until then.
  /// Returns `nil` if the queue is closed.
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

  /// Gives back the borrowed resource.
  func giveBack() {
    condition.withLock {
      isTaken = false
      if !waiting.isEmpty || isClosed || borrowerCount > 0 { condition.broadcast() }
    }
  }

  /// Records that the thread has ended and released its resource.
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

  /// Calls the closure when the thread has ended, or at once if it already has.
  func whenEnded(_ call: @escaping () -> Void) {
    let isLate = condition.withLock {
      if !hasEnded { completionHandlers.append(call) }
      return hasEnded
    }
    if isLate { call() }
  }

  /// Waits for jobs. Returns `nil` if the queue is closed and empty.
  private func next() -> [Job]? {
    condition.withLock {
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

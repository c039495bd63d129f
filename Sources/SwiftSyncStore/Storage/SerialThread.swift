import CSQLite
import SwiftSyncThreads

/// A thread that runs jobs one after another on a resource that only it may access.
///
/// SQLite blocks, and deeply nested payloads need stack, so neither Swift's shared threads nor
/// Dispatch's small ones are used.
package final class SerialThread<Resource>: Sendable {
  private let jobs: JobQueue<Resource>

  /// Starts the thread and creates the resource on it.
  package static func start(
    named name: String, _ make: @escaping @Sendable () throws(SyncError) -> Resource
  ) async throws(SyncError) -> SerialThread<Resource> {
    let result: Result<SerialThread<Resource>, SyncError> = await withCheckedContinuation {
      continuation in
      start(named: name, make) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Starts the thread, and blocks the caller's thread until the resource is created.
  static func startBlocking(
    named name: String, _ make: @escaping @Sendable () throws(SyncError) -> Resource
  ) throws(SyncError) -> SerialThread<Resource> {
    let outcome = AwaitedResult<SerialThread<Resource>>()
    start(named: name, make) { outcome.set($0) }
    return try outcome.take().get()
  }

  /// Starts the thread and creates the resource on it.
  ///
  /// - Parameter started: Receives the result on the new thread, which retains the closure until it
  ///   ends.
  static func start(
    named name: String, _ make: @escaping @Sendable () throws(SyncError) -> Resource,
    started: @escaping @Sendable (Result<SerialThread<Resource>, SyncError>) -> Void
  ) {
    let jobs = JobQueue<Resource>()
    let thread = WorkerThread(named: name) {
      work(on: jobs, make) { result in started(result.map { _ in SerialThread(jobs) }) }
      jobs.end()
    }
    guard let thread else { return started(.failure(noThread)) }
    thread.detach()
  }

  private static var noThread: SyncError {
    .database(
      SyncError.DatabaseFailure(code: SQLITE_NOMEM, message: "the system cannot create a thread"))
  }

  /// The body of the thread. The resource is released when it returns.
  private static func work(
    on jobs: JobQueue<Resource>, _ make: () throws(SyncError) -> Resource,
    started: (Result<Void, SyncError>) -> Void
  ) {
    do throws(SyncError) {
      jobs.run(on: try make()) { started(.success(())) }
    } catch {
      started(.failure(error))
    }
  }

  private init(_ jobs: JobQueue<Resource>) {
    self.jobs = jobs
  }

  deinit {
    jobs.close()
  }

  /// Runs a job after all earlier ones.
  ///
  /// - Parameter token: Says in the job whether the waiting task is cancelled.
  /// - Throws: `SyncError.cancelled`, at once, if the task is cancelled before the job starts;
  ///   `SyncError.closed` if the thread is closed.
  package func run<Value: Sendable>(
    as token: CancellationToken = CancellationToken(),
    _ job: @escaping @Sendable (Resource) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let box = ResultBox<Value>()
    try await perform(as: token) { (resource) throws(SyncError) in
      box.value = try job(resource)
    }
    guard let value = box.value else { throw .cancelled }
    return value
  }

  /// Runs a short job in the caller's task if the thread is idle, and otherwise like `run`.
  ///
  /// The job must not wait for anything, or it would block the thread that the task shares with
  /// others.
  func runShort<Value: Sendable>(
    as token: CancellationToken, _ job: @escaping @Sendable (Resource) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    if Task.isCancelled { throw .cancelled }
    guard let resource = jobs.borrow() else { return try await run(as: token, job) }
    defer { jobs.giveBack() }
    token.isInTask = true
    defer { token.isInTask = false }
    return try job(resource)
  }

  /// Runs a job on the caller's thread if no other job is running or waiting; returns `nil`
  /// otherwise.
  func runIfIdle<Value>(
    _ job: (Resource) throws(SyncError) -> Value
  ) throws(SyncError) -> Value? {
    guard let resource = jobs.borrow() else { return nil }
    defer { jobs.giveBack() }
    return try job(resource)
  }

  /// Runs a job on the caller's thread, which is blocked until no other job is running.
  func runBlocking<Value>(
    _ job: (Resource) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    guard let resource = jobs.borrowBlocking() else { throw .closed }
    defer { jobs.giveBack() }
    return try job(resource)
  }

  /// The part that does not depend on the job's result type, so that it is compiled once.
  private func perform(
    as token: CancellationToken, _ job: @escaping @Sendable (Resource) throws(SyncError) -> Void
  ) async throws(SyncError) {
    let result: Result<Void, SyncError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard token.wait({ continuation.resume(returning: .failure($0)) }) else { return }
        let isTaken = jobs.add { resource in
          guard token.start() else { return {} }
          let result = Result { () throws(SyncError) in try job(resource) }
          return { continuation.resume(returning: result) }
        }
        if !isTaken { token.refuse(.closed) }
      }
    } onCancel: {
      token.cancel()
    }
    try result.get()
  }

  /// Accepts no more jobs, and returns when the waiting ones have ended and the resource is
  /// released.
  func close() async {
    jobs.close()
    await withCheckedContinuation { continuation in
      jobs.whenEnded { continuation.resume() }
    }
  }
}

/// A result for which one thread waits while another one creates it.
///
/// `@unchecked`: the condition's lock protects the result.
private final class AwaitedResult<Value: Sendable>: @unchecked Sendable {
  private let condition = ThreadCondition()
  private var result: Result<Value, SyncError>?

  func set(_ result: Result<Value, SyncError>) {
    condition.withLock {
      self.result = result
      condition.broadcast()
    }
  }

  /// Waits for the result, and returns it without retaining it: the thread that sets it retains this
  /// object until it ends, which it does when the result is released.
  func take() -> Result<Value, SyncError> {
    condition.withLock {
      while true {
        if let result {
          self.result = nil
          return result
        }
        condition.wait()
      }
    }
  }
}

/// The result of a job. The waiting task reads it after the job has written it.
private final class ResultBox<Value>: @unchecked Sendable {
  var value: Value?
}

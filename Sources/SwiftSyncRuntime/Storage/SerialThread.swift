import CSQLite
import SwiftSyncThreads
@_spi(Generated) import SwiftSyncREST

/// A thread of its own that runs jobs one after the other on something that only it may touch.
///
/// SQLite blocks, and what is nested deep in a payload takes stack, so neither Swift's shared
/// threads nor Dispatch's small ones are used.
final class SerialThread<Resource>: Sendable {
  private let jobs: JobQueue<Resource>

  /// Starts the thread and makes the resource on it.
  ///
  /// - Parameter token: Tells `make` whether the task that waits for it is cancelled.
  static func start(
    named name: String, as token: CancellationToken = CancellationToken(),
    _ make: @escaping @Sendable () throws(SyncError) -> Resource
  ) async throws(SyncError) -> SerialThread<Resource> {
    let jobs = JobQueue<Resource>()
    let result: Result<Void, SyncError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = WorkerThread(named: name) {
          work(on: jobs, make) { continuation.resume(returning: $0) }
          jobs.end()
        }
        guard let thread else { return continuation.resume(returning: .failure(noThread)) }
        thread.detach()
      }
    } onCancel: {
      token.cancel()
    }
    try result.get()
    return SerialThread(jobs)
  }

  private static var noThread: SyncError {
    .database(DatabaseFailure(code: SQLITE_NOMEM, message: "the system cannot create a thread"))
  }

  /// What the thread does. The resource is gone when it returns.
  private static func work(
    on jobs: JobQueue<Resource>, _ make: () throws(SyncError) -> Resource,
    started: (Result<Void, SyncError>) -> Void
  ) {
    do throws(SyncError) {
      let resource = try make()
      started(.success(()))
      jobs.run(on: resource)
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

  /// Runs a job when those before it are done.
  ///
  /// - Parameter token: Tells the job whether the task that waits for it is cancelled.
  /// - Throws: `SyncError.cancelled` if the task is cancelled before the job starts, at once;
  ///   `SyncError.closed` if the thread is closed.
  func run<Value: Sendable>(
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

  /// Runs a short job in the caller's task if the thread has nothing to do, and otherwise like `run`.
  ///
  /// The job must not wait for anything, or it would block the thread that the task shares with others.
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

  /// Runs a job on the caller's thread, which is blocked until no other job runs.
  func runBlocking<Value>(
    _ job: (Resource) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    guard let resource = jobs.borrowBlocking() else { throw .closed }
    defer { jobs.giveBack() }
    return try job(resource)
  }

  /// The part that does not depend on what a job returns, so that it is compiled once.
  private func perform(
    as token: CancellationToken, _ job: @escaping @Sendable (Resource) throws(SyncError) -> Void
  ) async throws(SyncError) {
    let result: Result<Void, SyncError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard token.wait({ continuation.resume(returning: .failure($0)) }) else { return }
        let isTaken = jobs.add { resource in
          guard token.start() else { return }
          continuation.resume(returning: Result { () throws(SyncError) in try job(resource) })
        }
        if !isTaken { token.refuse(.closed) }
      }
    } onCancel: {
      token.cancel()
    }
    try result.get()
  }

  /// Takes no more jobs, and returns when those that wait are done and the resource is given up.
  func close() async {
    jobs.close()
    await withCheckedContinuation { continuation in
      jobs.whenEnded { continuation.resume() }
    }
  }
}

/// What a job returns. The task that waits for it reads it after the job has written it.
private final class ResultBox<Value>: @unchecked Sendable {
  var value: Value?
}

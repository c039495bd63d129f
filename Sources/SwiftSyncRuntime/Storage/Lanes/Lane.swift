import CSQLite
import SwiftSyncThreads

/// A thread of its own that runs jobs one after the other on something that only it may touch.
///
/// SQLite blocks, and what is nested deep in a payload takes stack, so neither Swift's shared
/// threads nor Dispatch's small ones are used.
final class Lane<Resource>: Sendable {
  private let jobs: JobQueue<Resource>

  /// Starts the thread and makes the resource on it.
  ///
  /// - Parameter ticket: Tells `make` whether the task that waits for it is cancelled.
  static func start(
    named name: String, as ticket: JobTicket = JobTicket(),
    _ make: @escaping @Sendable () throws(SyncError) -> Resource
  ) async throws(SyncError) -> Lane<Resource> {
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
      ticket.cancel()
    }
    try result.get()
    return Lane(jobs)
  }

  private static var noThread: SyncError {
    .database(DatabaseFailure(code: SQLITE_NOMEM, message: "the system has no thread to give"))
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
  /// - Parameter ticket: Tells the job whether the task that waits for it is cancelled.
  /// - Throws: `SyncError.cancelled` if the task is cancelled before the job starts, at once;
  ///   `SyncError.closed` if the lane is closed.
  func run<Value: Sendable>(
    as ticket: JobTicket = JobTicket(),
    _ job: @escaping @Sendable (Resource) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let result: Result<Value, SyncError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard ticket.wait({ continuation.resume(returning: .failure($0)) }) else { return }
        let isTaken = jobs.add { resource in
          guard ticket.start() else { return }
          continuation.resume(returning: Result { () throws(SyncError) in try job(resource) })
        }
        if !isTaken { ticket.refuse(.closed) }
      }
    } onCancel: {
      ticket.cancel()
    }
    return try result.get()
  }

  /// Takes no more jobs, and returns when those that wait are done and the resource is given up.
  func close() async {
    jobs.close()
    await withCheckedContinuation { continuation in
      jobs.whenEnded { continuation.resume() }
    }
  }
}

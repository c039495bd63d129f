/// A thread of its own that runs jobs one after the other on something that only it may touch.
///
/// SQLite blocks, and what is nested deep in a payload takes stack, so neither Swift's shared
/// threads nor Dispatch's small ones are used.
final class Lane<Resource>: Sendable {
  private let jobs: JobQueue<Resource>

  /// Starts the thread and makes the resource on it.
  ///
  /// - Parameter path: The database that the resource belongs to.
  static func start(
    for path: String, _ make: @escaping @Sendable () throws(SyncError) -> Resource
  ) async throws(SyncError) -> Lane<Resource> {
    let jobs = JobQueue<Resource>()
    let result: Result<Void, SyncError> = await withCheckedContinuation { continuation in
      let refusal = SystemThread.start(stackSize: 8 << 20) {
        do throws(SyncError) {
          let resource = try make()
          continuation.resume(returning: .success(()))
          jobs.run(on: resource)
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      if let refusal {
        let reason = "there is no thread for it: \(refusal)"
        continuation.resume(returning: .failure(.unusableDatabase(path: path, reason: reason)))
      }
    }
    try result.get()
    return Lane(jobs)
  }

  private init(_ jobs: JobQueue<Resource>) {
    self.jobs = jobs
  }

  deinit {
    jobs.close()
  }

  /// Runs a job when those before it are done.
  func run<Value: Sendable>(
    _ job: @escaping @Sendable (Resource) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let result: Result<Value, SyncError> = await withCheckedContinuation { continuation in
      jobs.add { resource in
        continuation.resume(returning: Result { () throws(SyncError) in try job(resource) })
      }
    }
    return try result.get()
  }
}

/// The jobs that wait for a lane's thread.
///
/// `@unchecked`: what is mutable is touched under the condition's lock only.
private final class JobQueue<Resource>: @unchecked Sendable {
  private let condition = ThreadCondition()
  private var waiting: [(Resource) -> Void] = []
  private var isClosed = false

  func add(_ job: @escaping (Resource) -> Void) {
    condition.lock()
    waiting.append(job)
    condition.signal()
    condition.unlock()
  }

  /// Lets the thread end when the jobs that wait are done.
  func close() {
    condition.lock()
    isClosed = true
    condition.signal()
    condition.unlock()
  }

  func run(on resource: Resource) {
    while let jobs = next() {
      for job in jobs { job(resource) }
    }
  }

  private func next() -> [(Resource) -> Void]? {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty, !isClosed { condition.wait() }
    guard !waiting.isEmpty else { return nil }
    defer { waiting = [] }
    return waiting
  }
}

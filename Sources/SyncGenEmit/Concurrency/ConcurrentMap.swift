import SwiftSyncThreads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Runs work items concurrently, on as many threads as the machine has processors.
///
/// Templates may call each other hundreds of levels deep, for which the stacks of Dispatch and of
/// Swift's own threads are too small.
package enum ConcurrentMap {
  /// The number of renderings below which an additional thread does not pay off.
  package static let leastShare = 16

  /// The results of `transform` for each number below `count`, in order.
  package static func results<Result: Sendable>(
    count: Int, share: Int = leastShare, _ transform: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let results = results(count: count, share: share, { () }) { (_: inout Void, index) in
      transform(index)
    }
    // No transformation returns `nil` here.
    return results ?? (0..<count).map(transform)
  }

  /// The results of `transform` for each number below `count`, in order; `nil` as soon as one of
  /// them returns `nil`.
  ///
  /// - Parameters:
  ///   - share: The number of items for which a thread pays off.
  ///   - ownWorker: The state of the calling thread, if it already exists.
  ///   - makeWorker: Creates the state of a thread, on that thread.
  package static func results<Worker, Result: Sendable>(
    count: Int, share: Int = leastShare, own ownWorker: Worker? = nil,
    _ makeWorker: @escaping @Sendable () -> Worker,
    _ transform: @escaping @Sendable (inout Worker, Int) -> Result?
  ) -> [Result]? {
    let work = SharedWork<Result>(count: count)
    let run: @Sendable (inout Worker) -> Void = { worker in
      while let index = work.next() { work.set(transform(&worker, index), at: index) }
    }
    let helpers = min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), count / share) - 1
    let threads = (0..<max(0, helpers)).compactMap { _ in
      WorkerThread {
        var worker = makeWorker()
        run(&worker)
      }
    }
    var worker = ownWorker ?? makeWorker()
    run(&worker)
    for thread in threads { thread.join() }
    return work.results
  }
}

/// The remaining work, and the results so far.
///
/// `@unchecked`: the lock protects all mutable state.
private final class SharedWork<Result: Sendable>: @unchecked Sendable {
  private let lock = ThreadLock()
  private let count: Int
  private var started = 0
  private var found: [Int: Result] = [:]

  init(count: Int) {
    self.count = count
    found.reserveCapacity(count)
  }

  func next() -> Int? {
    lock.withLock {
      guard started < count else { return nil }
      started += 1
      return started - 1
    }
  }

  func set(_ result: Result?, at index: Int) {
    lock.withLock {
      found[index] = result
      if result == nil { started = count }
    }
  }

  /// All results, when the threads have ended.
  var results: [Result]? {
    lock.withLock {
      let ordered = (0..<count).compactMap { found[$0] }
      return ordered.count == count ? ordered : nil
    }
  }
}

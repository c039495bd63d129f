import Foundation

@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// A query that counts how often it runs, and stops before or after reading.
struct WatchedQuery<Base: StoreQuery>: StoreQuery {
  private let base: Base
  private let before: @Sendable (Int) -> Void
  private let after: @Sendable (Int) -> Void
  let count = Count()

  /// - Parameters:
  ///   - before: Called before each run reads, with the number of the run, starting with 1.
  ///   - after: Called after each run has read.
  init(
    _ base: Base, before: @escaping @Sendable (Int) -> Void = { _ in },
    after: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.base = base
    self.before = before
    self.after = after
  }

  /// Reads on a separate thread, which a test may block.
  var request: QueryRequest<Base.Output> {
    let (base, count, before, after) = (base.request, count, before, after)
    return QueryRequest(
      isLong: true, needsSnapshot: base.needsSnapshot, statements: base.statements,
      isEqual: base.isEqual
    ) { (connection, schema) throws(SyncError) in
      let run = count.next()
      before(run)
      defer { after(run) }
      return try base.read(connection, schema)
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.base == right.base }
  func hash(into hasher: inout Hasher) { hasher.combine(base) }

  final class Count: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    fileprivate func next() -> Int {
      lock.withLock {
        count += 1
        return count
      }
    }
  }
}

/// Blocks a thread until a test releases it.
final class Gate: Sendable {
  private let reached = AsyncStream<Void>.makeStream()
  private let opened = DispatchSemaphore(value: 0)

  /// Reports that the thread has arrived, and waits.
  func stop() {
    reached.continuation.yield()
    opened.wait()
  }

  /// Waits until a thread has arrived, performs an action, and releases the thread.
  func whileStopped(_ action: () async throws -> Void) async throws {
    defer { opened.signal() }
    for await _ in reached.stream { break }
    try await action()
  }
}

import SwiftSyncFoundation
import SwiftSyncThreads

/// What a started session waits for: time, and the signals of the system. Tests replace it.
struct SessionTime: Sendable {
  /// The current time.
  var now: @Sendable () -> Date = { Date() }
  /// Waits.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// An element each time when the app becomes active or the network returns.
  var signals: @Sendable () -> AsyncStream<Void> = { SessionSignals.stream() }
}

/// What a started session runs next. Requests that it has not begun are merged.
///
/// `@unchecked`: the lock protects all mutable state.
final class RunRequests: @unchecked Sendable {
  /// The steps of a run.
  enum Scope: Int, Sendable {
    /// The uploads.
    case uploads
    /// All steps.
    case all
  }

  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let lock = ThreadLock()
  private var scope: Scope?

  init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ new: Scope) {
    lock.withLock { scope = scope == .all ? .all : new }
    continuation.yield()
  }

  /// The requests, each when it is to be run. It ends when the task is cancelled.
  func forEach(_ run: (Scope) async throws -> Bool) async throws {
    for await _ in stream {
      let next = lock.withLock { () -> Scope? in
        defer { scope = nil }
        return scope
      }
      guard let next else { continue }
      guard try await run(next) else { return }
    }
  }
}

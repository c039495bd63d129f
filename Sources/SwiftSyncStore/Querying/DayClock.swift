package import SwiftSyncFoundation

/// The time by which queries know what day it is. Tests replace it.
package struct DayClock: Sendable {
  package let now: @Sendable () -> Date
  /// Waits until a date, or for some time longer.
  package let sleep: @Sendable (_ end: Date) async throws -> Void
  /// Calls a closure whenever the time zone of the device changes, until the result is released.
  package let watchZone:
    @Sendable (_ changed: @escaping @Sendable () -> Void) -> any AnyObject & Sendable

  package init(
    now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Date) async throws -> Void,
    watchZone: @escaping @Sendable (@escaping @Sendable () -> Void) -> any AnyObject & Sendable
  ) {
    self.now = now
    self.sleep = sleep
    self.watchZone = watchZone
  }

  /// The clock of queries that run, and of observations that begin, in a task.
  @TaskLocal package static var current = DayClock(
    now: { Date() },
    sleep: { end in try await Task.sleep(for: .seconds(Double.maximum(0, end.timeIntervalSinceNow)))
    },
    watchZone: { changed in ZoneWatch(changed) })
}

/// Calls a closure when the time zone of the device changes. Where the system does not report it, the
/// next look at the clock finds it.
///
/// `@unchecked`: the token does not change, and only `deinit` uses it.
private final class ZoneWatch: @unchecked Sendable {
  #if canImport(Darwin)
    private let token: any NSObjectProtocol

    init(_ changed: @escaping @Sendable () -> Void) {
      token = NotificationCenter.default.addObserver(
        forName: .NSSystemTimeZoneDidChange, object: nil, queue: nil
      ) { _ in changed() }
    }

    deinit {
      NotificationCenter.default.removeObserver(token)
    }
  #else
    init(_ changed: @Sendable () -> Void) {}
  #endif
}

import SwiftSyncFoundation
import SwiftSyncThreads

/// Wakes the observation of a query at midnight and when the time zone changes.
///
/// `@unchecked`: the lock protects the timer; the rest does not change after initialization.
final class DayWatch: @unchecked Sendable {
  /// The longest time between two looks at the clock, which the user can set.
  private static let interval = 3600.0

  private let zones: Set<TimeZone>
  private let clock: DayClock
  private let wake: @Sendable () -> Void
  private let lock = ThreadLock()
  private var timer: Task<Void, Never>?
  private var zoneWatch: (any AnyObject & Sendable)?

  /// - Parameters:
  ///   - zones: The zones whose days matter.
  ///   - wake: Called when the day or the offset of one of them has changed.
  init(_ zones: Set<TimeZone>, _ wake: @escaping @Sendable () -> Void) {
    self.zones = zones
    self.wake = wake
    clock = .current
    start()
    zoneWatch = clock.watchZone { [weak self] in
      wake()
      self?.start()
    }
  }

  deinit {
    timer?.cancel()
  }

  private func start() {
    let next = Task { [zones, clock, wake] in await Self.run(zones, clock, wake) }
    lock.withLock { () -> Task<Void, Never>? in
      defer { timer = next }
      return timer
    }?.cancel()
  }

  private static func run(
    _ zones: Set<TimeZone>, _ clock: DayClock, _ wake: @Sendable () -> Void
  ) async {
    var known = places(zones, at: clock.now())
    while !Task.isCancelled {
      let now = clock.now()
      let midnights = zones.map { CalendarDay(now, in: $0).advanced(by: 1).date(in: $0) }
      let end = midnights.reduce(now.addingTimeInterval(interval)) { Swift.min($0, $1) }
      do {
        try await clock.sleep(end)
      } catch {
        // The observation has ended.
        return
      }
      let current = places(zones, at: clock.now())
      if current != known { wake() }
      known = current
    }
  }

  /// What matters of a moment in a zone.
  private struct Place: Equatable {
    let day: CalendarDay
    let offset: Int
  }

  private static func places(_ zones: Set<TimeZone>, at date: Date) -> [TimeZone: Place] {
    Dictionary(
      uniqueKeysWithValues: zones.map {
        ($0, Place(day: CalendarDay(date, in: $0), offset: $0.secondsFromGMT(for: date)))
      })
  }
}

import SwiftSyncFoundation
import SwiftSyncThreads

#if canImport(Darwin) && !os(macOS) && !os(watchOS)
  /// Suspends a store when the app enters the background, and resumes it when the app returns.
  ///
  /// `@unchecked`: the tokens are set once and only removed in the end.
  final class BackgroundSuspension: @unchecked Sendable {
    typealias Work = @Sendable () async -> Void

    /// The names of UIKit's notifications, which this module does not import.
    private static let entersBackground = "UIApplicationDidEnterBackgroundNotification"
    private static let returns = "UIApplicationWillEnterForegroundNotification"

    private let tokens: [any NSObjectProtocol]

    init(suspend: @escaping Work, resume: @escaping Work) {
      let center = NotificationCenter.default
      tokens = [
        center.addObserver(
          forName: Notification.Name(Self.entersBackground), object: nil, queue: nil
        ) {
          _ in Self.keepRunning(while: suspend)
        },
        center.addObserver(forName: Notification.Name(Self.returns), object: nil, queue: nil) { _ in
          Task { await resume() }
        },
      ]
    }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    /// Keeps the system from suspending the process until the work is done. The system calls the
    /// block a second time when it cannot wait any longer.
    private static func keepRunning(while work: @escaping Work) {
      let activity = Activity()
      ProcessInfo.processInfo.performExpiringActivity(withReason: "SwiftSync closes a database") {
        isExpired in
        if isExpired { activity.end() } else { activity.wait() }
      }
      Task {
        await work()
        activity.end()
      }
    }
  }

  /// The end of an activity, for which a thread of the system waits.
  ///
  /// `@unchecked`: the condition's lock protects the state.
  private final class Activity: @unchecked Sendable {
    /// The longest time, in milliseconds, that the thread is blocked: more than the system grants.
    private static let limit = 120_000

    private let condition = ThreadCondition()
    private var hasEnded = false

    func end() {
      condition.withLock {
        hasEnded = true
        condition.broadcast()
      }
    }

    func wait() {
      condition.wait(milliseconds: Self.limit) { hasEnded }
    }
  }

  extension BackgroundSuspension {
    /// - Parameter store: It is not retained.
    convenience init(of store: SyncStore) {
      self.init { [weak store] in
        await store?.follow(.suspend)
      } resume: { [weak store] in
        await store?.follow(.resume)
      }
    }
  }
#else
  /// On other systems, an app that is in the background may keep its locks.
  final class BackgroundSuspension: Sendable {
    init(of store: SyncStore) {}
  }
#endif

#if canImport(Network)
  import Dispatch
  import Foundation
  import Network
#endif

/// The signals after which a started session synchronizes.
enum SessionSignals {
  #if canImport(Network)
    /// The names of the notifications that an app becomes active, by platform. They are written out
    /// because this module does not import the frameworks of user interfaces.
    private static let activations = [
      "UIApplicationWillEnterForegroundNotification",
      "NSApplicationDidBecomeActiveNotification",
      "WKApplicationWillEnterForegroundNotification",
    ]

    /// An element each time when the app becomes active or the network returns.
    static func stream() -> AsyncStream<Void> {
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let center = NotificationCenter.default
        let tokens = Source(
          activations.map { name in
            center.addObserver(forName: NSNotification.Name(name), object: nil, queue: nil) { _ in
              continuation.yield()
            }
          })
        let monitor = NWPathMonitor()
        let network = Source(monitor)
        let state = PathState()
        monitor.pathUpdateHandler = { path in
          if state.returns(path.status == .satisfied) { continuation.yield() }
        }
        monitor.start(queue: DispatchQueue(label: "SwiftSync network"))
        continuation.onTermination = { _ in
          for token in tokens.value { NotificationCenter.default.removeObserver(token) }
          network.value.cancel()
        }
      }
    }

    /// A source of signals, which is only ended on another thread.
    private struct Source<Value>: @unchecked Sendable {
      let value: Value

      init(_ value: Value) { self.value = value }
    }

    /// Whether there was a network. The first update tells the state at the start.
    ///
    /// `@unchecked`: the monitor's queue accesses it alone.
    private final class PathState: @unchecked Sendable {
      private var wasThere: Bool?

      func returns(_ isThere: Bool) -> Bool {
        defer { wasThere = isThere }
        return isThere && wasThere == false
      }
    }
  #else
    /// This system has no such signals: the interval, and local writes, start the next run.
    static func stream() -> AsyncStream<Void> {
      AsyncStream { _ in }
    }
  #endif
}
